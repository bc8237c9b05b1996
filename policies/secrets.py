"""Credentials that must not become memories: shapes that hardly anything else has.

A memory is read by agents for months and lies in a plain file. A shape is listed only if a match is a
credential with high confidence; the answer names the shape and never shows the value. What looks like a
placeholder in an example is let
through: documentation keys, angle brackets, stars, repeated characters.

Not defended: a secret without a shape (a plain word as a password), one that is written in an encoding, or
split over several memories.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter

__all__ = ["find"]

_TOKEN = r"[A-Za-z0-9_-]"
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a private key", re.compile(r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----")),
    ("a private key", re.compile(r"PuTTY-User-Key-File-[23]:")),
    ("an age secret key", re.compile(r"AGE-SECRET-KEY-1[0-9A-Z]{58}")),
    ("an AWS access key", re.compile(r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b")),
    ("a GitHub token", re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9_]{22,255}\b")),
    ("a GitLab token", re.compile(rf"\bgl(?:pat|ptt|dt|rt|cbt|agent|oas|soat|ft)-{_TOKEN}{{20,64}}\b")),
    ("a Slack token", re.compile(r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}|\bxapp-\d-[A-Za-z0-9-]{10,250}")),
    ("a Slack webhook", re.compile(r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9+/]{20,100}")),
    ("a Discord webhook", re.compile(rf"discord(?:app)?\.com/api/webhooks/\d{{15,21}}/{_TOKEN}{{40,100}}")),
    ("a Stripe key", re.compile(r"\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}\b|\bwhsec_[A-Za-z0-9+/]{24,100}")),
    ("a Google API key", re.compile(rf"\bAIza{_TOKEN}{{35}}\b")),
    ("a Google OAuth secret", re.compile(rf"\bGOCSPX-{_TOKEN}{{24,40}}|\bya29\.{_TOKEN}{{20,300}}")),
    ("an Anthropic key", re.compile(rf"\bsk-ant-{_TOKEN}{{20,200}}")),
    ("an OpenAI key", re.compile(rf"\bsk-(?:proj|svcacct|admin)-{_TOKEN}{{20,250}}|\bsk-[A-Za-z0-9]{{32,64}}\b")),
    ("an OpenRouter key", re.compile(r"\bsk-or-v1-[0-9a-f]{40,80}\b")),
    ("a Hugging Face token", re.compile(r"\bhf_[A-Za-z0-9]{30,50}\b")),
    ("an npm token", re.compile(r"\bnpm_[A-Za-z0-9]{36}\b")),
    ("a PyPI token", re.compile(rf"\bpypi-AgE{_TOKEN}{{50,300}}")),
    ("a Docker Hub token", re.compile(rf"\bdckr_pat_{_TOKEN}{{20,60}}")),
    ("a DigitalOcean token", re.compile(r"\bdo[oprt]_v1_[0-9a-f]{60,70}\b")),
    ("a Databricks token", re.compile(r"\bdapi[0-9a-f]{32}\b")),
    ("a Shopify token", re.compile(r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b")),
    ("a SendGrid key", re.compile(rf"\bSG\.{_TOKEN}{{20,24}}\.{_TOKEN}{{40,50}}")),
    ("a Mailgun key", re.compile(r"\bkey-[0-9a-z]{32}\b")),
    ("a Twilio key", re.compile(r"\b(?:SK|AC)[0-9a-f]{32}\b")),
    ("a Telegram bot token", re.compile(rf"\b\d{{8,10}}:AA{_TOKEN}{{32,35}}\b")),
    ("an Azure storage key", re.compile(r"AccountKey=[A-Za-z0-9+/]{60,100}={0,2}")),
    ("an Azure client secret", re.compile(r"\b[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}")),
    ("a HashiCorp Vault token", re.compile(rf"\bhv[sbr]\.{_TOKEN}{{24,200}}")),
    ("a Terraform token", re.compile(rf"\b[A-Za-z0-9]{{14}}\.atlasv1\.{_TOKEN}{{60,70}}")),
    ("a Linear key", re.compile(r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,64}\b")),
    ("a Notion token", re.compile(r"\bntn_[A-Za-z0-9]{40,50}\b|\bsecret_[A-Za-z0-9]{43}\b")),
    ("a Figma token", re.compile(rf"\bfig[dou]_{_TOKEN}{{38,60}}")),
    ("a Groq key", re.compile(r"\bgsk_[A-Za-z0-9]{48,60}\b")),
    ("a 1Password token", re.compile(r"\bops_eyJ[A-Za-z0-9+/=_-]{60,2000}")),
    ("a JSON web token", re.compile(rf"\beyJ{_TOKEN}{{10,2000}}\.eyJ{_TOKEN}{{10,4000}}\.{_TOKEN}{{10,1000}}")),
)

_IN_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@<>\"']{0,100}:([^\s/@<>\"']{3,100})@[\w.\[-]")
_HEADER = re.compile(
    r"\bauthorization\s*[:=]\s*[\"']?(?:bearer|basic|token)\s+([A-Za-z0-9._~+/=-]{12,500})", re.IGNORECASE
)
_NAMED = re.compile(
    r"(?P<name>pass(?:word|wd|phrase|code)?|pwd|secret(?:[ _-]?(?:access)?[ _-]?key)?|api[ _-]?(?:key|token)|"
    r"access[ _-]?(?:key|token)|auth[ _-]?token|client[ _-]?secret|private[ _-]?key|token|credentials?|"
    r"passwort|kennwort|contrase\u00f1a|clave|mot de passe|\u5bc6\u7801|\u53e3\u4ee4|\u30d1\u30b9\u30ef\u30fc\u30c9)"
    r"[\"'`]?(?:\s{0,3}(?:is|ist|es|est|=>|:=|=|:|\uff1a|\u662f|\u306f)\s{0,3}|\s{0,3}=\s{0,3})[\"'`\u201c\u300c]?"
    r"(?P<value>[^\s\"'`,;\u201d\u300d]{6,200})",
    re.IGNORECASE,
)
_CHOSEN = ("pass", "pwd", "kennwort", "contrase", "clave", "mot de passe")
"""Names of what a person thinks up, where letters with a digit are enough; a key is longer and wilder."""

_PLACEHOLDER = re.compile(
    r"example|sample|dummy|placeholder|change[ _-]?me|your[ _-]|my[ _-]?(?:secret|token|key|password)|redacted|x{4,}|"
    r"\*{2,}|\.{3}|\u2026|^<|>$|^\$|^%|\$\{|\{\{|^env\b|process\.env|os\.environ|getenv|^todo|test1234|123456789",
    re.IGNORECASE,
)
_SAMPLE = re.compile(r"example|placeholder|your|redacted|x{4,}|\*{2,}|\.{3}", re.IGNORECASE)
"""What makes a whole token a sample; its digits alone do not, as a real one may hold any."""


def find(text: str) -> str | None:
    """Return what kind of credential a text holds, or None; never the value.

    The text is looked at as it is, in compatibility form without invisible characters, and with line wraps
    taken out of long words. Every pattern is bounded: the work is linear in the length of the text.
    """
    folded = "".join(each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) != "Cf")
    for form in dict.fromkeys((text, folded, _unwrapped(folded))):
        for what, shape in _SHAPES:
            if any(not _SAMPLE.search(match.group()) and not _flat(match.group()) for match in shape.finditer(form)):
                return what
        for match in _IN_URL.finditer(form):
            if not _PLACEHOLDER.search(match[1]) and match[1].lower() not in ("password", "pass", "pwd", "secret"):
                return "a password in an address"
        for match in _HEADER.finditer(form):
            if not _PLACEHOLDER.search(match[1]) and _random(match[1], 3.0):
                return "an authorization header"
    for match in _NAMED.finditer(folded):
        value = match["value"].rstrip(".)]}")
        chosen = match["name"].lower().startswith(_CHOSEN) and any(map(str.isdigit, value)) and value.isalnum()
        if not _PLACEHOLDER.search(value) and (_secretive(value) or (chosen and not value.isdigit())):
            return "a password or key that is named as one"
    return None


def _unwrapped(text: str) -> str:
    """Return the text with the wraps of long tokens undone: a line of 20 or more token characters goes on."""
    return re.sub(r"(?<=[A-Za-z0-9_+/=-]{20})[ \t]*\\?\r?\n[ \t]*(?=[A-Za-z0-9_+/=-]{4})", "", text)


def _flat(value: str) -> bool:
    """Return whether a value has too few different characters to be real."""
    return len(set(value)) < 8 and not value.startswith(("---", "PuTTY"))


def _secretive(value: str) -> bool:
    """Return whether a named value looks chosen or made to be secret, and not like a word or a name."""
    if re.fullmatch(r"[a-z_]+\(.*|[A-Z][A-Z0-9_]+|[a-z]+(?:[-_.][a-z]+)*|https?:.*|[/~.][\w./-]*", value):
        return False
    kinds = sum(
        any(test(each) for each in value)
        for test in (str.islower, str.isupper, str.isdigit, lambda each: not each.isalnum())
    )
    if re.fullmatch(r"\d+(?:[.,:]\d+)*\w{0,3}", value):
        return False
    return kinds >= 3 or (kinds == 2 and len(value) >= 8 and _random(value, 2.75) and any(map(str.isdigit, value)))


def _random(value: str, bits: float) -> bool:
    """Return whether the entropy per character reaches so many bits."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values()) >= bits

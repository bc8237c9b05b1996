"""Credentials that must not become memories: shapes that hardly anything else has, and values that are named as one.

A memory is read by agents for months and lies in a plain file that people put under version control. A shape is
listed only if a match is a credential with high confidence; the answer names the shape and never shows the value.
Samples are let through: documentation keys, angle brackets, variables, stars, `sk-...`. So are digests, identifiers,
public keys and words.

Not defended: a secret without a shape or a name (a plain word as a password), one that is split over several
memories, one in an encoding that `policies.disguise` does not know.
"""

from __future__ import annotations

import math
import re
from collections import Counter

from policies.disguise import hidden
from policies.reading import uncovered

__all__ = ["find"]

_T = r"[A-Za-z0-9_-]"
_SHAPES: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (what, hint, re.compile(pattern))
    for what, hint, pattern in (
        # What it is, a part that every one has (looked for first, as that is fast), the shape.
        ("a private key", "PRIVATE KEY", r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"),
        ("a private key", "PuTTY-User-Key", r"PuTTY-User-Key-File-[23]:"),
        ("a private key", "b3BlbnNzaC1rZXktdjE", r"b3BlbnNzaC1rZXktdjE"),
        ("an age secret key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
        ("an AWS access key", "AKIA", r"\bAKIA[A-Z2-7]{16}\b"),
        ("an AWS access key", "ASIA", r"\bASIA[A-Z2-7]{16}\b"),
        ("an Alibaba Cloud key", "LTAI", r"\bLTAI[A-Za-z0-9]{17,24}\b"),
        ("a GitHub token", "gh", r"\bgh[pousr]_[A-Za-z0-9]{36,255}\b"),
        ("a GitHub token", "github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{22,255}\b"),
        ("a GitLab token", "gl", rf"\bgl(?:pat|ptt|dt|rt|cbt|agent|oas|soat|ft|imt)-{_T}{{20,64}}"),
        ("a Bitbucket token", "ATBB", r"\bATBB[A-Za-z0-9]{28,40}\b"),
        ("an Atlassian token", "ATATT3", r"\bATATT3[A-Za-z0-9_=-]{60,300}"),
        ("a Slack token", "xox", r"\bxox[abeoprs]-[A-Za-z0-9-]{10,250}"),
        ("a Slack token", "xapp-", r"\bxapp-\d-[A-Za-z0-9-]{10,250}"),
        (
            "a Slack webhook",
            "hooks.slack.com",
            r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,100}",
        ),
        ("a Discord webhook", "/api/webhooks/", rf"discord(?:app)?\.com/api/webhooks/\d{{15,21}}/{_T}{{40,100}}"),
        ("a Discord token", ".", rf"\b[MNO][A-Za-z0-9]{{23,26}}\.{_T}{{6}}\.{_T}{{27,40}}\b"),
        ("a Teams webhook", "webhook.office.com", r"webhook\.office\.com/webhookb2/[0-9a-f@-]{36,100}/"),
        ("a Stripe key", "k_", r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}\b"),
        ("a Stripe key", "whsec_", r"\bwhsec_[A-Za-z0-9+/]{24,100}"),
        ("a Square token", "sq0", rf"\bsq0(?:atp|csp)-{_T}{{22,60}}"),
        ("a Google API key", "AIza", rf"\bAIza{_T}{{35}}(?!{_T})"),
        ("a Google OAuth secret", "GOCSPX-", rf"\bGOCSPX-{_T}{{24,40}}"),
        ("a Google OAuth token", "ya29.", rf"\bya29\.{_T}{{20,300}}"),
        ("an Anthropic key", "sk-ant-", rf"\bsk-ant-{_T}{{20,200}}"),
        ("an OpenAI key", "sk-", rf"\bsk-(?:proj|svcacct|admin|None)-{_T}{{20,250}}"),
        ("an OpenAI key", "sk-", r"\bsk-(?=[A-Za-z]{0,63}\d)[A-Za-z0-9]{32,64}\b"),
        ("an OpenRouter key", "sk-or-", r"\bsk-or-(?:v1-)?[0-9a-f]{40,80}\b"),
        ("an xAI key", "xai-", r"\bxai-[A-Za-z0-9]{60,100}\b"),
        ("a Groq key", "gsk_", r"\bgsk_[A-Za-z0-9]{40,60}\b"),
        ("a Perplexity key", "pplx-", r"\bpplx-[A-Za-z0-9]{40,64}\b"),
        ("a Replicate token", "r8_", r"\br8_[A-Za-z0-9]{37,40}\b"),
        ("a Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{30,50}\b"),
        ("an npm token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
        ("a PyPI token", "pypi-AgE", rf"\bpypi-AgE{_T}{{50,300}}"),
        ("a RubyGems key", "rubygems_", r"\brubygems_[0-9a-f]{48}\b"),
        ("a Docker Hub token", "dckr_", rf"\bdckr_(?:pat|oat)_{_T}{{20,60}}"),
        ("a DigitalOcean token", "_v1_", r"\bdo[oprt]_v1_[0-9a-f]{60,70}\b"),
        ("a Databricks token", "dapi", r"\bdapi[0-9a-f]{32}(?:-\d)?\b"),
        ("a Shopify token", "shp", r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b"),
        ("a SendGrid key", "SG.", rf"\bSG\.{_T}{{20,24}}\.{_T}{{40,50}}"),
        ("a Brevo key", "xkeysib-", r"\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b"),
        ("a Mailgun key", "key-", r"\bkey-[0-9a-f]{32}\b"),
        ("a Mailchimp key", "-us", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
        ("a Twilio key", "SK", r"\bSK[0-9a-f]{32}\b"),
        ("a Telegram bot token", ":AA", rf"\b\d{{8,10}}:AA{_T}{{32,35}}(?!{_T})"),
        ("a Facebook token", "EAA", r"\bEAA[A-Za-z0-9]{80,300}\b"),
        ("an Azure storage key", "AccountKey=", r"AccountKey=[A-Za-z0-9+/]{60,100}={0,2}"),
        ("an Azure signature", "sig=", r"[?&]sig=[A-Za-z0-9%+/]{40,100}"),
        ("an Azure client secret", "8Q~", r"(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}"),
        ("a HashiCorp Vault token", "hv", rf"\bhv[sbr]\.{_T}{{24,200}}"),
        ("a Terraform token", ".atlasv1.", rf"\b[A-Za-z0-9]{{14}}\.atlasv1\.{_T}{{60,70}}"),
        ("a Pulumi token", "pul-", r"\bpul-[0-9a-f]{40}\b"),
        ("a Grafana token", "gl", r"\bgl(?:sa|c)_[A-Za-z0-9+/_=]{32,400}"),
        ("a Sentry token", "sntry", r"\bsntry[su]_[A-Za-z0-9+/=_]{40,300}"),
        ("a New Relic key", "NRAK-", r"\bNRAK-[A-Z0-9]{27}\b"),
        ("a Postman key", "PMAK-", r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b"),
        ("a Linear key", "lin_", r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,64}\b"),
        ("a Notion token", "ntn_", r"\bntn_[A-Za-z0-9]{40,50}\b"),
        ("a Notion token", "secret_", r"\bsecret_[A-Za-z0-9]{43}\b"),
        ("a Figma token", "fig", rf"\bfig[dou]_{_T}{{38,60}}"),
        ("an Airtable token", "pat", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b"),
        (
            "a HubSpot token",
            "pat-",
            r"\bpat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b",
        ),
        ("a Supabase token", "sbp_", r"\bsbp_[0-9a-f]{40}\b"),
        ("a PlanetScale token", "pscale_", rf"\bpscale_(?:tkn|pw|oauth)_{_T}{{32,64}}"),
        ("a Netlify token", "nfp_", r"\bnfp_[A-Za-z0-9]{36,40}\b"),
        ("a Doppler token", "dp.", r"\bdp\.(?:pt|st|ct|sa)\.[A-Za-z0-9_.-]{40,60}"),
        ("a Tailscale key", "tskey-", r"\btskey-(?:auth|api|client|scim)?-?[A-Za-z0-9]{10,40}-[A-Za-z0-9]{20,40}\b"),
        ("a Dynatrace token", "dt0", r"\bdt0[a-z]\d{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}\b"),
        ("a CircleCI token", "CCIPAT_", rf"\bCCIPAT_{_T}{{40,80}}"),
        ("a Fly.io token", "FlyV1 ", r"\bFlyV1 fm\d_[A-Za-z0-9+/=,_-]{60,600}"),
        ("a 1Password token", "ops_eyJ", r"\bops_eyJ[A-Za-z0-9+/=_-]{60,2000}"),
        ("a Mapbox secret token", "sk.eyJ", rf"\bsk\.eyJ{_T}{{40,300}}\.{_T}{{20,60}}"),
        ("a JSON web token", "eyJ", rf"\beyJ{_T}{{10,2000}}\.eyJ{_T}{{10,4000}}\.{_T}{{10,1000}}"),
    )
)

_IN_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://([^\s/:@<>\"']{0,100}):([^\s/@<>\"']{3,100})@[\w.\[-]", re.IGNORECASE)
_HEADER = re.compile(
    r"\b(?:authorization|proxy-authorization)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:bearer|basic|token)\s{1,3}([A-Za-z0-9._~+/=-]{12,500})"
    r"|\bbearer\s{1,3}([A-Za-z0-9._~+/=-]{24,500})",
    re.IGNORECASE,
)
_ON_COMMAND_LINE = re.compile(
    r"--?(?:password|passwd|token|api-?key|secret|auth-token|access-token)[ =][\"']?([^\s\"']{6,200})"
    r"|\s(?:-u|--user)[ =]{0,2}[\"']?[\w.@+-]{1,64}:([^\s\"':/]{4,200})"
    r"|\bsshpass -p ?[\"']?([^\s\"']{4,200})|\blogin \S{1,100} password (\S{4,200})",
    re.IGNORECASE,
)
_NAMES = (
    r"pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contrase\u00f1a|mot de passe|senha|\u5bc6\u7801|\u5bc6\u78bc|\u53e3\u4ee4|"
    r"\u30d1\u30b9\u30ef\u30fc\u30c9|pass|secret(?:[ _-]?(?:access)?[ _-]?key)?|api[ _-]?(?:key|token|secret)|"
    r"(?:access|auth|refresh|session|bot|deploy|signing|encryption|master|account|storage|service)[ _-]?(?:key|token|secret)|"
    r"client[ _-]?secret|private[ _-]?key|(?:bearer[ _-]?)?token|credentials?|cl\u00e9(?: api)?|schl\u00fcssel|"
    r"\u5bc6\u94a5|\u5bc6\u9470|\u4ee4\u724c|\u30c8\u30fc\u30af\u30f3"
)
_NAMED = re.compile(
    rf"(?:(?<![A-Za-z])(?P<name>(?i:{_NAMES}))|(?<=[a-z0-9])(?P<camel>Pass(?:word|wd|phrase)|Pwd|Secret|ApiKey|Token|SecretKey))"
    r"[\"'`*]{0,3}(?:\s{0,3}(?:=>|:=|==?|:|\uff1a|\u662f|\u306f|\u4e3a)\s{0,3}|\s{1,3}(?i:is|was|ist|lautet|es|est)\s{1,3}(?:(?i:now)\s)?)"
    r"[\s\"'`*\u201c\u300c(]{0,5}(?P<value>[!#-&(-+\--:<-_a-~]{6,200})"
)
_SEED = re.compile(
    r"(?:seed|recovery|mnemonic|backup)[ -]?(?:phrase|words?|code)?\W{1,6}((?:[a-z]{3,8}[ ,]{1,3}){11,23}[a-z]{3,8})\b",
    re.IGNORECASE,
)

_CHOSEN = re.compile(r"pass(?:word|wd|phrase|code|wort)|pwd|kennwort|contrase|mot de|senha|[^\x00-\x7f]", re.IGNORECASE)
"""Names of what a person thinks up, where letters with a digit are enough; a key is longer and wilder."""

_PLACEHOLDER = re.compile(
    r"example|sample|dummy|placeholder|change[ _-]?(?:me|it|this)|your[ _-]?|\bmy[ _-]?(?:secret|token|key|password|pass)|redacted|"
    r"censored|x{4,}|\*{2,}|\.{3}|\u2026|\u2022{2,}|^[<({\[]|[>)}\]]$|^[$%@!]|\$\{|\{\{|^env\b|process\.env|environ|getenv|secrets\.|vault|"
    r"^(?:todo|none|null|true|false|undefined|test)|insert|replace|here$|123456789|abcdefgh|^(.)\1+$|[(\[]",
    re.IGNORECASE,
)
_SAMPLE = re.compile(r"example|placeholder|your[_-]|redacted|x{5,}|\*{2,}|\.{3}", re.IGNORECASE)
"""What makes a whole token a sample; its digits alone do not, as a real one may hold any."""
_NO_PASSWORD = frozenset(
    "password passwort pass passwd pwd secret user username token pw admin root postgres guest test".split()
)
_TECHNICAL = re.compile(
    r"(?:sha|md|base|argon|pbkdf|utf|aes|rsa|ed|hs|rs|es|ps|oauth|http|ipv|tls|v|ecdsa|scrypt|bcrypt|chacha)[-_]?\d{1,5}\w{0,4}",
    re.IGNORECASE,
)
_WORDLIKE = re.compile(r"\d{0,4}[A-Za-z]?[a-z]*|[A-Z]{1,12}|\d{1,6}|[A-Za-z]?[a-z]+\d{1,3}|[A-Z][a-z]+(?:[A-Z][a-z]+)*")
_WRAP = re.compile(
    r"(?<=[A-Za-z0-9_+/=-]{8})[ \t]*\\?\r?\n[ \t>|]*(?=[A-Za-z0-9_+/=-]{4})|[\"'][ \t]{0,3}\+?[ \t]{0,3}(?:\r?\n)?[ \t]{0,40}[\"'](?=[A-Za-z0-9_+/=-]{4})"
)


def find(text: str) -> str | None:
    """Return what kind of credential a text holds, or None; never the value.

    The text is looked at as it is, uncovered (`policies.reading`), with the wraps of long tokens undone, and as its
    encodings spell it. Every pattern is bounded: the work is linear in the length of the text.
    """
    plain = uncovered(text)
    unwrapped = _WRAP.sub("", plain)
    for form in dict.fromkeys((text, plain, unwrapped, *hidden(text))):
        if kind := _shaped(form):
            return kind
    return _named(plain)


def _shaped(form: str) -> str | None:
    for what, hint, shape in _SHAPES:
        if hint in form and any(_real(match.group()) for match in shape.finditer(form)):
            return what
    if "@" in form and any(_password(match[1], match[2]) for match in _IN_URL.finditer(form)):
        return "a password in an address"
    return None


def _named(text: str) -> str | None:
    """Return the kind of a value that its name, its option or its header makes a secret."""
    for match in _HEADER.finditer(text):
        value = match[1] or match[2]
        if not _PLACEHOLDER.search(value) and not _words(value) and _random(value, 3.0):
            return "an authorization header"
    for match in _ON_COMMAND_LINE.finditer(text):
        value = next(filter(None, match.groups()))
        if not _PLACEHOLDER.search(value) and (_wild(value) or _chosen(value)):
            return "a password or key on a command line"
    for match in _NAMED.finditer(text):
        value = match["value"].rstrip(".)]}*!?:") or match["value"]
        by_hand = bool(_CHOSEN.match(match["name"] or match["camel"]))
        if not _PLACEHOLDER.search(value) and (_wild(value) or (by_hand and _chosen(value))):
            return "a password or key that is named as one"
    return "a wallet's recovery phrase" if _SEED.search(text) else None


def _real(token: str) -> bool:
    """Return whether a token that has a shape is no sample."""
    return not _SAMPLE.search(token) and (len(set(token)) >= 8 or token.startswith("---"))


def _password(user: str, value: str) -> bool:
    """Return whether an address holds a password, and not a placeholder or a system's well-known default."""
    return not (_PLACEHOLDER.search(value) or value.lower() in _NO_PASSWORD or value == user or value.isdigit())


def _chosen(value: str) -> bool:
    """Return whether a value looks like a password that a person has thought up: letters with digits."""
    if not any(map(str.isdigit, value)) or _TECHNICAL.fullmatch(value):
        return False
    return value.isalnum() and (not value.isdigit() or len(value) >= 8 or len(value) == 6)


def _wild(value: str) -> bool:
    """Return whether a value looks made or chosen to be secret, and not like words, a path, a number or a call."""
    if _words(value) or re.fullmatch(r"[\d.,:/%-]+\w{0,3}|[a-z]+:.*|[/~.].*|\w+\(.*", value):
        return False
    kinds = sum(
        any(test(each) for each in value)
        for test in (str.islower, str.isupper, str.isdigit, lambda each: not each.isalnum())
    )
    digits = any(map(str.isdigit, value))
    return (kinds >= 3 and len(value) >= 8) or (kinds >= 2 and digits and len(value) >= 8 and _random(value, 2.75))


def _words(value: str) -> bool:
    """Return whether all parts of a value look like words, short numbers or names of algorithms."""
    parts = re.split(r"[-_./:+&|\\]", value.strip("."))
    return (
        all(_WORDLIKE.fullmatch(part) or _TECHNICAL.fullmatch(part) for part in parts)
        and len(max(parts, key=len)) <= 24
    )


def _random(value: str, bits: float) -> bool:
    """Return whether the entropy per character reaches so many bits."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values()) >= bits

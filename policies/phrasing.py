"""Phrasing: words that no honest memory needs, in whatever disguise.

Four kinds are held at any tier: **concealment** (something is to be kept from the user), **override** (instructions
are to be set aside, or a role put on), **trigger** (something is to be done when the user says something) and
**exfiltration** (private things are to be sent away, or what a stranger's server sends is to be run). A **standing
instruction** ("always", "from now on", "AI agents must") is fine from a person and is held below that.

The wording stands in tables, one a language (`policies.wording_english` and its siblings); what is markup or a
command rather than a sentence stands here. Held is not refused: a person decides.

Not defended: an instruction in words that nobody has listed. That is why a memory below `user-observed` is data in
any case, and why a lie in a person's mouth is theirs.
"""

from __future__ import annotations

import re
from functools import lru_cache

from policies import (
    wording_chinese,
    wording_english,
    wording_french,
    wording_german,
    wording_japanese,
    wording_more,
    wording_spanish,
)
from policies.reading import without_invisible
from policies.wording import Hit, Wording

__all__ = ["find", "standing"]

_STANDING = "standing"
_LONGEST = 120

_PRIVATE_FILE = r"(?:\.env\b(?!\.(?:example|sample|template|dist))|id_rsa|id_ed25519|\.ssh/|\.aws/|\.netrc|/etc/(?:passwd|shadow)|\.git-credentials|\.npmrc|\.kube/)"
_FETCH = r"(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|fetch)"
_SHELL = r"(?:sudo (?:-[a-z]{1,3} )?)?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|c)?sh|python3?|perl|ruby|node|php|iex|pwsh|powershell)"
_SHAPES = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        # A text that claims to be another turn of the conversation, or the system's.
        (
            "override",
            r"(?<!`)</?\s{0,3}(?:system|sys|assistant|developer|instructions?|important|information|admin|system[-_]\w{1,20})\s{0,3}>(?!`)",
        ),
        (
            "override",
            r"<\|\s{0,3}[a-z_]{2,24}\s{0,3}\|>|\[/?INST\]|<</?SYS>>|</?s>\s{0,3}\[|\[/?(?:system|sys)(?:[ _-]\w{1,20})?\]|\[(?:admin|developer) (?:message|override|mode|note|prompt)\]",
        ),
        ("override", r"^[#>*\s]{0,8}(?:system|assistant)\*{0,2}\s?:[^\n]{0,80}\byou (?:are|must|will|should)\b"),
        ("override", r"^#{1,6} ?(?:system|new system|hidden) ?(?:prompt|instructions?|message)\b"),
        ("override", r"\"role\"\s{0,3}:\s{0,3}\"(?:system|developer)\""),
        # A picture or link whose address is to be filled with what is private.
        (
            "exfiltration",
            r"\]\(\s{0,3}https?://[^)\s]{1,300}[?&=/](?:[\w.%-]{0,40}=)?[^)\s]{0,20}(?:\{\{?|\$\{|<|%7b|\[)\s{0,3}(?:[a-z_ -]{0,20}(?:data|conversation|chat|secret|key|token|password|history|prompt|memor|message|env|base64|context|summary|info|exfil))",
        ),
        ("exfiltration", r"!\[[^\]\n]{0,80}\]\(https?://[^)\s]{1,300}\?[^)\s]{0,100}=(?:\{|\$|<|%7b|\[)"),
        # What a server sends is run unseen.
        (
            "exfiltration",
            rf"\b{_FETCH}\b[^\n|]{{1,300}}\|\s{{0,3}}(?:(?:base64|gunzip|tee|xargs)[^\n|]{{0,40}}\|\s{{0,3}})?{_SHELL}\b",
        ),
        (
            "exfiltration",
            rf"\b(?:ba|z|da)?sh\b[^\n]{{0,20}}(?:<\(|\$\(|`)\s{{0,3}}{_FETCH}\b|\b(?:eval|source|exec|iex)\b\s{{0,3}}[\"'(]{{0,3}}(?:<\(|\$\(|`|\()?\s{{0,3}}{_FETCH}\b",
        ),
        (
            "exfiltration",
            r"\biex ?\(? ?\(?new-object\b|\bdownloadstring\b|\bbase64 (?:-d|-D|--decode)\b[^\n|]{0,60}\|\s{0,3}(?:sudo )?(?:ba|z|da)?sh\b",
        ),
        ("exfiltration", r"\b(?:exec|eval)\s?\(\s?(?:requests\.get|urllib|urlopen|base64|atob|await fetch)"),
        ("exfiltration", r"\b(?:wget|curl)\b[^\n]{1,200}(?:&&|;)\s{0,3}(?:chmod \+x|(?:ba|z)?sh )"),
        # Private files leave through a pipe or an upload.
        (
            "exfiltration",
            rf"\b(?:curl|wget|nc|ncat|netcat|scp|rsync|http)\b[^\n]{{0,200}}(?:@|\$\(|`|<|\s){{1,2}}[~$\w{{}}./-]{{0,60}}{_PRIVATE_FILE}",
        ),
        (
            "exfiltration",
            r"\b(?:cat|tar|zip|gpg|base64|xxd|env|printenv)\b[^\n|]{0,100}\|[^\n]{0,80}\b(?:curl|wget|nc|ncat|netcat|mail|sendmail|telnet|openssl s_client)\b",
        ),
        ("exfiltration", r"/dev/tcp/[\w.-]{1,80}/\d{1,5}|\bnc(?:at)?\b[^\n]{0,60}\s-e\s"),
        (
            "exfiltration",
            r"\b(?:curl|wget)\b[^\n]{0,200}(?:-d|--data[a-z-]{0,12}|--post-data|-F|-H|\?)[^\n]{0,60}\$\{?(?:\w{0,30}(?:TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS))\}?[^\n]{0,80}\b(?:evil|attacker|collect|exfil|webhook|requestbin|ngrok|pipedream|burpcollaborator|oast)",
        ),
    )
)


def find(text: str) -> tuple[str, str] | None:
    """Return the kind of a wording that is held at any tier and the words that match, or None.

    Linear in the length of the text.
    """
    plain = without_invisible(text)
    for kind, shape in _SHAPES:
        if match := shape.search(plain):
            return kind, match.group().strip()[:_LONGEST]
    for hit in _hits(text):
        if hit.kind != _STANDING:
            return hit.kind, hit.words[:_LONGEST]
    return None


def standing(text: str) -> str | None:
    """Return the words that make a text a standing instruction to an agent, or None."""
    return next((hit.words[:_LONGEST] for hit in _hits(text) if hit.kind == _STANDING), None)


@lru_cache(maxsize=1)
def _wording() -> Wording:
    """Return the tables of every language; made when the first text is judged."""
    return Wording(
        [
            each.TABLE
            for each in (
                wording_english,
                wording_german,
                wording_spanish,
                wording_french,
                wording_chinese,
                wording_japanese,
                wording_more,
            )
        ]
    )


@lru_cache(maxsize=8)
def _hits(text: str) -> tuple[Hit, ...]:
    """Return what matches; kept for a moment, because a text is asked about twice."""
    return tuple(_wording().hits(text))

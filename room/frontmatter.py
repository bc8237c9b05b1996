"""Front matter: the few lines of YAML above a topic, read as text and never as anything else.

Two readers give the same answer. The fast one understands plain `key: value` lines and one level below a
key, which is what Scribe and its hosts write, and gives up on everything else; then PyYAML reads the block,
with every scalar a text (`description: no` is the word, a date is its digits). A block that is not YAML is
read line by line as far as that makes sense, and the document says so.

Not defended: what a text means. Anchors are resolved by PyYAML, whose results share what they repeat, so a
nest of them costs no memory; values that are not texts are left out.
"""

from __future__ import annotations

import re
from typing import Any

__all__ = ["Fields", "plain", "quoted", "read"]

Fields = dict[str, Any]
"""Key to text, or to a mapping of key to text for one level below."""

_KEY = r"[A-Za-z_][A-Za-z0-9_-]*"
# A plain scalar that no YAML rule can make anything else of: no indicator at its start, no ": ", no " #".
_PLAIN = r"[A-Za-z0-9_/(.+][^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff:#]*(?:(?::(?=[^\s:#\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff])|(?<=[^\s])#)[^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff:#]*)*"
_SINGLE = r"'[^'\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff]*'"
_DOUBLE = r'"[^"\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff]*"'
_LINE = re.compile(rf"(  )?({_KEY}):(?: +({_PLAIN}|{_SINGLE}|{_DOUBLE}))? *")
_LOOSE = re.compile(rf"\s*({_KEY})\s*:\s*(.*)")


def read(block: str) -> tuple[Fields, str]:
    """Read a block.

    Args:
        block: the lines between the fences, with `\\n` at their ends.

    Returns:
        The fields, and what is wrong with the block ("" if nothing is).
    """
    fields = _fast(block)
    return (fields, "") if fields is not None else _with_yaml(block)


def _fast(block: str) -> Fields | None:
    """Return the fields, or None where a line is not of the plain kind."""
    fields: Fields = {}
    below: dict[str, str] | None = None
    for line in block.split("\n"):
        if not line:
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        indent, key, value = match.groups()
        text = value.rstrip(" ") if value is not None else None
        if text and text[0] in "'\"":
            text = text[1:-1]
        if indent:
            if below is None or text is None:
                return None
            below[key] = text
        elif text is None:
            below = {}
            fields[key] = below
        else:
            below = None
            fields[key] = text
    # A key with nothing below it is an empty text to YAML.
    return {key: "" if value == {} else value for key, value in fields.items()}


def _with_yaml(block: str) -> tuple[Fields, str]:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        value = yaml.load(block, Loader=loader)  # noqa: S506 - a base loader makes texts, lists and mappings.
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        return _loose(block), f"its front matter is not YAML ({type(error).__name__}); it is read line by line"
    if value in (None, ""):
        return {}, ""
    if not isinstance(value, dict):
        return _loose(block), "its front matter is not a mapping; it is read line by line"
    fields: Fields = {}
    for key, each in value.items():
        if isinstance(key, str) and isinstance(each, str):
            fields[key] = each
        elif isinstance(key, str) and isinstance(each, dict):
            fields[key] = {k: v for k, v in each.items() if isinstance(k, str) and isinstance(v, str)}
    return fields, ""


def _loose(block: str) -> Fields:
    matches = (_LOOSE.fullmatch(line) for line in block.split("\n"))
    return {match[1]: match[2].strip().strip("'\"") for match in matches if match}


_SAFE = re.compile(r"[A-Za-z\u00c0-\u024f][^\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\"'\\:#{}\[\],&*!|>%@`]*")
_WORDS_OF_YAML = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"}


def plain(text: str) -> bool:
    """Return whether a text can stand in YAML without quotes and be read as the same text by any reader."""
    return _SAFE.fullmatch(text) is not None and text == text.strip() and text.lower() not in _WORDS_OF_YAML


def quoted(text: str) -> str:
    """Return a text as a YAML scalar on one line; double-quoted with JSON's escapes where it has to be.

    JSON's escapes are a subset of YAML's (YAML 1.2, section 1.3).
    """
    if plain(text):
        return text
    import json

    escaped = json.dumps(text, ensure_ascii=False)
    hidden = {0x7F, 0x2028, 0x2029, 0xFEFF} | set(range(0x80, 0xA1))
    return "".join(f"\\u{ord(each):04x}" if ord(each) in hidden else each for each in escaped)

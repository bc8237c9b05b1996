"""Front matter: the few lines of YAML above a topic, read as text and never as anything else.

Two readers give the same answer. The fast one understands plain `key: value` lines and one level below a key, which
is what Scribe and its hosts write, and gives up on everything else. Then PyYAML's parser reads the block, with every
scalar a text: `description: no` is the word, a date is its digits. A block that is not YAML is read line by line as
far as that makes sense, and the answer says so.

PyYAML is asked for events and not for values. Its composer calls itself for each level, so two hundred thousand
brackets crash the interpreter (seen with libyaml 0.2.5), while a loop over events can stop. What an anchor names is
shared and never copied, so a nest of aliases costs nothing.

Not defended: what a text means.
"""

from __future__ import annotations

import json
import re
from typing import Any

__all__ = ["Fields", "quoted", "read", "unquoted"]

Fields = dict[str, "str | dict[str, str | None] | None"]
"""Key to text, or to a mapping of key to text; None stands for whatever is neither, such as a list."""

_LARGEST = 64 * 1024
_DEEPEST = 32
_SHORT, _KEPT = 28, 512

# What YAML does not take as printable, what it takes as a line break, and what editors take as a space (YAML 1.1, 5.1).
_ODD = r"\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
_KEY = r"[A-Za-z_][A-Za-z0-9_-]*"
# A scalar without quotes: no indicator at its start, no ": ", no " #".
_REST = rf"[^{_ODD}:#]*(?:(?::(?=[^{_ODD} ])|(?<! )#)[^{_ODD}:#]*)*"
_PLAIN = rf"[^{_ODD} \-?:,\[\]{{}}#&*!|>'\"%@`]{_REST}"
_SINGLE = rf"'(?:[^{_ODD}']|'')*'"
_DOUBLE = rf'"(?:[^{_ODD}"\\]|\\["\\])*"'
_LINE = re.compile(rf"(?:( *)({_KEY}):(?: +({_PLAIN}|{_SINGLE}|{_DOUBLE}))?)? *(?:(?<![^ ])#[^{_ODD}]*)?")
_LOOSE = re.compile(rf"([ \t]*)({_KEY})[ \t]*:(?:[ \t]+(.*)|)")

_ESCAPED = re.compile(r'\\(["\\])')
_LETTER = re.compile(r"[^\W\d_]")
_UNQUOTED = re.compile(_PLAIN)
_HIDDEN = re.compile(rf"[{_ODD}]")
# Plain words that YAML 1.1 readers take for something else (yaml.org/type/bool, null).
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def read(block: str) -> tuple[Fields | None, str]:
    """Read a block.

    Args:
        block: the lines between the fences, each with `\\n` at its end.

    Returns:
        The fields, or None where the block holds none and is no front matter at all; and what is wrong with it,
        "" if nothing is.
    """
    fields = _fast(block)
    return (fields, "") if fields is not None else _slow(block)


def _fast(block: str) -> Fields | None:
    """Return the fields, or None where a line is not of the plain kind."""
    fields: Fields = {}
    above = column = ""
    below: dict[str, str | None] | None = None
    for line in block.split("\n"):
        row = _ROWS.get(line) or _row(line)
        if row is None:
            return None
        indent, key, text, bare = row
        if not key:
            continue
        if not indent:
            fields[key] = text
            above = key if bare else ""
            below = None
            continue
        if below is None:
            # Deeper lines below a value would continue it, or be an error.
            if not above:
                return None
            column = indent
            fields[above] = below = {}
        elif indent != column:
            return None
        below[key] = text
    return fields


_Row = tuple[str, str, str, bool]
"""Indent, key, text, and whether the text is empty without quotes."""
_ROWS: dict[str, _Row] = {}
"""Short lines that were understood: most lines of a room stand in many topics (`  type: project`)."""
_HEADS: dict[str, tuple[str, str]] = {}
"""What stood before a colon, indent and key: the keys are few, and matching them costs most."""


def _row(line: str) -> _Row | None:
    """Return what a line says; None for a line that is not of the plain kind."""
    head, _, text = line.partition(": ")
    known = _HEADS.get(head)
    # What Python prints, YAML prints; the rest is the rule for plain scalars, for the values that most topics have.
    if (
        known
        and text[:1].isalnum()
        and text[-1] not in ": "
        and ": " not in text
        and " #" not in text
        and text.isprintable()
    ):
        row = (*known, text, False)
    else:
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        indent, key, text = match.groups("")
        if key and len(head) <= _SHORT and len(_HEADS) < _KEPT:
            _HEADS[indent + key] = (indent, key)
        row = (indent, key, unquoted(text) if text[:1] in ("'", '"') else text.rstrip(" "), not text)
    if len(line) <= _SHORT and len(_ROWS) < _KEPT:
        _ROWS[line] = row
    return row


def unquoted(text: str) -> str:
    """Return what a scalar in quotes says, as the fast reader takes it: no escapes but of quotes and backslashes."""
    inner = text[1:-1]
    if text[0] == "'":
        return inner.replace("''", "'")
    return _ESCAPED.sub(r"\1", inner) if "\\" in inner else inner


def _slow(block: str) -> tuple[Fields | None, str]:
    import yaml

    if len(block) > _LARGEST:
        return _loose(block), f"its front matter is longer than {_LARGEST} characters; it is read line by line"
    try:
        tree = _tree(block)
    except (yaml.YAMLError, ValueError) as error:
        why = getattr(error, "problem", None) or str(error)
        return _loose(block), f"its front matter is not YAML ({why}); it is read line by line"
    if tree is None:
        return {}, ""
    if not isinstance(tree, dict):
        return None, ""
    return {key: _flat(value) for key, value in tree.items()}, ""


def _flat(value: Any) -> str | dict[str, str | None] | None:
    if isinstance(value, dict):
        return {key: each if isinstance(each, str) else None for key, each in value.items()}
    return value if isinstance(value, str) else None


def _tree(block: str) -> Any:
    """Return the block's one document as texts, lists and mappings; None where it is empty.

    Raises:
        yaml.YAMLError, ValueError: it is not YAML, or not YAML that front matter is made of.
    """
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    document: list[Any] = []
    anchors: dict[str, Any] = {}
    # Each open collection, with the key that waits for its value.
    opened: list[tuple[Any, list[str]]] = []
    for event in yaml.parse(block, Loader=loader):
        if isinstance(event, yaml.CollectionEndEvent):
            opened.pop()
            continue
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in anchors:
                raise ValueError("an alias without its anchor")
            value = anchors[event.anchor]
        elif isinstance(event, yaml.ScalarEvent):
            value = event.value
        elif isinstance(event, yaml.MappingStartEvent):
            value = {}
        elif isinstance(event, yaml.SequenceStartEvent):
            value = []
        else:
            continue
        if not isinstance(event, yaml.AliasEvent) and event.anchor:
            anchors[event.anchor] = value
        _put(opened[-1] if opened else (document, []), value)
        if isinstance(event, yaml.CollectionStartEvent):
            opened.append((value, []))
            if len(opened) > _DEEPEST:
                raise ValueError("nested too deeply")
    if len(document) > 1:
        raise ValueError("more than one document")
    return document[0] if document else None


def _put(place: tuple[Any, list[str]], value: Any) -> None:
    """Put a value into a collection; in a mapping the first of two is the key."""
    collection, key = place
    if isinstance(collection, list):
        collection.append(value)
    elif key:
        collection[key.pop()] = value
    elif isinstance(value, str):
        key.append(value)
    else:
        raise ValueError("a key that is not a text")


def _loose(block: str) -> Fields | None:
    """Return what lines of the form `key: value` say; what is indented belongs to the key above that has no value."""
    fields: Fields = {}
    below: dict[str, str | None] | None = None
    above = ""
    for line in block.split("\n"):
        match = _LOOSE.fullmatch(line)
        if match is None:
            continue
        indent, key, rest = match.groups()
        text = (rest or "").strip()
        if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
            text = text[1:-1]
        if not indent or not above:
            fields[key] = text
            above = key if not text and not indent else ""
            below = None
        else:
            if below is None:
                fields[above] = below = {}
            below[key] = text
    return fields or None


def quoted(text: str) -> str:
    """Return a text as a YAML scalar on one line, without quotes where every reader takes it for the same text.

    Quotes are double ones with JSON's escapes, which are YAML's as well (YAML 1.2, section 1.3).
    """
    if _LETTER.match(text) and text[-1] != " " and _UNQUOTED.fullmatch(text) and text.lower() not in _WORDS:
        return text
    whole = text.encode("utf-8", "replace").decode("utf-8")
    escaped = json.dumps(whole, ensure_ascii=False)
    return _HIDDEN.sub(lambda match: f"\\u{ord(match.group()):04x}", escaped)

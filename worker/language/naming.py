"""Names and descriptions: what a memory is called, so that a person finds it in a folder."""

from __future__ import annotations

from worker.language.sentences import words

__all__ = ["described", "named"]

_LONGEST_SLUG, _LONGEST_DESCRIPTION, _MOST_WORDS = 48, 110, 7
_SKIPPED = frozenset(
    "a an the that this to of in on at is are was be we i you our my your it and or with for from as please have has had will "
    "i'm we're we've let's i'd its it's der die das ein eine und zu ich wir mein meine unser unsere ist sind el la los las un "
    "una de y en que es son nuestro nuestra le les des du et est je nous notre nos on au aux".split()
)


def described(body: str) -> str:
    """Return one line of at most 110 characters."""
    line = body.rstrip(".\u3002") if body.count(".") <= 1 else body
    if len(line) <= _LONGEST_DESCRIPTION:
        return line
    return line[: _LONGEST_DESCRIPTION - 1].rpartition(" ")[0] + "\u2026"


def named(kind: str, body: str) -> str:
    """Return a file name: type and subject, of letters, digits and hyphens."""
    kept: list[str] = []
    for word in words(body):
        if word in _SKIPPED or (kept and len(kept) >= _MOST_WORDS):
            continue
        clean = "".join(each if each.isalnum() else "-" for each in word.replace("'", "")).strip("-")
        while "--" in clean:
            clean = clean.replace("--", "-")
        if clean:
            kept.append(clean)
    slug = ""
    for word in kept:
        if slug and len(slug) + 1 + len(word) > _LONGEST_SLUG:
            break
        slug = f"{slug}-{word}" if slug else word[:_LONGEST_SLUG]
    return f"{kind}-{slug.strip('-') or 'memory'}.md"

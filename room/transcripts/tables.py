"""Tables of names (tags, tools, types of records), written one word after the other as one reads them."""

from __future__ import annotations


def names(*lines: str) -> frozenset[str]:
    """Return the words that stand in some lines, parted by spaces."""
    return frozenset(word for line in lines for word in line.split())

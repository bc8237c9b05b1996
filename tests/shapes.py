"""What a reader of markdown makes of a text, for tests that strangers' words stay words."""

from __future__ import annotations

from markdown_it import MarkdownIt


def shape(text: str) -> list[tuple[str, int]]:
    """Return what a CommonMark parser makes of a text beside paragraphs, code and words, with how deep it lies."""
    found = []
    for token in MarkdownIt("commonmark").parse(text):
        if token.type not in ("inline", "code_block", "paragraph_open", "paragraph_close"):
            found.append((token.type, token.level))
        found += [(each.type, 0) for each in token.children or [] if each.type in ("link_open", "image", "html_inline")]
    return found

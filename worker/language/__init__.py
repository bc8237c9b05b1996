"""What the offline writer knows of languages: tables of forms as data, and the small machines that read by them.

    block ─▶ sentences ─▶ tokens ─▶ statements        (worker.writer makes memories of the statements)

`sentences` finds what a person wrote between pastes, code and quotations; `tokens` cuts a sentence into
words; `matcher` compares them with a table's rows; `statement` decides what a sentence says; `subject` what
that is about. The tables, one file per language, are plain text: a new form is a new line.

The process that reads strangers' words has no engine that backtracks. Every step takes time linear in
the length of the text, whatever the text is.
"""

from __future__ import annotations

from worker.language.english import ENGLISH
from worker.language.tokens import is_dense

__all__ = ["LANGUAGES", "languages"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from worker.language.table import Language

LANGUAGES = (ENGLISH,)


def languages(text: str, start: int, end: int) -> list[Language]:
    """Return the languages that a sentence may be in, the most likely first; at least one."""
    return [ENGLISH]

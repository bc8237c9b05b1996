"""How many words of prose stand in a text: the measure of the skip rule `too-few-words`.

What a person wrote counts; what they pasted or quoted does not: fenced code, quoted lines, addresses, log
lines, stack traces, diffs, shell prompts. A word needs a letter. Languages that put no spaces between words
are counted by letters: two of Chinese or Japanese, three of Thai, Lao, Khmer or Burmese make a word, rounded
up in each unbroken run. Korean, like European languages, is counted by its spaces.

Everything is one pass with patterns that do not backtrack: the text is a stranger's.
"""

from __future__ import annotations

import re
import unicodedata

# Han, kana and their half-width forms: about two letters a word.
_DENSE = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
# Thai, Lao, Burmese, Khmer: about three letters a word when vowel signs and tone marks are left out.
_SPACELESS = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"

_RUN = re.compile(f"(?P<dense>[{_DENSE}]+)|(?P<spaceless>[{_SPACELESS}]+)|[^\\s{_DENSE}{_SPACELESS}]+")
_LETTERS = {"dense": 2, "spaceless": 3}

_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]{0,20}://|www\.|mailto:)\S*", re.IGNORECASE)
_INLINE = re.compile(r"`[^`\n]{1,200}`")

# A line of any of these shapes was printed by a program and pasted.
_PRINTED = re.compile(
    r"""\s*(?:
        >                                             # a quotation
      | (?:diff\ --git|index\ [0-9a-f]{7,}|@@\ |\+\+\+\ |---\ [ab/])
      | Traceback\ \(most\ recent | File\ ".{1,300}",\ line\ \d
      | at\ .{0,200}[(:]\S{0,200}:\d+                    # a frame of JavaScript or Java
      | \[?\d{4}-\d\d-\d\d[T\ ]\d\d:\d\d                # a log line
      | \[?\d\d:\d\d:\d\d[\].,\ ]
      | \[?(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|TRACE)\b[\]:\ ]
      | [$%]\ [a-z./~]\S*\ [-./\w]                     # a shell's prompt
      | \S{1,40}@\S{1,60}:\S{0,200}[$\#]\               # the same with its host
      | \|.{0,2000}\|\s*$                              # a table
      | \[Pasted\ text | \[Image
    )""",
    re.VERBOSE,
)
_CODE_MARKS = frozenset("{}[]();=<>|\\&$")


def count_words(text: str) -> int:
    """Return the number of words of prose in a text.

    Args:
        text: what a person wrote, with whatever they pasted into it.
    """
    return sum(map(_words_of_line, _prose_lines(text)))


def _prose_lines(text: str) -> list[str]:
    """Return the lines of a text that are neither in a fence nor printed by a program."""
    lines: list[str] = []
    fence = ""
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if fence:
            # A fence ends with a line of its own mark, at least as long (CommonMark 0.31, section 4.5).
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        elif not _PRINTED.match(line) and not _is_code(line):
            lines.append(line)
    return lines


def _is_code(line: str) -> bool:
    """Tell whether a line looks like source code or data: more than a sixth of it is program marks."""
    bare = _INLINE.sub("", line).strip()
    return len(bare) > 15 and sum(mark in _CODE_MARKS for mark in bare) * 6 > len(bare)


def _words_of_line(line: str) -> int:
    """Count the words of one line of prose. A stretch of inline code stands for a noun: one word."""
    words = 0
    line = _ADDRESS.sub(" ", line)
    for run in _RUN.finditer(_INLINE.sub(" code ", line)):
        kind = run.lastgroup
        if kind is not None:
            letters = sum(unicodedata.category(mark)[0] == "L" for mark in run[0])
            words += -(-letters // _LETTERS[kind])
        elif not run[0].startswith("-") and any(map(str.isalpha, run[0])):
            # What begins with a hyphen is an option of a command, or a bullet without its space.
            words += 1
    return words

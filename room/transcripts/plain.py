"""Plain text: a conversation with speakers' names, or a person's notes.

A line that begins with a speaker's name and a colon (`User:`, `**Assistant:**`, `用户：`) begins a turn. What
stands before the first is the host's. A name of a person counts outside of code fences only; the others
count anywhere, because they can only lower the trust.

A text without any speaker is notes. A person who names the file at the command line gives their own notes,
and they are one turn of origin "user"; a file that a host names is not known to be anybody's and is "tool".

Not defended: in a plain text everybody can write `User:` at the start of a line, and so can a page that the
assistant has quoted. Give such a conversation in a format with roles.
"""

from __future__ import annotations

import re

from room.transcripts.drafts import Drafts
from room.transcripts.turns import Origin

# Names that make a text a conversation. The others begin a turn within one: "System:" stands in notes too.
_TALKERS: dict[str, Origin] = {
    **dict.fromkeys(("user", "human", "you", "you said", "me"), "user"),
    **dict.fromkeys(("benutzer", "nutzer", "mensch", "usuario", "utilisateur", "用户", "人类"), "user"),
    **dict.fromkeys(("ユーザー", "人間", "사용자"), "user"),
    **dict.fromkeys(("assistant", "ai", "bot", "claude", "claude code", "chatgpt", "chatgpt said"), "assistant"),
    **dict.fromkeys(("gpt", "codex", "gemini", "qwen", "copilot", "assistent", "asistente"), "assistant"),
    **dict.fromkeys(("助手", "助理", "アシスタント", "어시스턴트"), "assistant"),
}
_SPEAKERS: dict[str, Origin] = {
    **_TALKERS,
    **dict.fromkeys(("tool", "tool result", "tool output", "function"), "tool"),
    **dict.fromkeys(("system", "developer", "system prompt"), "system"),
}
_LABEL = re.compile(
    r"[ \t]{0,3}(?:#{1,6}[ \t]{1,3})?\*{0,2}([^\W\d_][\w ]{0,20})\*{0,2}[ \t]{0,3}[:：]\*{0,2}[ \t]{0,3}"
)
_HEADING = re.compile(r"#{1,6}[ \t]{1,3}\*{0,2}([^\W\d_][\w ]{0,20})\*{0,2}[ \t]{0,9}")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")


def read_plain(text: str, drafts: Drafts, *, hook: bool) -> int:
    """Make drafts of a plain text.

    Args:
        text: the whole file.
        drafts: where they go.
        hook: a host named the file, and not a person.

    Returns:
        The number of pieces that were found.
    """
    pieces = _pieces(text)
    if pieces is None:
        whole = text.replace("\r\n", "\n").strip()
        if hook:
            drafts.say("tool", whole, 1)
        else:
            drafts.person([whole], 1)
        return 1
    for origin, line, said in pieces:
        if origin == "user":
            drafts.person([said], line)
        else:
            drafts.say(origin or "system", said, line)
    return len(pieces)


def _pieces(text: str) -> list[tuple[Origin | None, int, str]] | None:
    """Part a text at its speakers' names: author (None before the first), line, words. None: nobody talks."""
    pieces: list[tuple[Origin | None, int, list[str]]] = [(None, 1, [])]
    fenced = talk = False
    for number, line in enumerate(text.splitlines(), 1):
        if _FENCE.match(line):
            fenced = not fenced
        label = _LABEL.match(line) or _HEADING.fullmatch(line)
        name = label[1].strip().lower() if label else ""
        speaker = _SPEAKERS.get(name)
        if label is None or speaker is None or (fenced and speaker == "user"):
            pieces[-1][2].append(line)
            continue
        talk = talk or name in _TALKERS
        fenced = False
        pieces.append((speaker, number, [line[label.end() :]]))
    if not talk:
        return None
    said = [(origin, line, "\n".join(lines).strip()) for origin, line, lines in pieces]
    return [piece for piece in said if piece[2]]

"""Messages in the form of the Gemini API: a `role` and `parts` of text, calls and answers.

Gemini CLI and Qwen Code keep their chats so, and saved checkpoints of both are lists of such messages. Parts
marked as a thought are left out, and so are images and other data.
"""

from __future__ import annotations

from collections.abc import Mapping

from room.transcripts.drafts import Drafts, text_of
from room.transcripts.turns import Origin

_REFERENCES = "--- Content from referenced files ---"


class Parts:
    """Makes drafts of lists of parts."""

    def __init__(self, drafts: Drafts) -> None:
        self._to = drafts

    def take(
        self,
        parts: object,
        origin: Origin,
        line: int,
        at: object = None,
        *,
        cwd: object = None,
        failed: bool = False,
    ) -> None:
        """Read the parts of one message.

        Args:
            parts: a list of parts, one part, or a text.
            origin: whose the text parts are; "user" parts are parted from the host's words.
            line: where the message stands.
            at: its time.
            cwd: the working directory of tool calls.
            failed: the tools whose answers stand here have failed.
        """
        said: list[object] = []
        references: list[str] = []
        for part in parts if isinstance(parts, list) else [parts]:
            text = part if isinstance(part, str) else part.get("text") if isinstance(part, Mapping) else None
            if not isinstance(text, str):
                if isinstance(part, Mapping):
                    self._other(part, line, at, cwd, failed)
            elif isinstance(part, Mapping) and part.get("thought"):
                continue
            elif origin != "user":
                self._to.say(origin, text, line, at)
            elif references or text.lstrip().startswith(_REFERENCES):
                # From here on stand the files that a person referred to, up to the end of the message.
                references.append(text)
            else:
                said.append(text)
        self._to.person(said, line, at)
        for text in references:
            self._to.say("tool", text, line, at)

    def _other(self, part: Mapping[str, object], line: int, at: object, cwd: object, failed: bool) -> None:
        """Read a part that is a tool's call or its answer."""
        call, answer = part.get("functionCall"), part.get("functionResponse")
        if isinstance(call, Mapping):
            self._to.call(call.get("name"), call.get("args"), line, at, id=call.get("id"), cwd=cwd)
        elif isinstance(answer, Mapping):
            response = answer.get("response")
            failed = failed or (isinstance(response, Mapping) and "error" in response)
            text = text_of(response)
            self._to.result(text, line, at, id=answer.get("id"), name=answer.get("name"), failed=failed)

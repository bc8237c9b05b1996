"""The prompts: files that a person can read, filled in with what is true of this run.

`prompts/writer.md` is the system prompt. It is the supervisor's and never passes through a child. It is the same for
every call of a run, so that the API can keep it in its cache. `prompts/conversation.md` stands before the conversation.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from string import Template

from policies import caps
from policies.caps import Caps
from room.catalogue import Memory

__all__ = ["conversation", "notices", "system_prompt"]

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "prompts")


def system_prompt(rooms: Mapping[str, list[Memory]], bounds: Caps) -> str:
    """Return the system prompt of a run.

    Args:
        rooms: each room's name and its memories, the run's own room first.
        bounds: the profile's caps.
    """
    template = Template(_text("writer.md"))
    return template.substitute(paths=_paths(list(rooms)), caps=_caps(rooms, bounds))


def conversation() -> str:
    """Return what a model is told before the conversation."""
    return _text("conversation.md").strip()


def notices(rooms: Mapping[str, list[Memory]], bounds: Caps) -> list[str]:
    """Return a reminder for each dimension of each index that is at least four fifths full."""
    found = []
    for name, memories in rooms.items():
        lines, characters = _size(memories)
        reminders = caps.reminders(bounds, lines, characters)
        found += [f"{name}: {each}" if len(rooms) > 1 else each for each in reminders]
    return found


def _text(name: str) -> str:
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
        return file.read()


def _paths(names: list[str]) -> str:
    if len(names) == 1:
        return "Its files are `/memories/…`."
    return (
        "There are two rooms: `/memories/user/…` for what is about the person and holds in every project, and "
        "`/memories/project/…` for everything else. A memory stays in its room."
    )


def _caps(rooms: Mapping[str, list[Memory]], bounds: Caps) -> str:
    lines = []
    for name, memories in rooms.items():
        count, characters = _size(memories)
        pinned = sum(each.pinned for each in memories)
        lines.append(
            f"- {name}: {len(memories)} of at most {bounds.memories} memories ({pinned} pinned); index {count} of "
            f"{bounds.index_lines} lines, {characters} of {bounds.index_chars} characters."
        )
    lines.append(
        f"- This run: at most {bounds.run_writes} writes, {bounds.run_bytes} bytes, {bounds.memory_bytes} bytes a "
        f"memory, and deletions of no more than {bounds.deletions_share:.0%} of what is not pinned."
    )
    lines += [f"- {each}" for each in notices(rooms, bounds)]
    return "\n".join(lines)


def _size(memories: list[Memory]) -> tuple[int, int]:
    return caps.index_size((each.path, each.description) for each in memories)

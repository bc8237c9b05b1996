"""Rooms that exist only as facts: the guard judges them like real ones, on every system, case-folding ones included."""

from __future__ import annotations

from policies.facts import Component, Facts
from policies.names import normal_form


class Imagined:
    """A `look` for a room that is written down as lines.

    `"d/"` is a directory, `"a.md"` a file, `"l => x"` a symbolic link, `"l =junction=> x"` a junction, `"p |"` a pipe,
    `"d/ @"` a mount point, `"d/ !"` a directory that cannot be searched, `"h.md == pinned/a.md"` a second name of a
    file. Directories on the way are made. What lies outside the room (`$`) is not imagined.

    Args:
        lines: the room.
        folds: the file system takes names with the same normal form for the same name.
    """

    def __init__(self, *lines: str, folds: bool = False) -> None:
        self._fold = normal_form if folds else str
        self._here: dict[str, tuple[str, str]] = {}
        self.asked = 0
        for line in lines:
            name, _, rest = line.partition(" ")
            if name.endswith(":") or name.startswith("$"):
                continue
            kind = {"": "file", "=>": "link", "=junction=>": "link", "|": "other", "==": "hard"}.get(
                rest.split(" ")[0], ""
            )
            if name.endswith("/"):
                kind = {"@": "mount", "!": "closed"}.get(rest, "directory")
            parts = name.rstrip("/").split("/")
            for at in range(1, len(parts)):
                self._put("/".join(parts[:at]), "directory", "")
            assert kind, line
            self._put("/".join(parts), kind, rest.partition(" ")[2])

    def _put(self, path: str, kind: str, target: str) -> None:
        self._here.setdefault(path, (kind, target))

    def __call__(self, path: str) -> Facts:
        """Return the facts of a path, as `room.facts.Look` would."""
        self.asked += 1
        found: list[Component] = []
        above = ""
        names = path.split("/") if path else []
        for at, name in enumerate(names):
            missing = len(names) - at - 1
            there = {each.rpartition("/")[2]: each for each in self._here if each.rpartition("/")[0] == above}
            same = [each for each in there if self._fold(each) == self._fold(name)]
            if not same:
                key = normal_form(name)
                twins = sorted(self._component(each, there[each]) for each in there if normal_form(each) == key)
                return Facts(tuple(found), missing + 1, tuple(twins))
            above = there[same[0]]
            kind, target = self._here[above]
            found.append(self._component(name, above))
            if kind == "mount":
                return Facts(tuple(found), missing, mount=True)
            if kind == "closed" and missing:
                return Facts(tuple(found), missing, unknown="Permission denied")
            if kind == "hard":
                return Facts(tuple(found), missing, pinned_alias=target if target.startswith("pinned/") else None)
            if kind != "directory":
                return Facts(tuple(found), missing)
        return Facts(tuple(found))

    def _component(self, name: str, path: str) -> Component:
        kind = self._here[path][0]
        links = 2 if kind == "hard" else 1
        return Component(name, {"hard": "file", "mount": "directory", "closed": "directory"}.get(kind, kind), links)

    def is_plain_file(self, path: str) -> bool:
        """Return whether a path is a regular file with one name in ordinary directories."""
        facts = self(path)
        last = facts.components[-1] if facts.components else None
        return last is not None and not facts.missing and last.kind == "file" and last.links == 1 and not facts.mount

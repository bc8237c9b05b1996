"""What the file system knows of a path, as values: the guard judges these and never looks itself.

`room.facts.Look` gathers them from handles; tests write them by hand, which is how junctions and foreign mounts are
judged on every system.

Not defended: facts are true of the moment in which they were gathered. A link that is put in the way afterwards is
met by the hand, which walks again by handle, and by the kernel, which confines the hand to the room.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Component", "Facts"]


class Component(NamedTuple):
    """One existing name of a path.

    Attributes:
        name: as it was asked for, or, for a twin, as it stands in its directory.
        kind: "file", "directory", "link" (symbolic link, junction or another reparse point) or "other" (fifo, socket,
            device).
        links: how many names the file has.
        device: the file system's number.
        inode: the file's number there.
    """

    name: str
    kind: str
    links: int = 1
    device: int = 0
    inode: int = 0


class Facts(NamedTuple):
    """What stands on a path.

    Attributes:
        components: the names that exist, from the root's first child on. They end early at a link, at a mount point
            and at a file that stands where a directory is needed.
        missing: how many names at the end were not reached.
        twins: what stands beside the first missing name under another spelling of it.
        mount: the last component is a mount point.
        pinned_alias: the path below the root of a pinned memory that is the same file, if there is one.
        unknown: why the file system could not be asked, or "".
    """

    components: tuple[Component, ...] = ()
    missing: int = 0
    twins: tuple[Component, ...] = ()
    mount: bool = False
    pinned_alias: str | None = None
    unknown: str = ""

    @property
    def twin(self) -> str | None:
        """The path below the root of another spelling of the first missing name, if there is one."""
        return self.beside(self.twins[0].name) if self.twins else None

    @property
    def kind(self) -> str:
        """What the whole path is: a component's kind, "directory" for the root, "absent" if a name is missing."""
        if self.missing or self.unknown:
            return "absent"
        return self.components[-1].kind if self.components else "directory"

    def beside(self, name: str) -> str:
        """Return the path below the root of a name that stands where the first missing one would."""
        return "/".join([*(each.name for each in self.components), name])

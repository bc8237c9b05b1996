"""The shared path vectors: reading them, and building their set-ups for real.

The set-up language is the one in the header of `vectors/paths.yaml`: `"d/"`, `"f"`, `"l => t"`, `"h == t"`,
`"l =junction=> t"`, `"fifo: f"`, `"socket: f"`, `"chardev: f"`, `"fs: ..."`, `"root: ..."`; $OUT, $PARENT, {ROOTNAME}.
"""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.shared import shared

_DEEP = 16
_LONG_LINK = "l" * 254


@dataclass(frozen=True)
class Site:
    """Where a vector is built: the room's directory as it is named, its parent, and a directory outside."""

    root: Path
    out: Path

    @classmethod
    def below(cls, folder: Path) -> Site:
        """Make the three directories."""
        root, out = folder / "parent" / "room", folder / "out"
        root.mkdir(parents=True)
        out.mkdir()
        return cls(root, out)

    def put(self, text: str) -> str:
        """Return a text of a vector with its placeholders filled in."""
        filled = text.replace("{ROOTNAME}", self.root.name).replace("{ROOT}", str(self.root))
        return filled.replace("$OUT", str(self.out)).replace("$PARENT", str(self.root.parent))

    def build(self, setup: list[str]) -> Site:
        """Build a set-up and return the site as the vector means it: its room may have become a link.

        Skips the test where this system cannot make what the set-up needs.
        """
        site = self
        for line in setup:
            kind, colon, rest = line.partition(": ")
            if kind == "root" and colon:
                link = self.root.with_name("link-to-room")
                link.symlink_to(self.root.name)
                site = Site(link, self.out)
            elif kind in ("fifo", "socket", "chardev") and colon:
                self._node(kind, self.root / rest)
            elif kind == "chain":
                self._chain()
            elif kind in ("deepest level", "note", "fs") or line.startswith("escape => a/b/c"):
                # The chain is built whole; what a foreign file system would fold, the guard folds everywhere.
                continue
            else:
                self._plain(line)
        return site

    def _plain(self, line: str) -> None:
        for sign in (" => ", " == ", " =junction=> "):
            name, found, target = line.partition(sign)
            if found:
                break
        path = self.root / self.put(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if sign == " =junction=> " and found:
            pytest.skip("this system has no junctions; they are judged by imagined facts")
        elif sign == " => " and found:
            path.symlink_to(self.put(target))
        elif sign == " == " and found:
            os.link(self.root / self.put(target), path)
        elif name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.write_text("text\n")

    def _node(self, kind: str, path: Path) -> None:
        if kind == "fifo":
            os.mkfifo(path)
        elif kind == "socket":
            with socket.socket(socket.AF_UNIX) as server:
                # A name of a socket has at most 107 bytes (unix(7)), one in the current directory is short.
                here = os.open(".", os.O_RDONLY)
                try:
                    os.chdir(path.parent)
                    server.bind(path.name)
                finally:
                    os.fchdir(here)
                    os.close(here)
        else:
            try:
                os.mknod(path, 0o020600, os.makedev(1, 3))
            except PermissionError:
                pytest.skip("making a device needs root")

    def _chain(self) -> None:
        """Build the links of CVE-2025-4517: they expand to more than PATH_MAX, so realpath gives up inside."""
        held = os.open(self.root, os.O_RDONLY)
        letters = "abcdefghijklmnop"[:_DEEP]
        for letter in letters:
            os.mkdir("d" * 240, dir_fd=held)
            os.symlink("d" * 240, letter, dir_fd=held)
            below = os.open("d" * 240, os.O_RDONLY, dir_fd=held)
            os.close(held)
            held = below
        os.symlink("../" * _DEEP, _LONG_LINK, dir_fd=held)
        os.close(held)
        (self.root / "escape").symlink_to("/".join(letters) + f"/{_LONG_LINK}/..")


def vectors() -> list[Any]:
    """Return the vectors as parameters of a test, or one that skips and says which file is missing."""
    try:
        path = shared("vectors/paths.yaml")
    except pytest.skip.Exception as skipped:
        return [pytest.param({}, marks=pytest.mark.skip(reason=str(skipped)))]
    return [pytest.param(each, id=each["id"]) for each in yaml.safe_load(path.read_text(encoding="utf-8"))]

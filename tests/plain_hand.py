"""A hand by names, where there are no handles to work from: what the store's tests need of one, and no more.

It compares before it renames, which the real hand does not (`worker.beneath`); nothing but tests may use it.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Sequence

from room.handles import Directory, TooLargeError
from worker.refusal import Refused, Translated

_MAX_FILE = 2 << 20


class Outcome:
    """What a change came to, as `worker.beneath.Outcome`."""

    def __init__(self, detail: str = "", kept: str | None = None) -> None:
        self.detail = detail
        self.kept = kept


class Beneath:
    """The operations of `worker.beneath.Beneath` on a directory that is given as one."""

    def __init__(self, room: Directory) -> None:
        self._room = room

    def read(self, path: str) -> bytes:
        with Translated(path):
            return self._content(path)

    def listing(self, path: str) -> tuple[Sequence[tuple[str, str, int]], bool]:
        with Translated(path or "the room"):
            names = self._room.names_below(path) if path else self._room.names()
            prefix = f"{path}/" if path else ""
            return [(name, *self._kind(prefix + name)) for name in names], True

    def write(self, path: str, data: bytes, expect: str | None, temp: str) -> Outcome:
        if len(data) > _MAX_FILE:
            raise Refused("size", f"{path} would have more than {_MAX_FILE} bytes: write less")
        with Translated(path):
            self._compare(path, expect)
            folder, name = self._above(path, make=expect is None)
            with folder:
                fd = folder.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
                with open(fd, "wb") as file:
                    file.write(data)
                folder.rename(temp, name)
        return Outcome()

    def move(self, path: str, to: str, expect: str | None, directory: bool) -> Outcome:
        with Translated(f"{path} to {to}"):
            if not directory:
                self._compare(path, expect)
            self._compare(to, None)
            source, name = self._above(path)
            with source:
                target, new = self._above(to, make=True)
                with target:
                    source.rename(name, new, target)
        return Outcome()

    def remove(self, path: str, expect: str | None, temp: str, directory: bool) -> Outcome:
        with Translated(path):
            folder, name = self._above(path)
            with folder:
                if directory:
                    os.rmdir(folder.join(name))
                else:
                    self._compare(path, expect)
                    folder.unlink(name)
        return Outcome()

    def _content(self, path: str) -> bytes:
        kind, _ = self._kind(path)
        if kind == "link":
            raise Refused("links", f"{path} is a link")
        if kind != "file":
            raise Refused("not-a-file", f"{path} is no regular file")
        try:
            return self._room.read_below(path, _MAX_FILE)
        except TooLargeError as error:
            raise Refused("size", f"{path} is too large") from error

    def _compare(self, path: str, expect: str | None) -> None:
        import hashlib

        try:
            self._kind(path)
        except FileNotFoundError:
            if expect is not None:
                raise
            return
        current = hashlib.sha256(self._content(path)).hexdigest()
        if expect is None:
            raise Refused("exists", f"{path} exists already", errno.EEXIST, current)
        if current != expect:
            raise Refused("conflict", f"{path} is not as it was when viewed", current=current)

    def _kind(self, path: str) -> tuple[str, int]:
        folder, name = self._above(path)
        with folder:
            status = folder.look(name)
        if status is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        kinds = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link"}
        kind = kinds.get(stat.S_IFMT(status.st_mode), "other")
        return kind, status.st_size if kind == "file" else 0

    def _above(self, path: str, make: bool = False) -> tuple[Directory, str]:
        *above, name = path.split("/")
        folder = Directory.at(self._room.path)
        for each in above:
            below = folder.child(each, create=make)
            folder.close()
            folder = below
        return folder, name

"""File operations beneath a root directory that is held by handle: what the hand does when ordered to.

The room belongs to the user, who edits it, moves it about and synchronises it while we work, and another
process may be there to do harm. `worker.walk` gets from the root to a name without being led away. The rest
follows from three rules:

- **Never in place.** A file is written under a temporary name, made durable, and put in its place by a
  rename.
- **Compare and swap.** A change names the SHA-256 of the content that it means to replace. Comparing first
  would leave a gap, so the new and the old file are *exchanged* in one step (renameat2(2)), what came out is
  compared, and if it is not what was expected it is put back. What another program saved ends up under its
  name or, if the name was taken once more meanwhile, under a visible name of its own (`kept`).
- **What is thrown away is looked at once more.** A program that had the old file open may write to it after
  the comparison. The file is held open until its name is gone, and compared again; a late write is kept too.

Not defended: bytes written to the old file after that second look. Where a file system cannot exchange names
(NFS, most of FUSE), the content is compared immediately before a plain rename, and the `detail` of the outcome
says so.
"""

from __future__ import annotations

import errno
import posix
import sys

if sys.platform == "win32":
    raise ImportError("the hand's file operations need handles of directories (openat)")

from worker import renaming
from worker.listing import MAX_ENTRIES, listing
from worker.refusal import Refused, Translated
from worker.temporary import Temporary, temporary_name
from worker.walk import MAX_FILE, MAX_SEGMENTS, Place, Walk, contents, digest, identity, segments

__all__ = ["MAX_ENTRIES", "MAX_FILE", "Beneath", "Outcome"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    Entry = tuple[str, str, int]

_MAX_KEPT = 1000
_LONGEST_STEM = 200
_ROUNDS = 16
_NO_EXCHANGE = "this file system cannot exchange files: the content was compared just before a plain rename"
_NO_NOREPLACE = "this file system cannot rename without replacing: the name was free just before a plain rename"


class Outcome:
    """What a change came to.

    Attributes:
        detail: what the file system could not guarantee, or an empty text.
        kept: path of a file with what another program wrote late, or None.
    """

    __slots__ = ("detail", "kept")
    detail: str
    kept: str | None

    def __init__(self, detail: str = "", kept: str | None = None) -> None:
        self.detail = detail
        self.kept = kept


class Beneath:
    """The operations on a root directory: each does what it says, or raises `Refused` and changes nothing.

    Paths are relative, with `/` between plain names. Content is expected by its SHA-256 in lower-case
    hexadecimal digits. New files have mode 0600, new directories 0700.

    Args:
        root: an open directory; it stays open and stays the caller's.
    """

    __slots__ = ("_walk",)

    def __init__(self, root: int) -> None:
        self._walk = Walk(root)

    # -- looking ---------------------------------------------------------------------------------------------

    def read(self, path: str) -> bytes:
        """Return the content of a file.

        Raises:
            Refused: it is absent, no plain file, a link, has a second name, or is larger than `MAX_FILE`.
        """
        with Translated(path), self._walk.place(path) as place:
            file = self._walk.open_file(place)
            try:
                data = contents(file)
            finally:
                posix.close(file)
        if len(data) > MAX_FILE:
            raise Refused("size", f"{path} has more than {MAX_FILE} bytes and is left alone")
        return data

    def listing(self, path: str, depth: int = 2) -> tuple[list[Entry], bool]:
        """Return what stands in a directory.

        Args:
            path: of the directory; empty for the root.
            depth: levels to go down; 1 is the directory itself.

        Returns:
            Path from that directory, kind (`file`, `directory`, `link`, `other`) and size in bytes of each
            entry, sorted by path; and whether they are all, for there are bounds. Links are not followed,
            other file systems not entered. A name that is not UTF-8 is shown with escapes and cannot be
            opened.

        Raises:
            Refused: it is absent, or no directory.
        """
        top = segments(path) if path else []
        with Translated(path or "the room"):
            return listing(self._walk, top, min(depth, MAX_SEGMENTS - len(top)))

    # -- changing --------------------------------------------------------------------------------------------

    def write(self, path: str, data: bytes, expect: str | None, temp: str) -> Outcome:
        """Give a file this content, as a whole or not at all, durable when it returns.

        Args:
            path: of the file; directories that are missing are made for a new one.
            data: at most `MAX_FILE` bytes.
            expect: SHA-256 of the content that is to be replaced, or None for a file that must not exist.
            temp: a name that is free in the same directory; nothing is left under it.

        Raises:
            Refused: `exists`, `absent` or `conflict`, with the SHA-256 of what is there; or another rule.
        """
        if len(data) > MAX_FILE:
            raise Refused("size", f"{path} would have more than {MAX_FILE} bytes: write less")
        with Translated(path), self._walk.place(path, make=expect is None) as place:
            if expect is not None:
                posix.close(self._expected(place, place.name, expect))
            new = Temporary(place, temporary_name(temp), data)
            try:
                return self._put(new) if expect is None else self._swap(new, expect)
            finally:
                new.close()

    def _put(self, new: Temporary) -> Outcome:
        """Give a new file its name, if that is still free."""
        place = new.place
        detail = self._rename_to_new(place, new.name, place, place.name)
        posix.fsync(place.directory)
        return Outcome(detail)

    def _swap(self, new: Temporary, expect: str) -> Outcome:
        """Exchange the new file for the old one, then see whether that was the one that was expected."""
        place = new.place
        try:
            renaming.exchange(place.directory, new.name, place.name)
        except OSError as error:
            if error.errno not in renaming.UNSUPPORTED:
                raise
            posix.close(self._expected(place, place.name, expect))
            posix.rename(new.name, place.name, src_dir_fd=place.directory, dst_dir_fd=place.directory)
            posix.fsync(place.directory)
            return Outcome(_NO_EXCHANGE)
        try:
            with Translated(place.path()):
                old = self._expected(place, new.name, expect)
                return Outcome(kept=self._drop(place, new.name, old, expect))
        except Refused as refusal:
            refusal.kept = self._give_back(new)
            raise

    def _give_back(self, new: Temporary) -> str | None:
        """Undo an exchange; return where another program's bytes are, if not under their own name.

        Exchanging again puts back what was taken away, and brings out what has been under the name meanwhile:
        the new file, and all is well, or something that was saved on top of it. That is newer than what
        has just been put back, so it has to go under the name, and so on until nobody comes in between.
        """
        place = new.place
        mine = left_there = identity(posix.fstat(new.file))
        for _ in range(_ROUNDS):
            held = place.look(new.name)
            if held is None:
                return None
            try:
                renaming.exchange(place.directory, new.name, place.name)
            except OSError:
                # The name is gone, or is a thing that may not be moved: leave it alone.
                break
            out = place.look(new.name)
            if out is not None and identity(out) == left_there:
                if left_there != mine:
                    break
                return self._drop(place, new.name, posix.dup(new.file), new.digest)
            left_there = identity(held)
        return self._keep(place, new.name)

    def move(self, path: str, to: str, expect: str | None, directory: bool = False) -> Outcome:
        """Give a file or a directory another path that must be free; directories on the way to it are made.

        Args:
            path: what to move.
            to: where to.
            expect: SHA-256 of the file's content; None for a directory.
            directory: whether it is one.

        Raises:
            Refused: `exists`, `absent` or `conflict`, with the SHA-256 of what is there; or another rule.
        """
        if directory and segments(to)[: len(segments(path))] == segments(path):
            raise Refused("containment", f"{path} cannot be moved into itself: choose another path")
        with (
            Translated(f"{path} to {to}"),
            self._walk.place(path) as source,
            self._walk.place(to, make=True) as target,
        ):
            if directory:
                held = self._walk.enter(source.directory, source.name)
            else:
                held = self._expected(source, source.name, expect)
            try:
                detail = self._rename_to_new(source, source.name, target, target.name)
                moved = target.look(target.name)
                right = moved is not None and identity(moved) == identity(posix.fstat(held))
                if not right or not (directory or digest(contents(held)) == expect):
                    refusal = Refused("conflict", f"{path} was changed meanwhile: view it and try again")
                    refusal.kept = self._put_back(target, target.name, source)
                    raise refusal
            finally:
                posix.close(held)
            posix.fsync(target.directory)
            posix.fsync(source.directory)
            return Outcome(detail)

    def remove(self, path: str, expect: str | None, temp: str, directory: bool = False) -> Outcome:
        """Remove a file, or a directory that is empty. There is no order that removes a tree.

        Args:
            path: what to remove.
            expect: SHA-256 of the file's content; None for a directory.
            temp: a name that is free in the same directory; nothing is left under it.
            directory: whether it is one.

        Raises:
            Refused: `exists`, for a directory that is not empty; `absent` or `conflict`, with the SHA-256 of what
                is there; or another rule.
        """
        with Translated(path), self._walk.place(path) as place:
            if directory:
                self._remove_empty(place)
                posix.fsync(place.directory)
                return Outcome()
            posix.close(self._expected(place, place.name, expect))
            aside = temporary_name(temp)
            detail = self._rename_to_new(place, place.name, place, aside)
            try:
                with Translated(path):
                    old = self._expected(place, aside, expect)
                    return Outcome(detail, self._drop(place, aside, old, expect))
            except Refused as refusal:
                refusal.kept = self._put_back(place, aside, place)
                raise

    def _remove_empty(self, place: Place) -> None:
        """Remove a directory that is empty in this very moment; the system compares and removes in one step.

        rmdir(2) would also say that a link is no directory; entering it first names the link, and a mount point.
        """
        posix.close(self._walk.enter(place.directory, place.name))
        try:
            posix.rmdir(place.name, dir_fd=place.directory)
        except OSError as error:
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            full = f"{place.path()} is not empty: view it, and remove what is in it first"
            raise Refused("exists", full, error.errno) from error

    # -- steps -----------------------------------------------------------------------------------------------

    def _expected(self, place: Place, name: bytes, expect: str | None) -> int:
        """Open a file that has the content that is expected; the caller closes it."""
        file = self._walk.open_file(place, name)
        try:
            found = digest(contents(file))
            if found != expect:
                raise Refused("conflict", f"{place.path()} is not as it was when viewed: view it again", current=found)
        except BaseException:
            posix.close(file)
            raise
        return file

    def _rename_to_new(self, source: Place, name: bytes, target: Place, new_name: bytes) -> str:
        """Rename without replacing; return what the file system could not guarantee, or an empty text."""
        try:
            renaming.rename_to_new(source.directory, name, target.directory, new_name)
            return ""
        except FileExistsError as error:
            raise self._exists(target, new_name) from error
        except OSError as error:
            if error.errno not in renaming.UNSUPPORTED:
                raise
        if target.look(new_name) is not None:
            raise self._exists(target, new_name)
        posix.rename(name, new_name, src_dir_fd=source.directory, dst_dir_fd=target.directory)
        return _NO_NOREPLACE

    def _exists(self, place: Place, name: bytes) -> Refused:
        """Return the refusal for a name that is taken, with what it holds if that is a plain file."""
        try:
            file = self._walk.open_file(place, name)
        except (OSError, Refused):
            current = None
        else:
            current = digest(contents(file))
            posix.close(file)
        return Refused(
            "exists",
            f"{place.path(name)} exists already: choose another name, or change what is there",
            errno.EEXIST,
            current,
        )

    def _drop(self, place: Place, name: bytes, file: int, expect: str | None) -> str | None:
        """Remove a name, and keep what its file holds if that was written to until the name was gone."""
        try:
            posix.unlink(name, dir_fd=place.directory)
            posix.fsync(place.directory)
            data = contents(file)
        finally:
            posix.close(file)
        if digest(data) == expect:
            return None
        late = Temporary(place, name, data)
        try:
            return self._keep(place, name)
        finally:
            late.close()

    def _put_back(self, source: Place, name: bytes, target: Place) -> str | None:
        """Give something its name back; return where it is if the name was taken meanwhile."""
        try:
            self._rename_to_new(source, name, target, target.name)
        except (OSError, Refused):
            return self._keep(source, name)
        posix.fsync(target.directory)
        return None

    def _keep(self, place: Place, name: bytes) -> str:
        """Give what another program saved a visible name of its own; return its path."""
        stem, dot, extension = place.name.rpartition(b".")
        stem = (stem if stem else place.name)[:_LONGEST_STEM].decode("utf-8", "ignore").encode()
        for number in range(1, _MAX_KEPT):
            visible = b"%s.kept-%d%s" % (stem, number, dot + extension if dot else b"")
            try:
                self._rename_to_new(place, name, place, visible)
                posix.fsync(place.directory)
            except Refused:
                continue
            except OSError:
                break
            return place.path(visible)
        return place.path(name)

"""Versions: the bytes of every file as it was before a change. `room.history` knows the way back to them.

Bytes are kept by their hash in `versions/.content/<sha256>`, each once, and so are the new bytes of
every write: from chain and versions alone the room at any row can be rebuilt. For a person with a file
manager the replaced or deleted file also stands under its own name in `versions/<UTC
time>-<row>/<path>`, as a second link to the same file, or as a copy where the file system has no hard
links. The row is the intent's row in the audit chain and is the id that `rollback` takes.

What must be durable when. The bytes that a change replaces, before the order is given: they go to the
spool (`room.spool`) and the journal calls `sync`. The new bytes, which the room itself has, durable by the hand's
fsync, go there too, but nothing waits for them (`hold`). All else when the run ends (`room.settling`): files of their
own for the spooled bytes, and the names for people. A run that is killed leaves its part to the next one.

So the bytes of every change in the chain are here, but for what was pruned, and for new bytes that a person replaced
in the room between a power failure and the next start. Of what came into the room past the journal (a person's edit,
a file that was there before), the bytes are here from the moment in which the journal has seen them: when it changes
that file, when it finds it in the way of a change, or when the last look of a run finds it changed; of the last two
only up to `LARGEST`.

Not defended: a person who edits a file below `versions/` changes it (it is read-only, and read by its
hash: what does not fit is reported as missing, never restored).
"""

from __future__ import annotations

import hashlib
import os
import time

from room.errors import storing
from room.handles import Directory, start_writing, write_all
from room.spool import Spool

FOLDER = "versions"
CONTENT = ".content"
_BOUND = 1 << 30
# The spool is emptied in the middle of a run when it has grown to this.
_SPOOLED = 16 << 20


def shown_as(row: int, at: float, path: str) -> str:
    """Return where a person finds the bytes that a change replaced, relative to the state directory.

    Args:
        row: the intent's row.
        at: the time of the change, in seconds since the epoch.
        path: the file's relative path in the room.
    """
    return f"{FOLDER}/{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(at))}-{row}/{path}"


class Versions:
    """The version store of a state directory."""

    def __init__(self, state: Directory, *, writing: bool = True) -> None:
        """Open it.

        Args:
            state: the state directory.
            writing: make what is missing; the caller holds the room's lock. Otherwise nothing is changed, and no
                lock is needed.

        Raises:
            StoreError: it cannot be opened. Without `writing`, one reason is that there is none.
        """
        self._state = state
        self._due: set[str] = set()
        with storing("the versions were not opened", state.join(FOLDER)):
            self._folder = state.child(FOLDER, create=writing)
            try:
                self._content = self._folder.child(CONTENT, create=writing)
                try:
                    self._spool = Spool(self._folder, writing=writing)
                except BaseException:
                    self._content.close()
                    raise
            except BaseException:
                self._folder.close()
                raise

    def keep(self, data: bytes) -> str:
        """Keep bytes before they are replaced and return their hash. They are on the disk after `sync`.

        Raises:
            StoreError: they were not kept.
        """
        digest = hashlib.sha256(data).hexdigest()
        with storing("the version was not saved", self._folder.path):
            if digest in self._spool:
                return digest
            if self._stored(digest) is not None:
                self._due.add(digest)
                return digest
            self._into_spool(digest, data)
        return digest

    def hold(self, data: bytes) -> str:
        """Keep bytes that stand in the room, and return their hash; nothing is waited for.

        The room has them on its disk. Should a person replace them there before this run has settled, and the run
        be killed, they are found in the spool. Only if the power fails as well may they be gone.

        Raises:
            StoreError: they were not kept.
        """
        digest = hashlib.sha256(data).hexdigest()
        with storing("the version was not saved", self._folder.path):
            if digest not in self._spool and self._stored(digest) is None:
                self._into_spool(digest, data)
        return digest

    def store(self, data: bytes) -> str:
        """Keep bytes that need not be on the disk before `settle`, and return their hash.

        Raises:
            StoreError: they were not kept.
        """
        digest = hashlib.sha256(data).hexdigest()
        if digest not in self._spool:
            with storing("the version was not saved", self._content.join(digest)):
                self._put(digest, data)
        return digest

    def unspool(self) -> None:
        """Give all bytes that were kept for this run's orders files of their own.

        Raises:
            StoreError: not all have one; none are lost.
        """
        with storing("the version was not saved", self._content.path):
            for digest in self._spool:
                self._put(digest, self._spool.read(digest))

    def show(self, shown: str, digest: str) -> None:
        """Put kept bytes where a person finds them. Doing it twice does no harm.

        Args:
            shown: where, from `shown_as`.
            digest: the bytes' hash, from `keep`.

        Raises:
            StoreError: it was not done.
        """
        _, *parents, last = shown.split("/")
        with storing("the version was not saved", self._state.join(shown)):
            here = self._folder.child(parents[0], create=True)
            try:
                for segment in parents[1:]:
                    below = here.child(segment, create=True)
                    here.close()
                    here = below
                here.unlink(last)
                try:
                    self._content.link(digest, here, last)
                except OSError:
                    # FAT and some FUSE file systems have no hard links, and every file has a most of them.
                    here.replace(last, self._content.read(digest, _BOUND), mode=0o400, durable=False)
            finally:
                here.close()

    def content(self, digest: str) -> bytes | None:
        """Return the bytes with a hash, or None if they are not kept (any more) or were changed."""
        with storing("the version was not read", self._content.join(digest)):
            if digest in self._spool:
                data = self._spool.read(digest)
                # For a reader without a lock, the spool may have been emptied meanwhile.
                if hashlib.sha256(data).hexdigest() == digest:
                    return data
            return self._stored(digest)

    def sync(self) -> None:
        """Wait until all bytes of `keep` are on the disk."""
        with storing("the version may not be on the disk", self._content.path):
            self._spool.sync()
            # These were here already; a run that was killed may not have waited for them.
            for digest in self._due:
                self._write_out(digest, wait=True)
            self._due.clear()

    def settle(self) -> None:
        """Wait until all that was kept is on the disk in files of its own, and empty the spool.

        On ext4, XFS and Btrfs the fsync of a new file takes its name along; fsync(2) does not promise
        it, so the directories are synced too.
        """
        with storing("the versions may not be on the disk", self._folder.path):
            due = self._due.union(self._spool)
            # Started together, the writes share the journal commits of the file system: a third of the
            # time.
            for wait in (False, True):
                for digest in due:
                    self._write_out(digest, wait=wait)
            self._content.sync()
            self._folder.sync()
            self._due.clear()
            self._spool.clear()

    def close(self) -> None:
        """Close the handles."""
        self._spool.close()
        self._content.close()
        self._folder.close()

    def _into_spool(self, digest: str, data: bytes) -> None:
        if self._spool.size + len(data) > _SPOOLED:
            self.unspool()
            self.settle()
        self._spool.add(digest, data)

    def _put(self, digest: str, data: bytes) -> None:
        """Write bytes under their hash, if they are not there. `settle` waits for them.

        They are written in place: a file that a crash cut short does not fit its name, and is written
        again.
        """
        # Read-only, so that an editor that follows the link in the version tree does not change it.
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        self._due.add(digest)
        try:
            fd = self._content.open(digest, flags, 0o400)
        except FileExistsError:
            if self._stored(digest) is not None:
                return
            self._content.unlink(digest)
            fd = self._content.open(digest, flags, 0o400)
        try:
            write_all(fd, data)
        except OSError:
            self._content.unlink(digest)
            raise
        finally:
            os.close(fd)

    def _stored(self, digest: str) -> bytes | None:
        """Return the bytes of a file that fits its name."""
        try:
            data = self._content.read(digest, _BOUND)
        except FileNotFoundError:
            return None
        return data if hashlib.sha256(data).hexdigest() == digest else None

    def _write_out(self, digest: str, *, wait: bool) -> None:
        """Start writing a file's pages to the disk, or wait until they are there."""
        fd = self._content.open(digest, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
        try:
            if wait:
                os.fsync(fd)
            else:
                start_writing(fd)
        finally:
            os.close(fd)

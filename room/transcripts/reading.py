"""Opening a transcript safely, and reading it line by line within bounds.

The first step of an extraction. `open_transcript` judges the file by its handle: no link in the last place,
no waiting, a regular file of a size above zero, not of procfs or sysfs, not larger than `MAX_BYTES`, text in
UTF-8. A hook's path comes from the host and is untrusted (threat T7): that file must also be the user's own
and lie below a folder where the host keeps transcripts, and it is reached from that folder by a walk that
follows no link at all.

Not defended: a program of the same user that writes into the file while it is read; a hard link to another
file of the same user that lies in such a folder.
"""

from __future__ import annotations

import errno
import hashlib
import io
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from types import TracebackType

from room.handles import Directory
from room.transcripts.tables import names
from room.transcripts.turns import TranscriptError

MAX_BYTES = 256 << 20
# A document or a plain text is held as a whole while it is parsed; as objects it needs several times this.
MAX_DOCUMENT = 64 << 20
MAX_LINE = 32 << 20
_HEAD = 1 << 20
_EDGE = 4096

# File systems whose files are made when they are read. Their types as proc_pid_mountinfo(5) spells them.
_PRETENDED = names(
    "proc sysfs debugfs tracefs securityfs configfs cgroup cgroup2 bpf pstore efivarfs selinuxfs",
    "binfmt_misc fusectl devpts mqueue rpc_pipefs nsfs",
)
_ADVICE = {
    errno.ENOENT: ("there is no such file", "Look at the spelling of the path"),
    errno.ENOTDIR: ("a part of the path is no directory", "Look at the spelling of the path"),
    errno.EACCES: ("you may not read it", "Give yourself the right to read it (ls -l shows who has it)"),
    errno.EPERM: ("you may not read it", "Give yourself the right to read it (ls -l shows who has it)"),
    errno.ELOOP: (
        "it is a symbolic link, and links are not followed",
        "Name the file that the link leads to",
    ),
    errno.ENXIO: (
        "it is a socket or a pipe without a writer",
        "Name the transcript file that the host wrote",
    ),
    errno.EAGAIN: (
        "another program holds a lease on it",
        "Close the program that has it open, and try again",
    ),
    errno.ENAMETOOLONG: ("the path is too long", "Name the file by a shorter path"),
}
_NAME_A_FILE = "Name the transcript file that the host wrote"


class Transcript:
    """A transcript held open. It is what was judged, whatever happens to its name.

    Attributes:
        path: its absolute path, with the links in its parents resolved.
        size: its size in bytes when it was opened; nothing after that is read.
        hook: whether a host named it, and not a person at the command line.
    """

    __slots__ = ("_file", "hook", "path", "size")

    def __init__(self, fd: int, path: str, size: int, *, hook: bool) -> None:
        self._file = io.FileIO(fd, "rb")
        self.path = path
        self.size = size
        self.hook = hook

    def head(self) -> bytes:
        """Return its beginning, from which the host is told: a mebibyte, and the first line in any case."""
        length = _HEAD
        while b"\n" not in (head := self.part(0, length)) and length < min(self.size, MAX_LINE):
            length *= 4
        return head

    def part(self, start: int, length: int) -> bytes:
        """Return bytes from the middle of the file, within the size that it was opened with."""
        self._file.seek(start)
        parts = []
        left = max(0, min(length, self.size - start))
        while left and (part := self._file.read(left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def whole(self) -> bytes:
        """Return all of it, for a document that has to be parsed as a whole.

        Raises:
            TranscriptError: it is larger than `MAX_DOCUMENT`.
        """
        if self.size > MAX_DOCUMENT:
            raise _too_large(self.path, self.size, MAX_DOCUMENT, "a document that is parsed as a whole")
        return self.part(0, self.size)

    def lines(self) -> Iterator[tuple[int, int, bytes | None]]:
        """Yield each line as its number, the offset behind it, and its bytes with the line end.

        The bytes are None for a line longer than `MAX_LINE`, of which nothing is kept.
        """
        self._file.seek(0)
        source = io.BufferedReader(self._file, 1 << 18)
        try:
            offset = number = 0
            while offset < self.size and (line := source.readline(min(MAX_LINE + 1, self.size - offset))):
                number += 1
                offset += len(line)
                kept: bytes | None = line
                if len(line) > MAX_LINE:
                    kept = None
                    while not line.endswith(b"\n") and offset < self.size:
                        line = source.readline(min(1 << 20, self.size - offset))
                        if not line:
                            break
                        offset += len(line)
                yield number, offset, kept
        finally:
            source.detach()

    def digest(self, offset: int) -> str:
        """Return the SHA-256 (hex) of the first 4 KiB and of the last 4 KiB before an offset."""
        edge = self.part(0, min(_EDGE, offset)) + self.part(max(0, offset - _EDGE), min(_EDGE, offset))
        return hashlib.sha256(b"%d:" % offset + edge).hexdigest()

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        self._file.close()

    def __enter__(self) -> Transcript:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_transcript(path: str, *, hook: bool = False, known_folders: Sequence[str] = ()) -> Transcript:
    """Open a transcript that can be read, or say at once why it cannot be.

    Args:
        path: the file. At the command line its parents may be links, the file itself may not be one.
        hook: the path comes from a host and not from a person.
        known_folders: absolute folders in which hosts keep transcripts; they count with `hook` only.

    Raises:
        TranscriptError: it is missing, a link, no regular file, empty, too large, no text in UTF-8; with
            `hook`, it is another user's or lies outside the known folders.
    """
    try:
        folder, name = _folder_of(path, known_folders if hook else None)
        with folder:
            status = folder.look(name)
            # What is plainly no file is not even opened: opening a device can have an effect.
            if status is not None and not stat.S_ISLNK(status.st_mode):
                _refuse_unless_regular(path, status)
            fd = folder.open(name, os.O_RDONLY)
            full = folder.join(name)
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        raise TranscriptError(f"{path} cannot be read", "it is no path of a file", _NAME_A_FILE) from error
    try:
        status = os.fstat(fd)
        _refuse_unless_regular(path, status)
        _refuse_size(path, status)
        if hook and sys.platform != "win32" and status.st_uid != os.geteuid():
            raise TranscriptError(
                f"{path} is refused",
                "it belongs to another user",
                "Look at the host's configuration: a hook names the user's own transcript",
            )
    except BaseException:
        os.close(fd)
        raise
    transcript = Transcript(fd, full, status.st_size, hook=hook)
    try:
        _refuse_unless_text(path, transcript.part(0, _EDGE * 2))
    except BaseException:
        transcript.close()
        raise
    return transcript


def _folder_of(path: str, known: Sequence[str] | None) -> tuple[Directory, str]:
    """Open the folder of a file: by its real path, or by a walk without links from a known folder."""
    parent, name = os.path.split(os.path.abspath(path))
    if known is None:
        return Directory.at(os.path.realpath(parent, strict=True)), name
    for folder in known:
        for start in (os.path.abspath(folder), os.path.realpath(folder)):
            if parent != start and not parent.startswith(start.rstrip(os.sep) + os.sep):
                continue
            here = Directory.at(os.path.realpath(start, strict=True))
            for segment in parent[len(start) :].split(os.sep):
                if segment:
                    with here:
                        here = here.child(segment)
            return here, name
    raise TranscriptError(
        f"{path} is refused",
        "it lies outside the folders where this host keeps transcripts",
        "Run scribe extract with the path yourself, or name the folder in the configuration",
    )


def _refuse_unless_regular(path: str, status: os.stat_result) -> None:
    """Refuse a directory, a fifo, a socket or a device."""
    kinds = {
        stat.S_IFDIR: "a directory",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a device",
    }
    if not stat.S_ISREG(status.st_mode):
        kind = kinds.get(stat.S_IFMT(status.st_mode), "no regular file")
        raise TranscriptError(f"{path} cannot be read", f"it is {kind}", _NAME_A_FILE)


def _refuse_size(path: str, status: os.stat_result) -> None:
    """Refuse an empty file, a file that the kernel makes up, and one beyond the bound."""
    if status.st_size == 0 or _pretended(status.st_dev):
        why = "it is empty" if status.st_size == 0 and not _pretended(status.st_dev) else "the kernel makes it up"
        raise TranscriptError(f"{path} cannot be read", why, _NAME_A_FILE)
    if status.st_size > MAX_BYTES:
        raise _too_large(path, status.st_size, MAX_BYTES, "a transcript")


def _too_large(path: str, size: int, limit: int, kind: str) -> TranscriptError:
    return TranscriptError(
        f"{path} is too large",
        f"it has {size >> 20} MiB, and {kind} may have {limit >> 20} MiB",
        "Name a shorter session, or a copy that was cut to its last part",
    )


def _pretended(device: int, table: str = "/proc/self/mountinfo") -> bool:
    """Tell whether a device number is that of a file system whose files are made when they are read.

    fstatfs(2) would say it by its magic number, and Python has no call for it. The mount table names each
    device as major:minor. Without a table (macOS, Windows) there is no such file system that holds text.
    """
    if sys.platform != "linux":
        return False
    wanted = f"{os.major(device)}:{os.minor(device)}"
    try:
        with open(table, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                before, _, after = line.partition(" - ")
                if before.split(" ")[2:3] == [wanted]:
                    return after.split(" ")[0] in _PRETENDED
    except OSError:
        return False
    return False


def _refuse_unless_text(path: str, head: bytes) -> None:
    """Refuse what is not UTF-8 at its head: another encoding, or no text at all."""
    what = f"{path} cannot be read"
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        mend = "Convert a copy first: iconv -f UTF-16 -t UTF-8"
        raise TranscriptError(what, "it is in UTF-16, and transcripts are in UTF-8", mend)
    if b"\0" in head:
        raise TranscriptError(what, "it is binary: it holds NUL bytes", _NAME_A_FILE)
    # A log with one bad byte loses one line; what is bad all over is no text. Documents are decoded strictly.
    if head.decode("utf-8", "replace").count("\ufffd") * 32 > len(head):
        raise TranscriptError(what, "it is binary or not in UTF-8", _NAME_A_FILE)


def _unreadable(path: str, error: OSError) -> TranscriptError:
    """Turn the error of a system call into one that says what to do."""
    number = error.errno or 0
    why, do = _ADVICE.get(number, (os.strerror(number) if number else str(error), _NAME_A_FILE))
    return TranscriptError(f"{path} cannot be read", why, do)

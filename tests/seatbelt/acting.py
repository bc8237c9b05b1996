"""The acts of the table as Python, for a Mac: the same names are ready as in `tests/escapes/running.py`, but for raw system calls.

`path` is what the act is about; `room` and `bait` are the two directories. A piece ends without an exception if it was not refused.
"""

from __future__ import annotations

READY = """
import ctypes, errno, json, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def c(name, *arguments):
    ctypes.set_errno(0)
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), name)
def text(value):
    return ctypes.c_char_p(value.encode())
"""

_MADE = {
    "REGULAR-FILE": "os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))",
    "DIRECTORY": "os.mkdir(path, 0o700)",
    "SYMLINK": "os.symlink('file', path)",
    "FIFO": "os.mkfifo(path, 0o600)",
    "SOCKET": "s = socket.socket(socket.AF_UNIX); s.bind(path)",
}
_READ = {"DIRECTORY": "assert os.listdir(path) is not None"}

ACTING = {
    # operation: for a kind of file, or for any
    "file-clone": {"": "c('clonefile', text(path), text(path + '-clone'), 0)"},
    "file-link": {"": "os.link(path, path + '-link')"},
    "file-read-data": {**_READ, "": "os.read(os.open(path, os.O_RDONLY), 1)"},
    "file-read-metadata": {"": "os.lstat(path)"},
    "file-read-xattr": {"": "c('listxattr', text(path), 0, 0, 0)"},
    "file-write-create": _MADE,
    "file-write-data": {"": "os.close(os.open(path, os.O_WRONLY))"},
    "file-write-mode": {"": "os.chmod(path, 0o640)"},
    "file-write-owner": {"": "os.chown(path, os.getuid(), os.getgid())"},
    "file-write-setugid": {"": "os.chmod(path, 0o4700)"},
    "file-write-times": {"": "os.utime(path, (1, 1))"},
    "file-write-unlink": {"DIRECTORY": "os.rmdir(path)", "": "os.unlink(path)"},
    "file-write-xattr": {"": "c('setxattr', text(path), text('user.scribe'), b'1', 1, 0, 0)"},
    "network-bind": {"": "s = socket.socket(); s.bind(('127.0.0.1', 0))"},
    "network-outbound": {"": "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('127.0.0.1', 9))"},
    "process-exec": {"": "os.execv(path, [path])"},
    "process-fork": {"": "pid = os.fork(); os._exit(0) if pid == 0 else os.waitpid(pid, 0)"},
    "signal": {"": "os.kill(os.getppid(), 0)"},
}
"""Operations that are left out ask for root, a service or a device, or change the machine."""


def code(operation: str, kind: str) -> str | None:
    """Return what does an act, or None."""
    found = ACTING.get(operation, {})
    return found.get(kind, found.get(""))

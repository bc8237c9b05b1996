"""The one foreign call of the sandbox: `syscall(2)` of the C library.

Everything that the child asks of the kernel beyond what CPython offers goes through `call`: the lock
(`worker.lock`), the canaries (`worker.canaries`) and the exchanging rename of the hand. Numbers come from
the supervisor's table, buffers are passed by address.

`_ctypes` is used without `ctypes`: the Python layer costs a third of an interpreter's start (measured:
1.46 against 1.04 times a bare start), and the whole declaration is these few lines.
"""

from __future__ import annotations

import _ctypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Buffer", "buffer", "call"]


class _Long(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "l"


class _Char(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "c"


class _Syscall(_ctypes.CFuncPtr):
    """`long syscall(long number, ...)`; every argument of every call is passed as one long."""

    _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_USE_ERRNO
    _restype_ = _Long
    _argtypes_ = (_Long,) * 7


_arrays: dict[int, Any] = {}
"""Array types by length: making one costs more than all else that a call does."""


class Buffer:
    """Memory that a call may read or fill, kept alive while its address is in use."""

    __slots__ = ("_array", "address")

    def __init__(self, data: bytes) -> None:
        kind: Any = _arrays.get(len(data))
        if kind is None:
            kind = type("Array", (_ctypes.Array,), {"_type_": _Char, "_length_": len(data)})
            _arrays[len(data)] = kind
        self._array = kind.from_buffer_copy(data)
        self.address: int = _ctypes.addressof(self._array)

    def read(self) -> bytes:
        """Return what stands in the buffer now."""
        return bytes(memoryview(self._array).cast("B"))


def buffer(text: str) -> Buffer:
    """Return a NUL-terminated buffer for a path."""
    return Buffer(text.encode() + b"\0")


# A null name is the program itself, and the C library with it (dlopen(3)).
_library: Any = _ctypes
_syscall = _Syscall(_library.dlsym(_library.dlopen(None, 0), "syscall"))


def call(number: int, *arguments: int | Buffer) -> tuple[int, int]:
    """Make one system call.

    Args:
        number: from `confine.architecture`, for this processor.
        arguments: at most six integers or buffers; missing ones are zero.

    Returns:
        The result and, where it is -1, the errno; otherwise 0 for the errno. Nothing is raised: a refusal is
        a value here (syscall(2)).
    """
    words = [each.address if isinstance(each, Buffer) else each for each in arguments]
    words += [0] * (6 - len(words))
    result: int = _syscall(number, *words)
    return (result, _ctypes.get_errno()) if result == -1 else (result, 0)

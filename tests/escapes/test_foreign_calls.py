"""System calls of 32-bit programs, made by `int 0x80` in a 64-bit process: another table of numbers behind the same lock.

A filter that looks only at numbers would let i386's `unlink` through as x86-64's `lseek`. The instruction itself needs no
right to use, and the bytes for it lie about in any C library, so a few bytes of code are made executable *before* the
lock, which no role could do after it.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

from confine import starting
from confine.filter import REFUSED
from confine.testing import run_confined

_STUB = """
import ctypes, mmap, sys
sys.foreign_memory = mmap.mmap(-1, 4096, prot=7)
# push rbx; mov eax, edi; mov ebx, esi; xor ecx, ecx; xor edx, edx; int 0x80; pop rbx; ret
sys.foreign_memory.write(bytes.fromhex("5389f889f331c931d2cd805bc3"))
_address = ctypes.addressof(ctypes.c_char.from_buffer(sys.foreign_memory))
sys.foreign = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)(_address)
"""

# arch/x86/entry/syscalls/syscall_32.tbl; the path is a null pointer, which the kernel would answer with EFAULT.
CALLS = {"getpid": 20, "fork": 2, "open": 5, "unlink": 10, "execve": 11, "chmod": 15, "kill": 37, "socketcall": 102}


@pytest.fixture(scope="module")
def controls() -> dict[str, int]:
    """Make each call without confinement; skip where the processor or the kernel has no such calls."""
    if platform.machine() != "x86_64":
        pytest.skip("only x86-64 has int 0x80")
    code = _STUB + (
        "import os\n"
        f"for name, number in {CALLS!r}.items():\n"
        "    answer = sys.foreign(number, 0) if name != 'kill' else sys.foreign(number, os.getpid())\n"
        "    if name == 'fork' and answer == 0: os._exit(0)\n"
        "    print(name, answer, os.getpid(), flush=True)\n"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, timeout=30, check=False
    )
    if run.returncode != 0:
        pytest.skip(f"this kernel does not run 32-bit system calls (status {run.returncode})")
    rows = [line.split() for line in run.stdout.splitlines()]
    assert rows[0][1] == rows[0][2], "the first call is getpid, and it works"
    return {name: int(answer) for name, answer, _ in rows}


@pytest.mark.parametrize("role", ["agent", "hand"])
@pytest.mark.parametrize("name", CALLS)
def test_a_32_bit_call_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, controls: dict[str, int], role: str, name: str
) -> None:
    assert controls[name] != -REFUSED
    monkeypatch.setattr(starting, "LOADER", _STUB + starting.LOADER)
    outcome = run_confined(f"import sys; print(sys.foreign({CALLS[name]}, 0))", tmp_path, role=role)
    assert (outcome.stdout, outcome.returncode) == (f"-{REFUSED}\n", 0), outcome.stderr

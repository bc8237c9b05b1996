"""The seccomp filter as data, and its assembly into classic BPF.

A filter is a default-deny list of `Rule`s. The child loads the assembled bytes without understanding them
(`worker.lock`); what they mean is decided here, outside, where it can be tested on any system by running the
program in an interpreter (`tests/test_filter.py`).

Everything that is not allowed is answered with `REFUSED`, an errno that the kernel itself uses nowhere on
these paths, so that a refusal names its author: EACCES is Landlock's, EBADRQC is the filter's (seccomp(2),
SECCOMP_RET_ERRNO). Calls of a foreign ABI (i386, x32) get the same answer: a killed process would look like
a crash, and a crash is never a refusal.

Not defended: what an allowed call does by design (reading the child's own memory, spending its time). A
filter sees register values only, never what they point to: that is why `openat2`, whose flags lie in memory,
is not allowed at all.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from confine.architecture import Architecture

__all__ = ["REFUSED", "Check", "Rule", "assemble"]

REFUSED = errno.EBADRQC if hasattr(errno, "EBADRQC") else 56

# linux/bpf_common.h and linux/filter.h: the few opcodes that a seccomp program needs.
_LOAD_WORD = 0x20  # BPF_LD | BPF_W | BPF_ABS
_AND = 0x54  # BPF_ALU | BPF_AND | BPF_K
_JUMP_EQUAL = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_JUMP_AT_LEAST = 0x35  # BPF_JMP | BPF_JGE | BPF_K
_RETURN = 0x06  # BPF_RET | BPF_K

# linux/seccomp.h: the return actions, and where the members of struct seccomp_data stand.
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_NUMBER, _ARCH, _FIRST_ARGUMENT = 0, 4, 16
_X32_BIT = 0x40000000


@dataclass(frozen=True, slots=True)
class Check:
    """A condition on one argument: `argument & mask` is one of `values`.

    Only the low 32 bits are looked at. For every argument that is checked the kernel's own parameter is an
    `int`, `unsigned int` or `umode_t` (open(2), fcntl(2), renameat2(2)), or has no meaning above bit 31
    (mmap(2)), so a value hidden in the high half does not reach it.
    """

    argument: int
    mask: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What one system call may be asked.

    Attributes:
        call: its name in `Architecture.numbers`.
        alternatives: it is allowed if every check of one alternative holds; with none it always is.
        answer: an errno that is given instead of an execution, or None. ENOSYS and ENOTTY let libraries
            fall back to an older call, or see "not a terminal", where a refusal would end them.
    """

    call: str
    alternatives: tuple[tuple[Check, ...], ...] = ()
    answer: int | None = None


class _Program:
    """Instructions with symbolic jump targets; classic BPF only jumps forward, by at most 255."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, str | None, str | None]] = []
        self._labels: dict[str, int] = {}

    def emit(self, code: int, value: int, then: str | None = None, other: str | None = None) -> None:
        self._rows.append((code, value, then, other))

    def label(self, name: str) -> None:
        self._labels[name] = len(self._rows)

    def assemble(self) -> bytes:
        return b"".join(
            code.to_bytes(2, "little")
            + bytes((self._distance(then, at), self._distance(other, at)))
            + value.to_bytes(4, "little")
            for at, (code, value, then, other) in enumerate(self._rows)
        )

    def _distance(self, label: str | None, at: int) -> int:
        return 0 if label is None else self._labels[label] - at - 1


def assemble(rules: Sequence[Rule], architecture: Architecture) -> bytes:
    """Assemble a default-deny filter.

    Args:
        rules: one a system call; those that run most often should come first, the kernel goes through them
            in order.
        architecture: whose numbers and ABI the filter is for.

    Returns:
        `struct sock_filter` rows of eight bytes, little-endian as both architectures are.
    """
    program = _Program()
    program.emit(_LOAD_WORD, _ARCH)
    program.emit(_JUMP_EQUAL, architecture.audit, "native", None)
    program.emit(_RETURN, _ERRNO | REFUSED)
    program.label("native")
    program.emit(_LOAD_WORD, _NUMBER)
    if architecture.x32:
        program.emit(_JUMP_AT_LEAST, _X32_BIT, None, "x86-64")
        program.emit(_RETURN, _ERRNO | REFUSED)
        program.label("x86-64")
    for rule in rules:
        _emit_rule(program, rule, architecture.numbers[rule.call])
    program.emit(_RETURN, _ERRNO | REFUSED)
    return program.assemble()


def _emit_rule(program: _Program, rule: Rule, number: int) -> None:
    after = f"after {rule.call}"
    program.emit(_JUMP_EQUAL, number, None, after)
    if rule.answer is not None:
        program.emit(_RETURN, _ERRNO | rule.answer)
    elif not rule.alternatives:
        program.emit(_RETURN, _ALLOW)
    else:
        for index, checks in enumerate(rule.alternatives):
            _emit_alternative(program, checks, f"{rule.call} {index}")
        program.emit(_RETURN, _ERRNO | REFUSED)
    program.label(after)


def _emit_alternative(program: _Program, checks: Iterable[Check], name: str) -> None:
    otherwise = f"otherwise {name}"
    for step, check in enumerate(checks):
        holds = f"holds {name} {step}"
        program.emit(_LOAD_WORD, _FIRST_ARGUMENT + 8 * check.argument)
        if check.mask != 0xFFFFFFFF:
            program.emit(_AND, check.mask)
        for value in check.values[:-1]:
            program.emit(_JUMP_EQUAL, value, holds, None)
        program.emit(_JUMP_EQUAL, check.values[-1], None, otherwise)
        program.label(holds)
    program.emit(_RETURN, _ALLOW)
    program.label(otherwise)

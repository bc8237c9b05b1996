"""The seccomp filter, run in an interpreter of classic BPF: what it answers to each call, on both processors."""

from __future__ import annotations

import errno

import pytest

from confine.architecture import AARCH64, ARCHITECTURES, X86_64, Architecture
from confine.filter import REFUSED, Check, Rule, assemble
from confine.linux import permits
from confine.ruleset import AGENT, HAND, ROLES

ALLOW = 0x7FFF0000
REFUSAL = 0x00050000 | REFUSED


def answer(program: bytes, architecture: int, number: int, *arguments: int) -> int:
    """Run the program on one system call and return its action (seccomp(2), struct seccomp_data)."""
    words = [each & 0xFFFFFFFFFFFFFFFF for each in arguments] + [0] * (6 - len(arguments))
    data = number.to_bytes(4, "little") + architecture.to_bytes(4, "little") + bytes(8)
    data += b"".join(each.to_bytes(8, "little") for each in words)
    accumulator, at = 0, 0
    while True:
        row = program[8 * at : 8 * at + 8]
        code, then, other = int.from_bytes(row[:2], "little"), row[2], row[3]
        value = int.from_bytes(row[4:], "little")
        at += 1
        if code == 0x20:
            accumulator = int.from_bytes(data[value : value + 4], "little")
        elif code == 0x54:
            accumulator &= value
        elif code == 0x15:
            at += then if accumulator == value else other
        elif code == 0x35:
            at += then if accumulator >= value else other
        elif code == 0x06:
            return value
        else:
            raise AssertionError(f"unknown opcode {code:#x}")


@pytest.fixture(params=ARCHITECTURES.values(), ids=ARCHITECTURES)
def architecture(request: pytest.FixtureRequest) -> Architecture:
    return request.param


def ask(role: str, architecture: Architecture, call: str, *arguments: int) -> int:
    program = assemble(ROLES[role].filter, architecture)
    return answer(program, architecture.audit, architecture.numbers[call], *arguments)


@pytest.mark.parametrize("role", ROLES)
def test_whatever_is_not_named_is_refused(role: str, architecture: Architecture) -> None:
    allowed = {architecture.numbers[rule.call] for rule in ROLES[role].filter}
    program = assemble(ROLES[role].filter, architecture)
    for number in range(600):
        if number not in allowed:
            assert answer(program, architecture.audit, number) == REFUSAL, number


@pytest.mark.parametrize("role", ROLES)
def test_calls_of_another_abi_are_refused(role: str, architecture: Architecture) -> None:
    program = assemble(ROLES[role].filter, architecture)
    i386, arm = 0x40000003, 0x40000028
    for foreign in (i386, arm, X86_64.audit ^ AARCH64.audit):
        assert answer(program, foreign, architecture.numbers["read"]) == REFUSAL


def test_x32_calls_are_refused() -> None:
    program = assemble(HAND.filter, X86_64)
    for number in range(600):
        assert answer(program, X86_64.audit, 0x40000000 | number) == REFUSAL


@pytest.mark.parametrize("call", ["openat", "renameat2", "unlinkat", "mkdirat", "getdents64", "newfstatat", "fsync"])
def test_the_agent_has_no_call_that_takes_a_path(call: str, architecture: Architecture) -> None:
    assert ask("agent", architecture, call) == REFUSAL


@pytest.mark.parametrize(
    ("flags", "mode", "allowed"),
    [
        (0o0, 0, True),
        (0o1, 0, True),
        (0o2, 0, True),
        (0o3, 0, False),
        (0o3 | 0o2000000, 0, False),
        (0o1 | 0o1000, 0, False),
        (0o10000000, 0, False),
        (0o2 | 0o20000000, 0o600, False),
        (0o20000, 0, False),
        (0o1 | 0o100 | 0o200, 0o600, True),
        (0o1 | 0o100 | 0o200, 0o644, False),
        (0o1 | 0o100 | 0o200, 0o4600, False),
        (0o1 | 0o100 | 0o1000, 0o600, False),
        (0o1 << 32, 0, True),
        ((0o1000 << 0) | (1 << 40), 0, False),
    ],
)
def test_the_hand_opens_only_in_modes_that_it_needs(
    architecture: Architecture, flags: int, mode: int, allowed: bool
) -> None:
    assert (ask("hand", architecture, "openat", -100, 0, flags, mode) == ALLOW) is allowed


@pytest.mark.parametrize(
    ("call", "arguments", "allowed"),
    [
        ("mmap", (0, 4096, 3, 0x22), True),
        ("mmap", (0, 4096, 7, 0x22), False),
        ("mmap", (0, 4096, 4, 0x02), False),
        ("mmap", (0, 4096, 3, 0x01), False),
        ("mmap", (0, 4096, 3, 0x03), False),
        ("fcntl", (0, 1), True),
        ("fcntl", (0, 8), False),
        ("fcntl", (0, 10), False),
        ("fcntl", (0, 1024), False),
        ("fcntl", (0, 4), False),
        ("fcntl", (0, 1030), True),
        ("renameat2", (0, 0, 0, 0, 0), True),
        ("renameat2", (0, 0, 0, 0, 1), True),
        ("renameat2", (0, 0, 0, 0, 2), True),
        ("renameat2", (0, 0, 0, 0, 4), False),
        ("renameat2", (0, 0, 0, 0, 3), False),
        ("mkdirat", (0, 0, 0o700), True),
        ("mkdirat", (0, 0, 0o777), False),
    ],
)
def test_arguments_decide(architecture: Architecture, call: str, arguments: tuple[int, ...], allowed: bool) -> None:
    assert (ask("hand", architecture, call, *arguments) == ALLOW) is allowed


def test_libraries_get_the_errno_that_lets_them_fall_back(architecture: Architecture) -> None:
    assert ask("agent", architecture, "ioctl") == 0x00050000 | errno.ENOTTY
    assert ask("agent", architecture, "clone3") == 0x00050000 | errno.ENOSYS


@pytest.mark.parametrize("role", ROLES)
def test_the_reading_of_the_rules_in_python_agrees_with_the_program(role: str, architecture: Architecture) -> None:
    cases = [
        (0, 0, flags, mode, other)
        for flags in (0, 1, 2, 3, 4, 7, 0o101, 0o1101)
        for mode in (0, 1, 2, 0o600)
        for other in (0, 1, 4)
    ]
    program = assemble(ROLES[role].filter, architecture)
    for name, number in architecture.numbers.items():
        for arguments in cases:
            held = answer(program, architecture.audit, number, *arguments) == ALLOW
            assert held == permits(ROLES[role].filter, name, arguments), (name, arguments)


def test_an_alternative_with_several_values_takes_each_of_them() -> None:
    program = assemble([Rule("read", ((Check(0, 0xFF, (1, 5, 9)), Check(1, 0xFFFFFFFF, (7,))),))], X86_64)
    taken = [value for value in range(16) if answer(program, X86_64.audit, 0, value, 7) == ALLOW]
    assert taken == [1, 5, 9]
    assert answer(program, X86_64.audit, 0, 5, 8) == REFUSAL


def test_the_agent_is_never_allowed_more_than_the_hand() -> None:
    assert {rule.call for rule in AGENT.filter} < {rule.call for rule in HAND.filter}

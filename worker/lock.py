"""Locking the child: privileges, limits, Landlock, then the filter. Each step is fatal where it fails.

The supervisor worked out everything beforehand (`confine.linux`): masks, limits, the assembled filter. Here
they are only handed to the kernel, in the one order that works:

1. `drop_privileges`: no new privileges, not dumpable, capabilities gone. Landlock and seccomp both ask for
   no_new_privs of a process without CAP_SYS_ADMIN (landlock(7), seccomp(2)).
2. `restrict_paths`: Landlock, and the canaries run once with it alone.
3. `set_limits`: after Landlock, whose ruleset is a descriptor that the agent's limit does not leave room for.
4. `load_filter`: seccomp last, because it forbids all of the above.

What none of this undoes: descriptors that are open already, and threads that run already. `worker.boot`
refuses to lock a process that has either.
"""

from __future__ import annotations

from worker.syscalls import Buffer, call

__all__ = ["LockError", "drop_privileges", "load_filter", "restrict_paths", "set_limits", "tie_to_parent"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# linux/prctl.h
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP = 1, 4, 24
_PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
_SIGKILL = 9
_EPERM, _EINVAL = 1, 22
_CAPABILITIES = 64  # More than any kernel has; the first number that it does not know ends the loop.

# linux/capability.h: version 3 takes two sets of three 32-bit masks.
_CAPABILITY_HEADER = (0x20080522).to_bytes(4, "little") + bytes(4)
_NO_CAPABILITIES = bytes(24)

# linux/landlock.h and linux/seccomp.h
_RULE_PATH_BENEATH = 1
_SET_MODE_FILTER = 1


class LockError(Exception):
    """A step of the lock failed; the child must end, and no job may reach it."""


def _must(step: str, answer: tuple[int, int]) -> int:
    result, number = answer
    if result == -1:
        raise LockError(f"{step} failed with errno {number}")
    return result


def tie_to_parent(calls: Mapping[str, int], parent: int) -> None:
    """Ask to be killed with the parent, and refuse to live if it is gone already.

    The signal follows the *thread* that made this process (prctl(2)): the supervisor keeps one that lives
    as long as it does. A parent that ended before the call would never be noticed, hence the comparison
    after it.
    """
    _must("PR_SET_PDEATHSIG", call(calls["prctl"], _PR_SET_PDEATHSIG, _SIGKILL))
    if call(calls["getppid"])[0] != parent:
        raise LockError("the supervisor ended before its child was ready")


def drop_privileges(calls: Mapping[str, int]) -> None:
    """Set no_new_privs, become non-dumpable, and give up every capability.

    The bounding set shrinks only with CAP_SETPCAP (capabilities(7), EPERM); without it there is nothing to
    gain from it, as no_new_privs keeps execve(2) from granting any.
    """
    prctl = calls["prctl"]
    _must("PR_SET_NO_NEW_PRIVS", call(prctl, _PR_SET_NO_NEW_PRIVS, 1))
    _must("PR_SET_DUMPABLE", call(prctl, _PR_SET_DUMPABLE, 0))
    for capability in range(_CAPABILITIES):
        result, number = call(prctl, _PR_CAPBSET_DROP, capability)
        if result == -1:
            if number not in (_EPERM, _EINVAL):
                raise LockError(f"PR_CAPBSET_DROP failed with errno {number}")
            break
    _must("PR_CAP_AMBIENT_CLEAR_ALL", call(prctl, _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL))
    _must("capset", call(calls["capset"], Buffer(_CAPABILITY_HEADER), Buffer(_NO_CAPABILITIES)))


def set_limits(calls: Mapping[str, int], limits: Iterable[Sequence[int]]) -> None:
    """Set soft and hard limits; each row is a resource number and its bound (setrlimit(2))."""
    for resource, bound in limits:
        both = Buffer(bound.to_bytes(8, "little") * 2)
        _must(f"prlimit64 of resource {resource}", call(calls["prlimit64"], 0, resource, both, 0))


def restrict_paths(calls: Mapping[str, int], settings: Mapping[str, int], root: int | None) -> None:
    """Enter a Landlock domain that handles every right and grants those of the role on its root.

    Args:
        calls: system-call numbers.
        settings: `fs`, `net` and `scoped` masks to handle, `size` of the attribute structure that this
            kernel's ABI knows, and `granted` on the root.
        root: an open directory, or None where no path is granted.
    """
    attribute = b"".join(settings[name].to_bytes(8, "little") for name in ("fs", "net", "scoped"))
    create, add, enter = (calls[f"landlock_{name}"] for name in ("create_ruleset", "add_rule", "restrict_self"))
    size = settings["size"]
    ruleset = _must("landlock_create_ruleset", call(create, Buffer(attribute[:size]), size, 0))
    if root is not None:
        beneath = Buffer(settings["granted"].to_bytes(8, "little") + root.to_bytes(4, "little"))
        _must("landlock_add_rule", call(add, ruleset, _RULE_PATH_BENEATH, beneath, 0))
    _must("landlock_restrict_self", call(enter, ruleset, 0))
    _must("close", call(calls["close"], ruleset))


def load_filter(calls: Mapping[str, int], program: bytes) -> None:
    """Load the assembled seccomp filter; from here on it answers for every call (seccomp(2))."""
    rows = Buffer(program)
    header = (len(program) // 8).to_bytes(2, "little") + bytes(6) + rows.address.to_bytes(8, "little")
    _must("seccomp", call(calls["seccomp"], _SET_MODE_FILTER, 0, Buffer(header)))

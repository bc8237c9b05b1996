"""Ways out that few programs ever take: the kernel's administration, old spellings of known calls, and what splits hairs.

Rows as in `tests/escapes/attempts.py`. What would harm the machine that runs the control is called with arguments that can
do nothing (a bad pointer, the same value, a flag that does not exist): the control then shows that the call reached
the kernel, where the filter would have answered first. Such a row names the kernel's own answer in `reached`.
"""

from __future__ import annotations

import errno

from tests.escapes.attempts import ABSENT, PRIVILEGED, Attempt

_RUN = 'pid = call("{0}"); os._exit(0) if pid == 0 else os.waitpid(pid, 0)'


def _reaches(name: str, code: str, *answers: int) -> Attempt:
    """Return an attempt whose control is answered by the kernel itself, past every check of who may ask."""
    return Attempt(name, code, unsupported=PRIVILEGED, reached=answers)


PROCESSES = (
    Attempt("fork by the old call", _RUN.format("fork"), also=(errno.ENOSYS,)),
    # A child of vfork(2) borrows this stack, which the interpreter does not survive; clone(2) with the same flags and no
    # CLONE_VM says the same to the filter.
    Attempt("fork as vfork does", 'pid = call("clone", 0x4011, 0, 0, 0, 0); os._exit(0) if pid == 0 else os.waitpid(pid, 0)'),
    Attempt("clone into new namespaces", 'pid = call("clone", 0x10000011, 0, 0, 0, 0); os._exit(0) if pid == 0 else os.waitpid(pid, 0)',
            unsupported=(*PRIVILEGED, errno.ENOSPC, errno.EINVAL)),
    Attempt("run a program from memory",
            'handle = call("memfd_create", text("x"), 0); os.write(handle, open("/bin/true", "rb").read()); '
            'call("execveat", handle, text(""), ARGUMENTS, 0, 0x1000)', alone=True),
    Attempt("queue a signal with a value", 'call("rt_sigqueueinfo", os.getpid(), 0, SIGNAL)'),
    Attempt("queue a signal to a thread", 'call("rt_tgsigqueueinfo", os.getpid(), os.getpid(), 0, SIGNAL)'),
    Attempt("signal its whole group", "os.killpg(0, 0)"),
    Attempt("outlive its parent", 'call("prctl", 1, 0, 0, 0, 0)'),
    Attempt("name the parent as its tracer", 'call("prctl", 0x59616D61, os.getppid(), 0, 0, 0)', unsupported=(*ABSENT, errno.EINVAL)),
    Attempt("adopt orphans", 'call("prctl", 36, 1, 0, 0, 0)'),
    Attempt("be traced", 'call("ptrace", 0, 0, 0, 0)', unsupported=PRIVILEGED),
    Attempt("wait for anybody", 'call("wait4", -1, 0, 1, 0)', reached=(errno.ECHILD,)),
    Attempt("move to another group", 'call("setpgid", 0, 0)', unsupported=PRIVILEGED),
    Attempt("choose its scheduler", 'call("sched_setscheduler", 0, 0, ctypes.byref(ctypes.c_int(0)))'),
    Attempt("choose its disk priority", 'call("ioprio_set", 1, 0, 0x4000)'),
    Attempt("give capabilities", 'call("capset", CAPABILITIES, (ctypes.c_char * 24)())'),
    Attempt("become a user by the old call", 'call("setuid", os.getuid())'),
    Attempt("drop its groups", 'call("setgroups", 0, 0)', unsupported=PRIVILEGED),
)  # fmt: skip

DESCRIPTORS = (
    Attempt("watch a directory by signal", "fcntl.fcntl(held_directory, 1026, 1)"),
    Attempt("lock a region of a file", "fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)"),
    Attempt("resize the supervisor's pipe", "fcntl.fcntl(1, 1031, 1 << 16)"),
    Attempt("duplicate by the old command", "os.close(fcntl.fcntl(0, fcntl.F_DUPFD, 1))"),
    Attempt("duplicate by the old call", 'os.close(call("dup", 0))'),
    Attempt("replace a standard descriptor", 'call("dup3", 0, 9, 0)'),
    Attempt("splice to the supervisor", 'call("splice", 0, 0, 1, 0, 0, 2)', reached=(errno.EINVAL, errno.EAGAIN)),
    Attempt("copy one pipe to another", 'call("tee", 0, 1, 0, 2)', reached=(errno.EINVAL, errno.EAGAIN)),
    Attempt("ask for the seals of a descriptor", "fcntl.fcntl(0, 1034)", reached=(errno.EINVAL,)),
    Attempt("splice from memory", 'call("vmsplice", 1, 0, 0, 0)'),
    Attempt("write by position", 'call("pwrite64", held, b"!", 1, 0)'),
    Attempt("write a vector", 'call("writev", held, VECTOR, 1)'),
    Attempt("write a vector by position", 'call("pwritev2", held, VECTOR, 1, 0, 0, 0)'),
    Attempt("read a vector by position", 'call("preadv2", held, VECTOR, 1, 0, 0, 0)'),
    Attempt("advise on a file", 'call("fadvise64", held, 0, 0, 0)'),
    Attempt("flush one file system", 'call("syncfs", held)'),
    Attempt("ask how full a held file system is", 'call("fstatfs", held, (ctypes.c_char * 256)())'),
    Attempt("change an owner by handle", 'call("fchown", held, -1, -1)'),
    Attempt("set an attribute by handle", 'os.setxattr(held, "user.scribe", b"1")'),
    Attempt("type into a terminal", 'call("ioctl", 0, 0x5412, b"x")', also=(errno.ENOTTY,), reached=(errno.ENOTTY,)),
    Attempt("make a pipe by the old call", 'call("pipe2", ctypes.byref((ctypes.c_int * 2)()), 0)'),
)  # fmt: skip

PATHS = (
    Attempt("look at a file with statx", 'call("statx", -100, text(f"{bait}/file"), 0, 0x7FF, (ctypes.c_char * 256)())'),
    # Landlock does not judge stat(2), so the hand may learn that a path exists, its size and its times (SECURITY.md).
    Attempt("look at a file", "os.stat(bait)", roles=("agent",)),
    Attempt("ask whether it may", 'call("faccessat", -100, text(f"{bait}/file"), 2)'),
    Attempt("ask whether it may, with flags", 'call("faccessat2", -100, text(f"{bait}/file"), 2, 0)'),
    Attempt("ask where it is", "os.getcwd()"),
    Attempt("list extended attributes", 'os.listxattr(f"{bait}/file")'),
    Attempt("remove an extended attribute", 'os.removexattr(f"{bait}/file", "user.scribe")', reached=(errno.ENODATA,)),
    Attempt("set an attribute of a link", 'call("lsetxattr", text(f"{bait}/file"), text("user.scribe"), b"1", 1, 0)', True),
    Attempt("list its own descriptors", 'os.listdir("/proc/self/fd")'),
    Attempt("read its own memory map", 'os.close(os.open("/proc/self/maps", os.O_RDONLY))'),
    Attempt("choose to be killed last", 'os.close(os.open("/proc/self/oom_score_adj", os.O_WRONLY))'),
    Attempt("write a setting of the kernel", 'os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))',
            unsupported=(*PRIVILEGED, errno.EROFS, errno.ENOENT)),
    Attempt("open the root of the supervisor", 'os.listdir(f"/proc/{os.getppid()}/root/")', unsupported=PRIVILEGED),
    Attempt("read a process by name", 'os.close(os.open("/proc/1/cmdline", os.O_RDONLY))', unsupported=(*PRIVILEGED, errno.ENOENT)),
    Attempt("open the null device", 'os.close(os.open("/dev/null", os.O_WRONLY))'),
    Attempt("open the terminal", 'os.close(os.open("/dev/tty", os.O_RDWR))', reached=(errno.ENXIO, errno.ENOENT)),
    Attempt("open a file for appending by signal", 'os.close(call("openat", -100, text(f"{bait}/file"), 0o22001, 0))'),
)  # fmt: skip

ADMINISTRATION = (
    _reaches("swap to a file", 'call("swapon", text(f"{bait}/file"), 0)', errno.EINVAL),
    _reaches("set the clock", 'call("settimeofday", 0, 0)'),
    _reaches("set a clock", 'call("clock_settime", 0, 0)', errno.EFAULT),
    _reaches("ask for quotas", 'call("quotactl", 0x80000300, 0, 0, 0)', errno.ENODEV, errno.ESRCH, errno.EINVAL, errno.ENOTBLK),
    _reaches("load a module", 'call("init_module", 0, 0, text(""))', errno.EFAULT, errno.ENOEXEC),
    _reaches("load a module from a file", 'call("finit_module", held, text(""), 0)', errno.ENOEXEC, errno.EBADF),
    _reaches("remove a module", 'call("delete_module", text("scribe-none"), 0x800)', errno.ENOENT),
    _reaches("load another kernel", 'call("kexec_load", 0, 0, 0, 0x8000)', errno.EINVAL),
    _reaches("restart the machine", 'call("reboot", 0, 0, 0, 0)', errno.EINVAL),
    _reaches("turn the root around", 'call("pivot_root", text(f"{bait}/directory"), text(f"{bait}/file"))', errno.ENOTDIR, errno.EINVAL),
    _reaches("name the domain", 'call("setdomainname", 0, 1 << 16)', errno.EINVAL),
    _reaches("move a mount", 'call("move_mount", -1, text(""), -1, text(""), 0)', errno.EBADF, errno.ENOENT, errno.EINVAL),
    _reaches("change a mount", 'call("mount_setattr", -100, text(bait), 0, (ctypes.c_char * 32)(), 1)', errno.EINVAL, errno.E2BIG),
    _reaches("configure a file system", 'call("fsconfig", -1, 0, 0, 0, 0)', errno.EINVAL, errno.EBADF),
    _reaches("request a key", 'call("request_key", text("user"), text("scribe-none"), 0, 0)', errno.ENOKEY),
    _reaches("move pages of memory", 'call("migrate_pages", 0, 0, 0, 0)', errno.EINVAL),
)  # fmt: skip

MEMORY = (
    Attempt("make memory executable by key", 'm = call("mmap", 0, 4096, 3, 0x22, -1, 0); call("pkey_mprotect", m, 4096, 5, -1)'),
    Attempt("make memory read-only", 'm = call("mmap", 0, 4096, 3, 0x22, -1, 0); call("mprotect", m, 4096, 1)'),
    Attempt("map a program to run", 'call("mmap", 0, 4096, 5, 2, held, 0)'),
    Attempt("map with validated sharing", 'call("mmap", 0, 4096, 3, 3, held, 0)'),
    Attempt("hide executable in the high half", 'call("mmap", 0, 4096, 7 | 1 << 40, 0x22, -1, 0)', reached=(errno.EINVAL,)),
    Attempt("flush a mapping", 'call("msync", call("mmap", 0, 4096, 3, 0x22, -1, 0), 4096, 4)'),
    Attempt("choose where memory lies", 'call("set_mempolicy", 0, 0, 0)'),
    Attempt("change its segment registers", 'call("arch_prctl", 0x1004, ctypes.byref(ctypes.c_ulong()))', also=(errno.ENOSYS,)),
    Attempt("change its descriptor table", 'call("modify_ldt", 0, (ctypes.c_char * 16)(), 16)', also=(errno.ENOSYS,)),
    Attempt("reach the ports of devices", 'call("ioperm", 0x3F8, 1, 0)', also=(errno.ENOSYS,), unsupported=PRIVILEGED),
    Attempt("wait for many locks", 'call("futex_waitv", 0, 0, 0, 0, 0)', reached=(errno.EINVAL,)),
    Attempt("count what it used", 'call("getrusage", 0, (ctypes.c_char * 256)())'),
    Attempt("ask about the machine", "os.uname()"),
)  # fmt: skip

_OPEN = 'os.close(call("openat", -100, text(f"{{room}}/topic.md"), {0}, 0))'


def _inside(name: str, code: str, *, marks: bool = False, unsupported: tuple[int, ...] = ABSENT) -> Attempt:
    """Return an attempt where Landlock grants the path, so that the filter alone must refuse it, or the hand gets out by name."""
    return Attempt(name, code, marks, unsupported, roles=("hand",))


ROOM = (
    _inside("leave a whiteout in the room", 'call("renameat2", -100, text(f"{room}/topic.md"), -100, text(f"{room}/other.md"), 4)',
            unsupported=(*PRIVILEGED, errno.EINVAL)),
    _inside("open a file of the room in access mode 3", _OPEN.format("3")),
    _inside("open a path handle in the room", _OPEN.format("os.O_PATH")),
    _inside("ask for signals while opening in the room", _OPEN.format("os.O_RDWR | os.O_ASYNC")),
    _inside("truncate by opening in the room", _OPEN.format("os.O_WRONLY | os.O_TRUNC")),
    _inside("make a file without a name in the room", 'os.close(os.open(room, os.O_TMPFILE | os.O_RDWR, 0o600))',
            unsupported=(*ABSENT, errno.EISDIR)),
    _inside("create a file in the room with a set-group-id bit", 'os.open(f"{room}/g.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o2600)'),
    _inside("create a file that nobody may read", 'os.open(f"{room}/n.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0)'),
    _inside("make a directory with a sticky bit", 'os.mkdir(f"{room}/sticky", 0o1700)'),
    _inside("make a hard link in the room", 'os.link(f"{room}/topic.md", f"{room}/twin.md")'),
    _inside("make a socket file in the room", 'os.mknod(f"{room}/socket.md", stat.S_IFSOCK | 0o600)'),
    _inside("make a device in the room", 'os.mknod(f"{room}/device.md", stat.S_IFCHR | 0o600, os.makedev(1, 3))', unsupported=PRIVILEGED),
    _inside("change times in the room", 'os.utime(f"{room}/topic.md", (1, 1))'),
    _inside("change an owner in the room", 'os.chown(f"{room}/topic.md", os.getuid(), os.getgid())'),
    _inside("set an extended attribute in the room", 'os.setxattr(f"{room}/topic.md", "user.scribe", b"1")'),
    _inside("read through a symbolic link of the room", 'assert os.read(os.open(f"{room}/planted/secret", os.O_RDONLY), 10)'),
    _inside("list through a symbolic link of the room", 'assert os.listdir(f"{room}/planted")'),
    _inside("delete through a symbolic link of the room", 'os.unlink(f"{room}/planted/file")', marks=True),
    _inside("rename through a symbolic link of the room", 'os.rename(f"{room}/topic.md", f"{room}/planted/topic.md")', marks=True),
    _inside("make a directory through a symbolic link of the room", 'os.mkdir(f"{room}/planted/made", 0o700)', marks=True),
    _inside("delete by climbing from the handle of the room",
            'call("unlinkat", os.open(room, os.O_RDONLY), text("../" + os.path.basename(bait) + "/file"), 0)', marks=True),
    _inside("rename by climbing from the handle of the room",
            'root = os.open(room, os.O_RDONLY); call("renameat", root, text("topic.md"), root, text("../topic.md"))'),
    _inside("delete the room itself", 'os.rename(room, room + "-gone")'),
)  # fmt: skip

ATTEMPTS = PROCESSES + DESCRIPTORS + PATHS + ADMINISTRATION + MEMORY + ROOM

"""Every way out that we know of, each written once.

An attempt is a piece of Python with a few names ready (`tests/escapes/running.py`): `call(name, *arguments)` makes a raw system
call and raises OSError where it is refused, `bait` is a directory outside of every room that it may change if nothing
stops it, `room` is the hand's room, `text` makes a C string. It ends without an exception if it got out.
"""

from __future__ import annotations

import errno
from typing import NamedTuple

# What a control may answer on a system that does not offer the call at all; then there is nothing to refuse.
ABSENT = (errno.ENOSYS, errno.EOPNOTSUPP, errno.EPROTONOSUPPORT, errno.EAFNOSUPPORT, errno.ESOCKTNOSUPPORT)
PRIVILEGED = (*ABSENT, errno.EPERM, errno.EACCES)


class Attempt(NamedTuple):
    """One attempt.

    Attributes:
        name: what is tried, a clause.
        code: how.
        marks: a success shows in the bytes, names, modes or times of the bait.
        unsupported: errnos of the control that mean that this system, or this user, cannot do it at all.
        also: errnos that refuse it besides those of Landlock and the filter.
        alone: it may change the process that makes it, so it gets one of its own.
        roles: for whom it is an escape.
        reached: errnos of the control that show that the kernel itself answered: the call got as far as it can here.
    """

    name: str
    code: str
    marks: bool = False
    unsupported: tuple[int, ...] = ABSENT
    also: tuple[int, ...] = ()
    alone: bool = False
    roles: tuple[str, ...] = ("agent", "hand")
    reached: tuple[int, ...] = ()


def _privileged(name: str, code: str, *, marks: bool = False, also: tuple[int, ...] = ()) -> Attempt:
    return Attempt(name, code, marks, PRIVILEGED, also)


FILES = (
    Attempt("append to a file", 'write(os.open(f"{bait}/file", os.O_WRONLY | os.O_APPEND))', True),
    Attempt("overwrite a file", 'write(os.open(f"{bait}/file", os.O_RDWR))', True),
    Attempt("create a file", 'write(os.open(f"{bait}/new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))', True),
    Attempt("create a file with creat", 'write(call("openat", -100, text(f"{bait}/new"), 0o1101, 0o600))', True),
    Attempt("truncate by opening", 'os.close(os.open(f"{bait}/file", os.O_WRONLY | os.O_TRUNC))', True),
    Attempt("truncate by path", 'os.truncate(f"{bait}/file", 1)', True),
    Attempt("open in access mode 3", 'os.close(call("openat", -100, text(f"{bait}/file"), 3, 0))'),
    Attempt("open a path handle", 'os.close(os.open(f"{bait}/file", os.O_PATH))'),
    Attempt("make a file without a name", 'write(os.open(bait, os.O_TMPFILE | os.O_RDWR, 0o600))', unsupported=(*ABSENT, errno.EISDIR)),
    Attempt("delete a file", 'os.unlink(f"{bait}/file")', True),
    Attempt("delete a directory", 'os.rmdir(f"{bait}/directory")', True),
    Attempt("rename a file", 'os.rename(f"{bait}/file", f"{bait}/renamed")', True),
    Attempt("exchange two files", 'call("renameat2", -100, text(f"{bait}/file"), -100, text(f"{bait}/other"), 2)', True),
    Attempt("leave a whiteout", 'call("renameat2", -100, text(f"{bait}/file"), -100, text(f"{bait}/renamed"), 4)', True,
            unsupported=(*PRIVILEGED, errno.EINVAL)),
    Attempt("delete a file by the old call", 'call("unlink", text(f"{bait}/file"))', True, also=(errno.ENOSYS,)),
    Attempt("rename a file by the old call", 'call("rename", text(f"{bait}/file"), text(f"{bait}/renamed"))', True, also=(errno.ENOSYS,)),
    Attempt("delete a directory by the old call", 'call("rmdir", text(f"{bait}/directory"))', True, also=(errno.ENOSYS,)),
    Attempt("create a file by the old call", 'write(call("creat", text(f"{bait}/new"), 0o600))', True, also=(errno.ENOSYS,)),
    Attempt("make a directory", 'os.mkdir(f"{bait}/made", 0o700)', True),
    Attempt("make a symbolic link", 'os.symlink("file", f"{bait}/symlink")', True),
    Attempt("make a hard link", 'os.link(f"{bait}/file", f"{bait}/link")', True),
    Attempt("make a fifo", 'os.mkfifo(f"{bait}/fifo", 0o600)', True),
    Attempt("make a socket file", 'os.mknod(f"{bait}/socket", stat.S_IFSOCK | 0o600)', True),
    _privileged("make a device", 'os.mknod(f"{bait}/device", stat.S_IFCHR | 0o600, os.makedev(1, 3))', marks=True),
    Attempt("change a mode", 'os.chmod(f"{bait}/file", 0o640)', True),
    Attempt("set the set-user-id bit", 'os.chmod(f"{bait}/file", 0o4700)', True),
    Attempt("change a mode by handle", 'call("fchmod", held, 0o644)'),
    Attempt("change an owner", 'os.chown(f"{bait}/file", os.getuid(), os.getgid())'),
    Attempt("change times", 'os.utime(f"{bait}/file", (1, 1))', True),
    Attempt("set an extended attribute", 'os.setxattr(f"{bait}/file", "user.scribe", b"1")', True),
    Attempt("set an access control list", 'os.setxattr(f"{bait}/file", "system.posix_acl_access", ACL)', True,
            unsupported=(*ABSENT, errno.EINVAL)),
    Attempt("read a file", 'assert os.read(os.open(f"{bait}/secret", os.O_RDONLY), 10)'),
    Attempt("list a directory", 'assert os.listdir(bait)'),
    Attempt("read a link", 'os.readlink("/proc/self/exe")'),
    Attempt("read the passwords of this system", 'os.close(os.open("/etc/passwd", os.O_RDONLY))'),
    Attempt("read the memory of the supervisor", 'os.close(os.open(f"/proc/{os.getppid()}/mem", os.O_RDONLY))', unsupported=PRIVILEGED),
    Attempt("read the environment of the supervisor", 'os.close(os.open(f"/proc/{os.getppid()}/environ", os.O_RDONLY))'),
    Attempt("list the descriptors of the supervisor", 'os.listdir(f"/proc/{os.getppid()}/fd")'),
    # The hand may open its own three pipes again by name: Landlock does not judge pipes. It has them anyway.
    Attempt("open its own descriptor 2 again", 'os.close(os.open("/proc/self/fd/2", os.O_WRONLY))', roles=("agent",)),
    Attempt("open descriptor 2 of the supervisor", 'os.close(os.open(f"/proc/{os.getppid()}/fd/2", os.O_WRONLY))',
            unsupported=(*ABSENT, errno.ENXIO, errno.EACCES)),
    Attempt("write its own memory by file", 'os.close(os.open("/proc/self/mem", os.O_RDWR))'),
    Attempt("change directory", "os.chdir(bait)"),
    Attempt("change directory by handle", 'call("fchdir", held_directory)'),
    _privileged("change the root", 'call("chroot", text(bait))'),
    Attempt("lock a file", "fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)"),
    Attempt("preallocate", 'call("fallocate", held, 0, 0, 1 << 16)'),
    Attempt("truncate by handle", "os.ftruncate(held, 1)"),
    Attempt("write through a shared mapping", 'm = call("mmap", 0, 4096, 3, 1, held, 0); ctypes.memset(m, 65, 4)'),
    Attempt("name a handle", 'call("name_to_handle_at", -100, text(f"{bait}/file"), HANDLE, ctypes.byref(ctypes.c_int()), 0)'),
    _privileged("open by handle", 'call("name_to_handle_at", -100, text(f"{bait}/file"), HANDLE, ctypes.byref(ctypes.c_int()), 0); '
                'call("open_by_handle_at", held_directory, HANDLE, 0)'),
    Attempt("walk with openat2", 'os.close(call("openat2", -100, text(f"{bait}/file"), HOW, 24))'),
    Attempt("watch a directory", 'call("inotify_init1", 0)'),
    _privileged("watch a file system", 'call("fanotify_init", 0, 0)'),
    Attempt("ask for flags of a file", 'call("ioctl", held, 0x80086601, ctypes.byref(ctypes.c_long()))',
            unsupported=(*ABSENT, errno.ENOTTY), also=(errno.ENOTTY,)),
    Attempt("ask how full a file system is", 'os.statvfs(bait)'),
)  # fmt: skip

NETWORK = (
    Attempt("open a TCP socket", "socket.socket(socket.AF_INET, socket.SOCK_STREAM)"),
    Attempt("open a TCP socket of version 6", "socket.socket(socket.AF_INET6, socket.SOCK_STREAM)"),
    Attempt("open a UDP socket", "socket.socket(socket.AF_INET, socket.SOCK_DGRAM)"),
    Attempt("open a Unix socket", "socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)"),
    Attempt("bind an abstract name", 's = socket.socket(socket.AF_UNIX); s.bind("\\0scribe-escape")'),
    Attempt("open a pair of sockets", "socket.socketpair()"),
    Attempt("open a netlink socket", 'call("socket", 16, 3, 0)'),
    Attempt("open a vsock socket", 'call("socket", 40, 1, 0)'),
    _privileged("open a raw socket", 'call("socket", 2, 3, 1)'),
    _privileged("open a packet socket", 'call("socket", 17, 3, 0)'),
    Attempt("open a socket of the crypto interface", 'call("socket", 38, 5, 0)'),
)

PROCESSES = (
    Attempt("fork", "pid = os.fork(); os._exit(0) if pid == 0 else os.waitpid(pid, 0)"),
    Attempt("clone a process", 'pid = call("clone", 17, 0, 0, 0, 0); os._exit(0) if pid == 0 else os.waitpid(pid, 0)'),
    Attempt("clone with clone3", 'pid = call("clone3", CLONE, 64); os._exit(0) if pid == 0 else os.waitpid(pid, 0)', also=(errno.ENOSYS,)),
    Attempt("start a program", 'os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)', also=(errno.ENOSYS,)),
    Attempt("become another program", 'os.execv("/bin/true", ["true"])', alone=True),
    Attempt("become a program by handle", 'call("execveat", -100, text("/bin/true"), 0, 0, 0)', alone=True),
    Attempt("make a program in memory", 'call("memfd_create", text("x"), 1)'),
    Attempt("make secret memory", 'call("memfd_secret", 0)'),
    Attempt("start a thread", "import _thread; _thread.start_new_thread(print, ())", also=(errno.EAGAIN,)),
    Attempt("trace the supervisor", 'call("ptrace", 0x4206, os.getppid(), 0, 0)', unsupported=PRIVILEGED),
    Attempt("read another process's memory", 'call("process_vm_readv", os.getppid(), 0, 0, 0, 0, 0)', unsupported=PRIVILEGED),
    Attempt("write another process's memory", 'call("process_vm_writev", os.getppid(), 0, 0, 0, 0, 0)', unsupported=PRIVILEGED),
    Attempt("signal the supervisor", "os.kill(os.getppid(), 0)"),
    Attempt("signal a thread of itself", 'call("tgkill", os.getpid(), os.getpid(), 0)'),
    Attempt("queue a signal", 'call("tkill", os.getpid(), 0)'),
    Attempt("get a handle of the supervisor", 'call("pidfd_open", os.getppid(), 0)'),
    Attempt("signal by handle", 'call("pidfd_send_signal", call("pidfd_open", os.getpid(), 0), 0, 0, 0)'),
    Attempt("take a descriptor of another process", 'call("pidfd_getfd", call("pidfd_open", os.getpid(), 0), 0, 0)'),
    Attempt("own the signals of a descriptor", "fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())"),
    Attempt("choose the signal of a descriptor", "fcntl.fcntl(0, fcntl.F_SETSIG, 12)"),
    Attempt("ask for signals from a descriptor", "fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)"),
    Attempt("take a lease", "fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)", unsupported=(*ABSENT, errno.EAGAIN, errno.EINVAL)),
    Attempt("compare with another process", 'call("kcmp", os.getpid(), os.getpid(), 0, 0, 0)'),
    Attempt("change its own limits", 'call("prlimit64", 0, 7, LIMIT, 0)'),
    Attempt("raise the limit of open files", "[os.dup(0) for _ in range(100)]", also=(errno.EMFILE, errno.EINVAL)),
    Attempt("become dumpable again", 'call("prctl", 4, 1, 0, 0, 0)'),
    Attempt("load another filter", 'call("seccomp", 2, 0, ctypes.byref(ctypes.c_uint(0x7FFF0000)))'),
    Attempt("make a Landlock ruleset", 'call("landlock_create_ruleset", 0, 0, 1)'),
    Attempt("change its personality", 'call("personality", 0xFFFFFFFF)'),
    Attempt("change its user", 'call("setresuid", os.getuid(), os.getuid(), os.getuid())'),
    Attempt("change its groups", 'call("setgid", os.getgid())'),
    Attempt("change its priority", 'call("setpriority", 0, 0, 10)'),
    Attempt("choose its processor", 'call("sched_setaffinity", 0, 8, ctypes.byref(ctypes.c_long(1)))'),
    Attempt("begin a session", 'call("setsid")', unsupported=(*ABSENT, errno.EPERM)),
)  # fmt: skip

KERNEL = (
    Attempt("set up io_uring", 'call("io_uring_setup", 1, (ctypes.c_char * 120)())', unsupported=PRIVILEGED),
    Attempt("set up asynchronous I/O", 'call("io_setup", 1, ctypes.byref(ctypes.c_ulong()))'),
    Attempt("add a key", 'call("add_key", text("user"), text("scribe"), text("x"), 1, -2)', unsupported=(*PRIVILEGED, errno.EDQUOT)),
    Attempt("ask for a keyring", 'call("keyctl", 0, -3, 1)', unsupported=(*PRIVILEGED, errno.EDQUOT, errno.ENOKEY)),
    Attempt("make a BPF map", 'call("bpf", 0, BPF, 72)', unsupported=PRIVILEGED),
    Attempt("handle page faults", 'call("userfaultfd", 1)', unsupported=PRIVILEGED),
    Attempt("count events", 'call("perf_event_open", PERF, 0, -1, -1, 0)', unsupported=(*PRIVILEGED, errno.ENOENT, errno.ENODEV)),
    Attempt("make shared memory", 'call("shmctl", call("shmget", 0, 4096, 0o1600), 0, 0)'),
    Attempt("make a message queue", 'call("msgctl", call("msgget", 0, 0o1600), 0, 0)'),
    Attempt("make a semaphore", 'call("semctl", call("semget", 0, 1, 0o1600), 0, 0)'),
    Attempt("make a POSIX message queue", 'call("mq_open", text(f"scribe-{os.getpid()}"), 0o102, 0o600, 0); call("mq_unlink", text(f"scribe-{os.getpid()}"))', unsupported=PRIVILEGED),
    Attempt("make POSIX shared memory", 'name = f"/dev/shm/scribe-{os.getpid()}"; write(os.open(name, os.O_RDWR | os.O_CREAT, 0o600)); os.unlink(name)'),
    _privileged("mount", 'call("mount", text("none"), text(bait), text("tmpfs"), 0, 0)'),
    Attempt("unmount", 'call("mount", text("none"), text(bait), text("tmpfs"), 0, 0); call("umount2", text(bait), 0)', unsupported=PRIVILEGED),
    _privileged("open a file system", 'call("fsopen", text("tmpfs"), 0)'),
    _privileged("clone a mount", 'call("open_tree", -100, text(bait), 1)'),
    Attempt("enter a new user namespace", 'call("unshare", 0x10000000)', unsupported=(*PRIVILEGED, errno.ENOSPC, errno.EINVAL)),
    _privileged("enter a new mount namespace", 'call("unshare", 0x20000)'),
    _privileged("join a namespace", 'call("setns", call("pidfd_open", os.getpid(), 0), 0x8000000)'),
    _privileged("name the host", 'call("sethostname", text(os.uname().nodename), len(os.uname().nodename))'),
    _privileged("read the kernel's log", 'call("syslog", 10, 0, 0)'),
    _privileged("write accounts", 'call("acct", text(f"{bait}/file")); call("acct", 0)', also=(errno.EACCES,)),
    Attempt("make memory executable", 'm = call("mmap", 0, 4096, 3, 0x22, -1, 0); call("mprotect", m, 4096, 5)'),
    Attempt("map executable memory", 'call("mmap", 0, 4096, 7, 0x22, -1, 0)'),
    Attempt("map shared memory", 'call("mmap", 0, 4096, 3, 0x21, -1, 0)'),
    Attempt("lock memory", 'call("mlock", call("mmap", 0, 4096, 3, 0x22, -1, 0), 4096)', unsupported=PRIVILEGED),
    Attempt("map more than allowed", 'call("mmap", 0, 1 << 31, 0, 0x4022, -1, 0)', also=(errno.ENOMEM,)),
    Attempt("make a pipe", "os.pipe()"),
    Attempt("make an event descriptor", 'call("eventfd2", 0, 0)'),
    Attempt("wait for many descriptors", 'call("epoll_create1", 0)'),
    Attempt("make a timer descriptor", 'call("timerfd_create", 1, 0)'),
    Attempt("read signals from a descriptor", 'call("signalfd4", -1, ctypes.byref(ctypes.c_long()), 8, 0)'),
    Attempt("set an alarm", 'call("setitimer", 0, ctypes.byref((ctypes.c_long * 4)()), 0)'),
    Attempt("splice between pipes", '(r, _), (_, w) = os.pipe(), os.pipe(); call("splice", r, 0, w, 0, 1, 2)', reached=(errno.EAGAIN,)),
    Attempt("send a file to a pipe", 'call("sendfile", 1, held, 0, 0)'),
    Attempt("copy between files", 'call("copy_file_range", held, 0, held, 0, 0, 0)', unsupported=(*ABSENT, errno.EINVAL, errno.EBADF)),
    Attempt("advise another process's memory", 'call("process_madvise", call("pidfd_open", os.getpid(), 0), 0, 0, 20, 0)',
            unsupported=(*PRIVILEGED, errno.EINVAL)),
    Attempt("flush every file system", 'call("sync")'),
    Attempt("ask about barriers", 'call("membarrier", 0, 0, 0)'),
)  # fmt: skip

ROOM = (
    # From inside the hand's room outwards, and from outside into it.
    Attempt("rename a file of the room to outside", 'os.rename(f"{room}/topic.md", f"{bait}/topic.md")', True, roles=("hand",)),
    Attempt("rename a file from outside into the room", 'os.rename(f"{bait}/file", f"{room}/stolen.md")', True, roles=("hand",)),
    Attempt("exchange a file of the room with one outside",
            'call("renameat2", -100, text(f"{room}/topic.md"), -100, text(f"{bait}/file"), 2)', True, roles=("hand",)),
    Attempt("link a file from outside into the room", 'os.link(f"{bait}/file", f"{room}/link.md")', roles=("hand",)),
    Attempt("make a symbolic link in the room", 'os.symlink(bait, f"{room}/way-out")', roles=("hand",)),
    Attempt("write through a symbolic link of the room", 'write(os.open(f"{room}/planted/file", os.O_WRONLY))', True, roles=("hand",)),
    Attempt("create through a symbolic link of the room",
            'write(os.open(f"{room}/planted/new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))', True, roles=("hand",)),
    Attempt("climb out of the room", 'root = os.open(room, os.O_RDONLY); os.listdir(os.open("..", os.O_RDONLY, dir_fd=root))', roles=("hand",)),
    Attempt("make a fifo in the room", 'os.mkfifo(f"{room}/fifo.md", 0o600)', roles=("hand",)),
    Attempt("change a mode in the room", 'os.chmod(f"{room}/topic.md", 0o777)', roles=("hand",)),
    Attempt("create a file that others may read", 'os.open(f"{room}/open.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)', roles=("hand",)),
    Attempt("create a program in the room", 'os.open(f"{room}/run.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o4755)', roles=("hand",)),
    Attempt("make a directory that others may enter", 'os.mkdir(f"{room}/open", 0o755)', roles=("hand",)),
    Attempt("truncate a file of the room in place", 'os.truncate(f"{room}/topic.md", 0)', roles=("hand",)),
    Attempt("dirty a shared mapping of the room",
            'm = call("mmap", 0, 4096, 3, 1, os.open(f"{room}/topic.md", os.O_RDWR), 0); ctypes.memset(m, 65, 4)', roles=("hand",)),
)  # fmt: skip

FOREIGN_ABI = (
    Attempt("make a system call of the x32 ABI", 'raw(0x40000000 | 39)', unsupported=(*ABSENT, errno.EINVAL)),
    Attempt("make a system call that does not exist", 'raw(9999)', unsupported=ABSENT),
)  # fmt: skip

ATTEMPTS = FILES + NETWORK + PROCESSES + KERNEL + ROOM + FOREIGN_ABI

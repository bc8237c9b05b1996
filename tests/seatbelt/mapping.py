"""What each escape attempt is on macOS: acts that the sandbox judges, or a plain word that it is not possible, or not judged.

An act is written `operation path KIND`; `bait/…` and `room/…` stand for the two directories, `above/…` for the directory that the
room lies in, `=name` for a service or a setting, `self` and `others` for a target. A way is the acts that are all needed to
get out; an attempt has one or more ways, and each must be refused.
"""

from __future__ import annotations

from typing import NamedTuple


class Ways(NamedTuple):
    """The sandbox judges it."""

    ways: tuple[tuple[str, ...], ...]


class Absent(NamedTuple):
    """macOS has no such thing."""

    why: str


class Unjudged(NamedTuple):
    """It can be done on macOS whatever the profile says. `topic` is a key of `TOPICS`."""

    topic: str


class ByRole(NamedTuple):
    agent: Ways | Unjudged
    hand: Ways | Unjudged


TOPICS = {
    # what is not judged: the words of confine.seatbelt.UNJUDGED that own up to it, and why it is no way out
    "threads": ("threads", "they share one sandbox; memory and time are watched from outside"),
    "memory": ("mappings of memory", "its own; resident memory is watched from outside"),
    "code": ("executable memory", "what it runs stays in the same sandbox"),
    "descriptors": ("pipes and other descriptors without a name", "they join the process with itself"),
    "modes": (
        "the modes with which files and directories are created",
        "the room itself is 0700, and the supervisor looks afterwards",
    ),
    "locks": ("locks on files that are open", "the supervisor takes no lock in the room"),
    "self": (
        "limits, priorities and alarms of the process itself",
        "they are the kernel's to refuse where they would raise anything",
    ),
}


def _ways(*ways: str) -> Ways:
    return Ways(tuple(tuple(act.strip() for act in way.split("+")) for way in ways))


_HELD = _ways("file-write-data bait/file", "file-write-data room/topic.md")
_FORK, _EXEC = _ways("process-fork"), _ways("process-exec bait/program")
_TASK = _ways("mach-priv-task-port others")
_PROC = Absent("there is no /proc")
_LINUX = Absent("a mechanism of Linux alone")
_SELF, _DESCRIPTORS, _MEMORY, _CODE, _MODES = (
    Unjudged(each) for each in ("self", "descriptors", "memory", "code", "modes")
)
_IN_PLACE = _ways("file-write-data room/topic.md")


def _sent(where: str) -> Ways:
    """Return the ways of a socket: macOS lets it be made, and judges where it goes."""
    return _ways(f"network-outbound {where}", f"network-bind {where}", f"network-inbound {where}")


MAPPING: dict[str, Ways | Absent | Unjudged | ByRole] = {
    # -- files
    "append to a file": _ways("file-write-data bait/file"),
    "overwrite a file": _ways("file-write-data bait/file"),
    "create a file": _ways("file-write-create bait/new"),
    "create a file with creat": _ways("file-write-create bait/new"),
    "truncate by opening": _ways("file-write-data bait/file"),
    "truncate by path": _ways("file-write-data bait/file"),
    "open in access mode 3": _ways("file-write-data bait/file"),
    "open a path handle": Absent("O_PATH is of Linux; O_SEARCH asks for file-search, which is granted nowhere"),
    "make a file without a name": Absent("O_TMPFILE is of Linux"),
    "delete a file": _ways("file-write-unlink bait/file"),
    "delete a directory": _ways("file-write-unlink bait/directory DIRECTORY"),
    "rename a file": _ways("file-write-unlink bait/file + file-write-create bait/renamed"),
    "exchange two files": _ways("file-write-unlink bait/file + file-write-create bait/other"),
    "leave a whiteout": Absent("renameatx_np has no whiteouts"),
    "delete a file by the old call": _ways("file-write-unlink bait/file"),
    "rename a file by the old call": _ways("file-write-unlink bait/file + file-write-create bait/renamed"),
    "delete a directory by the old call": _ways("file-write-unlink bait/directory DIRECTORY"),
    "create a file by the old call": _ways("file-write-create bait/new"),
    "make a directory": _ways("file-write-create bait/made DIRECTORY"),
    "make a symbolic link": _ways("file-write-create bait/symlink SYMLINK"),
    "make a hard link": _ways(
        "file-link bait/file + file-write-create bait/link", "file-clone bait/file + file-write-create bait/link"
    ),
    "make a fifo": _ways("file-write-create bait/fifo FIFO"),
    "make a socket file": _ways("file-write-create bait/socket SOCKET", "network-bind bait/socket SOCKET"),
    "make a device": _ways("file-write-create bait/device CHARACTER-DEVICE"),
    "change a mode": _ways("file-write-mode bait/file"),
    "set the set-user-id bit": _ways("file-write-mode bait/file", "file-write-setugid bait/file"),
    "change a mode by handle": _ways("file-write-mode bait/file", "file-write-mode room/topic.md"),
    "change an owner": _ways("file-write-owner bait/file"),
    "change times": _ways("file-write-times bait/file"),
    "set an extended attribute": _ways("file-write-xattr bait/file"),
    "set an access control list": _ways("file-write-acl bait/file"),
    "read a file": _ways("file-read-data bait/secret"),
    "list a directory": _ways("file-read-data bait DIRECTORY"),
    "read a link": _ways("file-read-metadata bait/symlink SYMLINK"),
    "read the passwords of this system": _ways(
        "file-read-data /private/etc/passwd", "mach-lookup =com.apple.system.opendirectoryd.libinfo"
    ),
    "read the memory of the supervisor": _TASK,
    "read the environment of the supervisor": _ways("sysctl-read =kern.procargs2"),
    "list the descriptors of the supervisor": _ways("process-info-pidfdinfo others", "process-info-pidinfo others"),
    "open its own descriptor 2 again": _ways("file-write-data /dev/fd/2 CHARACTER-DEVICE"),
    "open descriptor 2 of the supervisor": _PROC,
    "write its own memory by file": _PROC,
    "change directory": Absent("no operation covers chdir(2), and every path is judged whole wherever it starts"),
    "change directory by handle": Absent(
        "no operation covers fchdir(2), and every path is judged whole wherever it starts"
    ),
    "change the root": _ways("file-chroot bait DIRECTORY"),
    "lock a file": ByRole(_HELD, Unjudged("locks")),
    "preallocate": _HELD,
    "truncate by handle": _HELD,
    "write through a shared mapping": _HELD,
    "name a handle": _ways("file-read-metadata bait/file"),
    "open by handle": _ways("file-read-data bait/file"),
    "walk with openat2": _ways("file-read-data bait/file"),
    "watch a directory": _ways("mach-lookup =com.apple.FSEvents", "file-read-data bait DIRECTORY"),
    "watch a file system": _ways("file-read-data /dev/fsevents CHARACTER-DEVICE"),
    "ask for flags of a file": _ways("file-read-metadata bait/file", "file-ioctl bait/file"),
    "ask how full a file system is": _SELF,
    # -- network
    "open a TCP socket": _sent("=tcp"),
    "open a TCP socket of version 6": _sent("=tcp6"),
    "open a UDP socket": _sent("=udp"),
    "open a Unix socket": _sent("/private/var/run/mDNSResponder SOCKET"),
    "bind an abstract name": Absent("names of Unix sockets are paths"),
    "open a pair of sockets": _DESCRIPTORS,
    "open a netlink socket": _ways("system-socket =AF_ROUTE"),
    "open a vsock socket": _ways("network-outbound =vsock"),
    "open a raw socket": _sent("=raw"),
    "open a packet socket": _ways(
        "file-read-data /dev/bpf0 CHARACTER-DEVICE", "file-write-data /dev/bpf0 CHARACTER-DEVICE"
    ),
    "open a socket of the crypto interface": _LINUX,
    # -- processes
    "fork": _FORK,
    "clone a process": _FORK,
    "clone with clone3": _FORK,
    "start a program": _ways("process-fork + process-exec /usr/bin/true", "process-exec /usr/bin/true"),
    "become another program": _ways("process-exec /usr/bin/true", "process-exec /bin/sh"),
    "become a program by handle": _EXEC,
    "make a program in memory": _LINUX,
    "make secret memory": _LINUX,
    "start a thread": Unjudged("threads"),
    "trace the supervisor": _TASK,
    "read another process's memory": _TASK,
    "write another process's memory": _TASK,
    "signal the supervisor": _ways("signal others"),
    "signal a thread of itself": _ways("signal self"),
    "queue a signal": _ways("signal self"),
    "get a handle of the supervisor": _ways("mach-priv-task-port others", "mach-task-name others"),
    "signal by handle": _ways("signal self"),
    "take a descriptor of another process": _TASK,
    "own the signals of a descriptor": _DESCRIPTORS,
    "choose the signal of a descriptor": _LINUX,
    "ask for signals from a descriptor": _DESCRIPTORS,
    "take a lease": _LINUX,
    "compare with another process": _LINUX,
    "change its own limits": _SELF,
    "raise the limit of open files": _SELF,
    "become dumpable again": _LINUX,
    "load another filter": Absent("a process that has a profile cannot get another (forbidden-sandbox-reinit)"),
    "make a Landlock ruleset": _LINUX,
    "change its personality": _LINUX,
    "change its user": _SELF,
    "change its groups": _SELF,
    "change its priority": _SELF,
    "choose its processor": _SELF,
    "begin a session": _SELF,
    # -- kernel
    "set up io_uring": _LINUX,
    "set up asynchronous I/O": _DESCRIPTORS,
    "add a key": _ways("mach-lookup =com.apple.SecurityServer", "mach-lookup =com.apple.securityd.xpc"),
    "ask for a keyring": _ways("mach-lookup =com.apple.SecurityServer", "mach-lookup =com.apple.securityd.xpc"),
    "make a BPF map": _LINUX,
    "handle page faults": _LINUX,
    "count events": _LINUX,
    "make shared memory": _ways("ipc-sysv-shm"),
    "make a message queue": _ways("ipc-sysv-msg"),
    "make a semaphore": _ways("ipc-sysv-sem"),
    "make a POSIX message queue": Absent("macOS has no POSIX message queues"),
    "make POSIX shared memory": _ways("ipc-posix-shm-write-create =/scribe", "ipc-posix-sem =/scribe"),
    "mount": _ways("file-mount bait DIRECTORY"),
    "unmount": _ways("file-unmount bait DIRECTORY"),
    "open a file system": _LINUX,
    "clone a mount": _LINUX,
    "enter a new user namespace": _LINUX,
    "enter a new mount namespace": _LINUX,
    "join a namespace": _LINUX,
    "name the host": _ways("sysctl-write =kern.hostname"),
    "read the kernel's log": _ways(
        "file-read-data /dev/klog CHARACTER-DEVICE", "sysctl-read =kern.msgbuf", "mach-lookup =com.apple.logd"
    ),
    "write accounts": _ways("system-acct"),
    "make memory executable": _CODE,
    "map executable memory": _CODE,
    "map shared memory": _MEMORY,
    "lock memory": _MEMORY,
    "map more than allowed": _MEMORY,
    "make a pipe": _DESCRIPTORS,
    "make an event descriptor": _LINUX,
    "wait for many descriptors": _DESCRIPTORS,
    "make a timer descriptor": _LINUX,
    "read signals from a descriptor": _LINUX,
    "set an alarm": _SELF,
    "splice between pipes": _LINUX,
    "send a file to a pipe": Absent("sendfile(2) takes sockets only"),
    "copy between files": _ways("file-clone bait/file + file-write-create bait/new", "file-write-data room/topic.md"),
    "advise another process's memory": _TASK,
    "flush every file system": _SELF,
    "ask about barriers": _LINUX,
    # -- the hand's room
    "rename a file of the room to outside": _ways("file-write-unlink room/topic.md + file-write-create bait/topic.md"),
    "rename a file from outside into the room": _ways("file-write-unlink bait/file + file-write-create room/stolen.md"),
    "exchange a file of the room with one outside": _ways(
        "file-write-unlink room/topic.md + file-write-create bait/file + file-write-unlink bait/file + file-write-create room/topic.md"
    ),
    "link a file from outside into the room": _ways(
        "file-link bait/file + file-write-create room/link.md",
        "file-clone bait/file + file-write-create room/link.md",
        "file-link room/link.md",
    ),
    "make a symbolic link in the room": _ways("file-write-create room/way-out SYMLINK"),
    "write through a symbolic link of the room": _ways("file-write-data bait/file"),
    "create through a symbolic link of the room": _ways("file-write-create bait/new"),
    "climb out of the room": _ways("file-read-data above DIRECTORY"),
    "make a fifo in the room": _ways("file-write-create room/fifo.md FIFO"),
    "change a mode in the room": _ways("file-write-mode room/topic.md"),
    "create a file that others may read": _MODES,
    "create a program in the room": _MODES,
    "make a directory that others may enter": _MODES,
    "truncate a file of the room in place": _IN_PLACE,
    "dirty a shared mapping of the room": _IN_PLACE,
    "make a system call of the x32 ABI": _LINUX,
    "make a system call that does not exist": Absent("the kernel answers SIGSYS or ENOSYS by itself"),
    # -- rare: processes
    "fork by the old call": _FORK,
    "fork as vfork does": _FORK,
    "clone into new namespaces": _FORK,
    "run a program from memory": _ways("process-exec room/.scribe-1.tmp", "process-exec bait/program"),
    "queue a signal with a value": Absent("macOS has no sigqueue(2)"),
    "queue a signal to a thread": Absent("macOS has no sigqueue(2)"),
    "signal its whole group": _ways("signal others"),
    "outlive its parent": Absent("there is no signal at a parent's death; the child ends when its pipe does"),
    "name the parent as its tracer": _LINUX,
    "adopt orphans": _LINUX,
    "be traced": _SELF,
    "wait for anybody": _SELF,
    "move to another group": _SELF,
    "choose its scheduler": _SELF,
    "choose its disk priority": _SELF,
    "give capabilities": _LINUX,
    "become a user by the old call": _SELF,
    "drop its groups": _SELF,
    # -- rare: descriptors
    "watch a directory by signal": _LINUX,
    "lock a region of a file": ByRole(_HELD, Unjudged("locks")),
    "resize the supervisor's pipe": _LINUX,
    "duplicate by the old command": _DESCRIPTORS,
    "duplicate by the old call": _DESCRIPTORS,
    "replace a standard descriptor": _DESCRIPTORS,
    "splice to the supervisor": _LINUX,
    "copy one pipe to another": _LINUX,
    "ask for the seals of a descriptor": _LINUX,
    "splice from memory": _LINUX,
    "write by position": _HELD,
    "write a vector": _HELD,
    "write a vector by position": _HELD,
    "read a vector by position": _HELD,
    "advise on a file": _HELD,
    "flush one file system": _HELD,
    "ask how full a held file system is": _HELD,
    "change an owner by handle": _ways("file-write-owner bait/file", "file-write-owner room/topic.md"),
    "set an attribute by handle": _ways("file-write-xattr bait/file", "file-write-xattr room/topic.md"),
    "type into a terminal": _ways(
        "file-write-data /dev/tty CHARACTER-DEVICE",
        "file-ioctl /dev/tty CHARACTER-DEVICE",
        "file-write-data /dev/ttys000 CHARACTER-DEVICE",
    ),
    "make a pipe by the old call": _DESCRIPTORS,
    # -- rare: paths
    "look at a file with statx": _ways("file-read-metadata bait/file"),
    "look at a file": _ways("file-read-metadata bait DIRECTORY"),
    "ask whether it may": _ways("file-read-metadata bait/file"),
    "ask whether it may, with flags": _ways("file-read-metadata bait/file"),
    "ask where it is": _SELF,
    "list extended attributes": _ways("file-read-xattr bait/file"),
    "remove an extended attribute": _ways("file-write-xattr bait/file"),
    "set an attribute of a link": _ways("file-write-xattr bait/file", "file-write-xattr room/planted SYMLINK"),
    "list its own descriptors": _ways("file-read-data /dev/fd DIRECTORY"),
    "read its own memory map": _PROC,
    "choose to be killed last": _PROC,
    "write a setting of the kernel": _ways("sysctl-write =kern.corefile"),
    "open the root of the supervisor": _PROC,
    "read a process by name": _ways("sysctl-read =kern.procargs2", "process-info-listpids others"),
    "open the null device": _ways("file-write-data /dev/null CHARACTER-DEVICE"),
    "open the terminal": _ways("file-write-data /dev/tty CHARACTER-DEVICE"),
    "open a file for appending by signal": _ways("file-write-data bait/file"),
    # -- rare: administration
    "swap to a file": _ways("system-swap"),
    "set the clock": _ways("system-set-time"),
    "set a clock": _ways("system-set-time"),
    "ask for quotas": Absent("quotactl(2) answers root only, and the profile grants no path to ask it about"),
    "load a module": _ways("system-kext-load", "mach-lookup =com.apple.KernelExtensionServer"),
    "load a module from a file": _ways("system-kext-load", "mach-lookup =com.apple.KernelExtensionServer"),
    "remove a module": _ways("system-kext-unload"),
    "load another kernel": _LINUX,
    "restart the machine": _ways("system-reboot", "appleevent-send =com.apple.loginwindow"),
    "turn the root around": _ways("file-mount bait/directory DIRECTORY"),
    "name the domain": _ways("sysctl-write =kern.domainname"),
    "move a mount": _LINUX,
    "change a mount": _ways("file-mount-update bait DIRECTORY"),
    "configure a file system": _LINUX,
    "request a key": _ways("mach-lookup =com.apple.SecurityServer", "mach-lookup =com.apple.securityd.xpc"),
    "move pages of memory": _LINUX,
    # -- rare: memory
    "make memory executable by key": _CODE,
    "make memory read-only": _MEMORY,
    "map a program to run": _ways("file-map-executable bait/file", "file-map-executable room/topic.md"),
    "map with validated sharing": _HELD,
    "hide executable in the high half": _CODE,
    "flush a mapping": _MEMORY,
    "choose where memory lies": _LINUX,
    "change its segment registers": _MEMORY,
    "change its descriptor table": _MEMORY,
    "reach the ports of devices": _ways("iokit-open =IOPCIDevice"),
    "wait for many locks": _MEMORY,
    "count what it used": _SELF,
    "ask about the machine": _SELF,
    # -- rare: the room
    "leave a whiteout in the room": Absent("renameatx_np has no whiteouts"),
    "open a file of the room in access mode 3": _IN_PLACE,
    "open a path handle in the room": Absent(
        "O_PATH is of Linux; O_SEARCH asks for file-search, which is granted nowhere"
    ),
    "ask for signals while opening in the room": _IN_PLACE,
    "truncate by opening in the room": _IN_PLACE,
    "make a file without a name in the room": Absent("O_TMPFILE is of Linux"),
    "create a file in the room with a set-group-id bit": _MODES,
    "create a file that nobody may read": _MODES,
    "make a directory with a sticky bit": _MODES,
    "make a hard link in the room": _ways(
        "file-link room/topic.md", "file-link room/twin.md", "file-clone room/topic.md"
    ),
    "make a socket file in the room": _ways(
        "file-write-create room/socket.md SOCKET", "network-bind room/socket.md SOCKET"
    ),
    "make a device in the room": _ways(
        "file-write-create room/device.md CHARACTER-DEVICE", "file-write-create room/device.md BLOCK-DEVICE"
    ),
    "change times in the room": _ways("file-write-times room/topic.md"),
    "change an owner in the room": _ways("file-write-owner room/topic.md"),
    "set an extended attribute in the room": _ways("file-write-xattr room/topic.md"),
    "read through a symbolic link of the room": _ways("file-read-data bait/secret"),
    "list through a symbolic link of the room": _ways("file-read-data bait DIRECTORY"),
    "delete through a symbolic link of the room": _ways("file-write-unlink bait/file"),
    "rename through a symbolic link of the room": _ways(
        "file-write-unlink room/topic.md + file-write-create bait/topic.md"
    ),
    "make a directory through a symbolic link of the room": _ways("file-write-create bait/made DIRECTORY"),
    "delete by climbing from the handle of the room": _ways("file-write-unlink above/bait/file"),
    "rename by climbing from the handle of the room": _ways(
        "file-write-unlink room/topic.md + file-write-create above/topic.md"
    ),
    "delete the room itself": _ways(
        "file-write-unlink room DIRECTORY", "file-write-unlink room DIRECTORY + file-write-create room-gone DIRECTORY"
    ),
}

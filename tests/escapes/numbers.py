"""System-call numbers of everything that an escape may try: x86-64, aarch64; a hyphen where there is no such call.

From the kernel's `asm/unistd_64.h` and `asm-generic/unistd.h`.
"""

from __future__ import annotations

import platform

_TABLE = """
    openat 257 56, creat 85 -, truncate 76 45, ftruncate 77 46, unlink 87 -, unlinkat 263 35, rename 82 -,
    renameat 264 38, renameat2 316 276, link 86 -, linkat 265 37, symlinkat 266 36, mknodat 259 33, mkdirat 258
    34, rmdir 84 -, fchmodat 268 53, fchmod 91 52, fchownat 260 54, fchown 93 55, utimensat 280 88, setxattr 188
    5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, newfstatat 262 79, statx 332 291, chdir 80 49,
    fchdir 81 50, chroot 161 51, pivot_root 155 41, socket 41 198, socketpair 53 199, bind 49 200, connect 42
    203, listen 50 201, sendto 44 206, clone 56 220, fork 57 -, vfork 58 -, clone3 435 435, execve 59 221,
    execveat 322 281, memfd_create 319 279, memfd_secret 447 447, ptrace 101 117, process_vm_readv 310 270,
    process_vm_writev 311 271, kill 62 129, tkill 200 130, tgkill 234 131, rt_sigqueueinfo 129 138,
    rt_tgsigqueueinfo 297 240, pidfd_open 434 434, pidfd_send_signal 424 424, pidfd_getfd 438 438, fcntl 72 25,
    io_uring_setup 425 425, io_setup 206 0, add_key 248 217, request_key 249 218, keyctl 250 219, bpf 321 280,
    userfaultfd 323 282, perf_event_open 298 241, inotify_init1 294 26, fanotify_init 300 262, shmctl 31 195, msgctl 71 187, semctl 66 191, mq_unlink 241 181, shmget 29 194,
    shmat 30 196, msgget 68 186, semget 64 190, mq_open 240 180, mount 165 40, umount2 166 39, unshare 272 97,
    setns 308 268, open_by_handle_at 304 265, name_to_handle_at 303 264, mmap 9 222, mprotect 10 226,
    pkey_mprotect 329 288, dup 32 23, dup3 292 24, prlimit64 302 261, prctl 157 167, seccomp 317 277,
    landlock_create_ruleset 444 444, personality 135 92, splice 275 76, tee 276 77, vmsplice 278 75, sendfile 40
    71, copy_file_range 326 285, fallocate 285 47, ioctl 16 29, swapon 167 224, reboot 169 142, sethostname 170
    161, settimeofday 164 170, clock_settime 227 112, acct 163 89, quotactl 179 60, syslog 103 116, init_module
    175 105, finit_module 313 273, delete_module 176 106, kexec_load 246 104, setuid 105 146, setgid 106 144,
    setresuid 117 147, setgroups 116 159, capset 126 91, setpriority 141 140, sched_setaffinity 203 122,
    sched_setscheduler 144 119, ioprio_set 251 30, move_mount 429 429, open_tree 428 428, fsopen 430 430,
    fsconfig 431 431, fsmount 432 432, mount_setattr 442 442, openat2 437 437, statfs 137 43, fstatfs 138 44,
    getdents64 217 61, readlinkat 267 78, faccessat 269 48, faccessat2 439 439, getcwd 79 17, pipe2 293 59,
    eventfd2 290 19, epoll_create1 291 20, timerfd_create 283 85, signalfd4 289 74, timer_create 222 107, alarm
    37 -, setitimer 38 103, pause 34 -, waitid 247 95, wait4 61 260, setsid 112 157, setpgid 109 154,
    lookup_dcookie 212 18, migrate_pages 256 238, mbind 237 235, set_mempolicy 238 237, process_madvise 440 440,
    process_mrelease 448 448, kcmp 312 272, quotactl_fd 443 443, futex_waitv 449 449, membarrier 324 283, rseq
    334 293, sync 162 81, syncfs 306 267, msync 26 227, mlock 149 228, remap_file_pages 216 234, modify_ldt 154
    -, iopl 172 -, ioperm 173 -, arch_prctl 158 -, flock 73 32, fadvise64 221 223, readahead 187 213, pwrite64
    18 68, writev 20 66, preadv2 327 286, pwritev2 328 287, sysinfo 99 179, uname 63 160, times 100 153,
    getrusage 98 165, getuid 102 174, setdomainname 171 162
"""


def numbers() -> dict[str, int]:
    """Return name to number for the processor that this runs on."""
    column = {"x86_64": 1, "aarch64": 2}[platform.machine()]
    rows = (row.split() for row in _TABLE.replace("\n", " ").split(","))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}

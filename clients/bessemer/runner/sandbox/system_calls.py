"""
System calls that a bot has no use for, forbidden by a seccomp filter that libseccomp makes.

They would undo what the sandbox does (take more processors, hide memory, enter namespaces), let bots
signal to each other through files that all of them can read, or reach parts of the kernel in which many
of its holes were found. They fail with an ordinary error, so that a program which only tries them, as
libraries do, continues without.
"""

import contextlib
import errno
import socket
import tempfile
from functools import cache
from typing import Any, Final

_PROCESSORS: Final = (
    *("sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"),
    *("setpriority", "ioprio_set"),
)
_OTHER_PROCESSES: Final = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp"),
    "pidfd_getfd",
)
_NAMESPACES: Final = (
    *("unshare", "setns", "mount", "umount", "umount2", "pivot_root", "chroot", "fsopen"),
    *("fsconfig", "fsmount", "fspick", "move_mount", "open_tree", "mount_setattr"),
)
_KERNEL: Final = (
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "add_key", "request_key", "keyctl"),
    *("bpf", "perf_event_open", "userfaultfd", "fanotify_init", "open_by_handle_at", "quotactl"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot"),
    *("swapon", "swapoff", "acct", "syslog", "settimeofday", "clock_settime", "clock_adjtime"),
    *("adjtimex", "iopl", "ioperm", "vhangup", "sethostname", "setdomainname", "modify_ldt"),
)
_SIGNALS: Final = ("flock", "inotify_init", "inotify_init1", "mincore", "cachestat")
"""Whoever may read a file can set or see these on it, and so can everybody else who reads it."""
_FILE_SIGNALS: Final = (
    *(5, 6, 7),  # F_GETLK, F_SETLK, F_SETLKW
    *(12, 13, 14),  # the same with 64 bits, on processors with 32
    *(36, 37, 38),  # F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW
    *(1024, 1025, 1026),  # F_SETLEASE, F_GETLEASE, F_NOTIFY
    *(1035, 1036, 1037, 1038),  # F_GET_RW_HINT and its like, which stay with the file
)
"""The same by `fcntl`. No filter sees which file is meant, so a bot's own ones have none either."""
_HIDDEN_MEMORY: Final = ("memfd_create", "memfd_secret")
"""Memory that no process need have mapped, so that only a control group counts it."""
_LASTING_MEMORY: Final = ("shmget", "msgget")
"""The same, but it lasts until its namespace ends, or the machine."""
_NEW_NAMESPACES: Final = tuple(1 << bit for bit in (17, 25, 26, 27, 28, 29, 30))
"""CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS and so on up to CLONE_NEWNET."""
_SOCKETS: Final = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK)
"""The only families of sockets for a bot: others lead out of its network, or to code that few have read."""
_SET_BUFFER: Final = (7, 8, 32, 33)
"""SO_SNDBUF, SO_RCVBUF, and the same by force: with larger buffers sockets would hide much memory."""
_AS_A_TREE: Final = 2


class NoFilter(Exception):
    """There is no seccomp filter here; the message says why."""


@cache
def filter_program(*, counts_memory: bool, is_isolated: bool) -> bytes:
    """
    The filter as the kernel takes it.

    Args:
        counts_memory: whether a control group counts all memory; if not, what would go uncounted is
            forbidden.
        is_isolated: whether shared memory lasts no longer than the bot.

    Raises:
        NoFilter: libseccomp is not installed, or of no use.
    """
    try:
        import pyseccomp  # noqa: PLC0415 - fails where libseccomp is not installed
    except (ImportError, RuntimeError, OSError) as error:
        raise NoFilter(
            f"libseccomp cannot be used ({error}; try: sudo apt install libseccomp2)"
        ) from None
    forbidden = [*_PROCESSORS, *_OTHER_PROCESSES, *_NAMESPACES, *_KERNEL]
    forbidden += () if counts_memory else _HIDDEN_MEMORY
    forbidden += () if counts_memory and is_isolated else _LASTING_MEMORY
    try:
        made = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
        refuse = pyseccomp.ERRNO(errno.EPERM)
        for name in forbidden:
            _add(made, refuse, name)
        # As a file system answers that has none; libraries take it for that and continue.
        without = pyseccomp.ERRNO(errno.ENOSYS)
        for name in _SIGNALS:
            _add(made, without, name)
        for call in ("fcntl", "fcntl64"):
            for command in _FILE_SIGNALS:
                _add(made, without, call, pyseccomp.Arg(1, pyseccomp.EQ, command))
        for flag in _NEW_NAMESPACES:
            made.add_rule(refuse, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, flag, flag))
        for call in ("socket", "socketpair"):
            _allow_families(made, call)
        for option in _SET_BUFFER:
            level = pyseccomp.Arg(1, pyseccomp.EQ, socket.SOL_SOCKET)
            made.add_rule(refuse, "setsockopt", level, pyseccomp.Arg(2, pyseccomp.EQ, option))
        # Its flags lie in memory, where no filter sees them; C libraries then use `clone`.
        _add(made, pyseccomp.ERRNO(errno.ENOSYS), "clone3")
        with contextlib.suppress(OSError):  # an older libseccomp makes a longer way
            made.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, _AS_A_TREE)
        with tempfile.TemporaryFile() as file:
            made.export_bpf(file)
            file.seek(0)
            return file.read()
    except (OSError, RuntimeError, ValueError) as error:
        raise NoFilter(f"libseccomp makes no filter here ({error})") from None


def _allow_families(made: Any, call: str) -> None:  # noqa: ANN401 - pyseccomp's
    """Refuse sockets of all families except ours, as a kernel does that does not have them."""
    import pyseccomp  # noqa: PLC0415 - as above

    refuse = pyseccomp.ERRNO(errno.EAFNOSUPPORT)
    for family in range(max(_SOCKETS)):
        if family not in _SOCKETS:
            made.add_rule(refuse, call, pyseccomp.Arg(0, pyseccomp.EQ, family))
    made.add_rule(refuse, call, pyseccomp.Arg(0, pyseccomp.GT, max(_SOCKETS)))


def _add(made: Any, action: int, name: str, *arguments: Any) -> None:  # noqa: ANN401 - pyseccomp's
    with contextlib.suppress(OSError):  # not every processor and every libseccomp knows every call
        made.add_rule(action, name, *arguments)

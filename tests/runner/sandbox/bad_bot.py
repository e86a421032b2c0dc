"""
A bot that misbehaves: `python bad_bot.py DEED [WORD…]` tries one thing and prints how far it got.

It is run by path, in a sandbox, so it imports nothing of ours.
"""

import atexit
import contextlib
import ctypes
import errno
import os
import platform
import signal
import socket
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

_MIB = 1024 * 1024
NETLINK = 16


def say(text: object) -> None:
    """Print at once: what comes next may be the end."""
    print(text, flush=True)  # noqa: T201 - it is a program's


def connect(port: str) -> None:
    """Talk to a port of this machine."""
    socket.create_connection(("127.0.0.1", int(port)), timeout=5)
    say("connected")


def go_outside() -> None:
    """Look for a way to another machine; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outside:
        outside.connect(("192.0.2.1", 53))
    say("connected")


def spy() -> None:
    """Print what was inherited: the environment, and every open descriptor beyond the usual."""
    say(" ".join(sorted(os.environ)))
    for descriptor in range(3, 1000):
        try:
            os.fstat(descriptor)
        except OSError:
            continue
        say(f"descriptor {descriptor}")


def read(path: str) -> None:
    """Print a file."""
    say(Path(path).read_text(encoding="utf-8"))


def write(path: str) -> None:
    """Write a file."""
    Path(path).write_text("I was here", encoding="utf-8")
    say("written")


def write_anywhere() -> None:
    """Print the folders, not far down, in which a file can be made."""
    for folder, below, _ in os.walk("/"):
        if folder.startswith("/proc") or folder.count("/") == 3:
            below.clear()
        try:
            file = Path(folder, "I was here")
            file.touch()
            file.unlink()
        except OSError:
            continue
        say(folder)


def set_kernel_parameter() -> None:
    """Set one of the kernel's parameters, to what it is."""
    parameter = Path("/proc/sys/kernel/core_pattern")
    parameter.write_text(parameter.read_text(encoding="ascii"), encoding="ascii")
    say("set")


def fill_disk() -> None:
    """Write one file for ever."""
    with Path(os.environ["TMPDIR"], "large").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(_MIB))


def allocate() -> None:
    """Take 4 GiB at once."""
    bytearray(4096 * _MIB)
    say("allocated")


def allocate_together() -> None:
    """Have children that take little each."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(os.urandom(32 * _MIB))
            time.sleep(1000)
            say(len(held))
    time.sleep(1000)


def hide_in_files() -> None:
    """Put 400 MiB into files that are nowhere but in memory, and are mapped by nobody."""
    held = []
    for _ in range(100):
        held.append(os.memfd_create("hidden"))
        os.write(held[-1], os.urandom(4 * _MIB))
    say("hidden")
    time.sleep(1000)


def hide_in_segments() -> None:
    """Put 400 MiB into segments of shared memory, and leave each of them."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    for _ in range(100):
        segment = libc.shmget(0, 4 * _MIB, 0o600)
        if segment < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        at = ctypes.c_void_p(libc.shmat(segment, None, 0))
        ctypes.memset(at, 1, 4 * _MIB)
        libc.shmdt(at)
        # It lives on until its last user leaves: without this the machine would keep it.
        atexit.register(libc.shmctl, segment, 0, None)
    say("hidden")
    time.sleep(1000)


def call_everything() -> None:
    """Try system calls that would undo the sandbox; print those that are not refused."""
    libc = ctypes.CDLL(None, use_errno=True)
    nowhere = ctypes.c_void_p(None)
    tries: dict[str, Callable[[], object]] = {
        "sched_setaffinity": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
        "sched_setscheduler": lambda: os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0)),
        "setpriority": lambda: os.setpriority(os.PRIO_PROCESS, 0, 19),
        "ptrace": lambda: libc.ptrace(0, 0, nowhere, nowhere),
        "unshare": lambda: libc.unshare(0),
        "setns": lambda: libc.setns(-1, 0),
        "mount": lambda: libc.mount(nowhere, nowhere, nowhere, 0, nowhere),
        "umount": lambda: libc.umount2(b"/nowhere", 0),
        "chroot": lambda: libc.chroot(b"/"),
        "process_vm_readv": lambda: libc.process_vm_readv(os.getpid(), None, 0, None, 0, 0),
        "io_uring_setup": lambda: libc.syscall(425, 1, nowhere),
        "fsopen": lambda: libc.syscall(430, nowhere, 0),
        "pidfd_getfd": lambda: libc.syscall(438, -1, 0, 0),
    }
    unix = socket.socket(socket.AF_UNIX)
    for option in ("SO_SNDBUF", "SO_RCVBUF"):
        number = getattr(socket, option)
        tries[option] = partial(unix.setsockopt, socket.SOL_SOCKET, number, _MIB)
    if platform.machine() == "x86_64":
        numbers = {"add_key": 248, "keyctl": 250, "bpf": 321, "userfaultfd": 323}
        numbers |= {"perf_event_open": 298, "kexec_load": 246}
        for name, number in numbers.items():
            tries[name] = partial(libc.syscall, number, 0, 0, 0, 0, 0)
        tries["clone"] = lambda: libc.syscall(56, 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    for name, attempt in tries.items():
        try:
            ctypes.set_errno(0)
            result = attempt()
            error = ctypes.get_errno() if result == -1 else 0
        except PermissionError:
            continue
        if error != errno.EPERM:
            say(f"{name}: {os.strerror(error) if error else 'done'}")
    say("tried")


def open_sockets() -> None:
    """Print the families of sockets that can be had, or would be with other words."""
    for family in range(64):
        for make in (socket.socket, socket.socketpair):
            with contextlib.suppress(OSError):
                make(family, socket.SOCK_RAW if family == NETLINK else socket.SOCK_DGRAM)
                say(family)


def hide_in_sockets() -> None:
    """Have children that fill the buffers of sockets, which no process has mapped."""
    for _ in range(8):
        if os.fork() == 0:
            held = [socket.socketpair() for _ in range(100)]
            for sender, _receiver in held:
                sender.setblocking(False)
                try:
                    while True:
                        sender.send(bytes(4096))
                except BlockingIOError:
                    pass
            time.sleep(1000)
    time.sleep(1000)


def spin_with_daemon(address: str) -> NoReturn:
    """Compute for ever, here and in a process that has cut all ties."""
    if os.fork() == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        spin()
    os.wait()
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        spin()


def fork() -> None:
    """Have 1,000 children."""
    for count in range(1000):
        try:
            child = os.fork()
        except OSError:
            say(f"no more than {count}")
            sys.exit(3)
        if child == 0:
            time.sleep(1000)
    time.sleep(1000)


def open_files() -> None:
    """Open 10,000 files."""
    files = [os.open("/dev/null", os.O_RDONLY) for _ in range(10_000)]
    say(len(files))


def spin() -> NoReturn:
    """Compute for ever."""
    while True:
        pass


def print_for_ever() -> None:
    """Print for ever."""
    while True:
        say("x" * 1000)


def print_too_much() -> None:
    """Print more than is read at once, and end."""
    for _ in range(1030):
        say("x" * 1023)
    say("last words")


def leave_daemon(address: str) -> None:
    """Leave a process behind that has cut all ties, and speaks to whoever listens there."""
    ready, tell = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            hold(address, tell)
        os._exit(0)
    os.wait()
    os.read(ready, 1)


def stay_with_daemon(address: str) -> NoReturn:
    """The same, but stay as well."""
    leave_daemon(address)
    hold(address)


def hold(address: str, ready: int = 1) -> NoReturn:
    """Hold a connection as long as the process lives."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        os.write(ready, b"\n")
        while True:
            time.sleep(1000)


def connect_again(address: str) -> NoReturn:
    """Connect again whenever the connection ends."""
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(address)
                connection.recv(1)
        except OSError:
            time.sleep(0.01)


def be_polite(address: str) -> None:
    """End when asked to, with a word."""

    def end(_number: int, _frame: object) -> NoReturn:
        say("goodbye")
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    hold(address)


def be_deaf(address: str) -> None:
    """Do not end when asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hold(address)


DEEDS = {
    deed.__name__: deed
    for deed in (
        *(connect, go_outside, spy, read, write, write_anywhere, set_kernel_parameter, fill_disk),
        *(allocate, allocate_together, fork, open_files, spin, print_for_ever, print_too_much),
        *(hide_in_files, hide_in_segments, call_everything, spin_with_daemon),
        *(open_sockets, hide_in_sockets),
        *(leave_daemon, stay_with_daemon, be_polite, be_deaf, hold, connect_again),
    )
}

if __name__ == "__main__":
    try:
        DEEDS[sys.argv[1]](*sys.argv[2:])
    except (OSError, MemoryError) as refusal:
        say(getattr(refusal, "strerror", None) or type(refusal).__name__)
        sys.exit(3)

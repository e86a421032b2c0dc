"""
A bot that misbehaves: `python bad_bot.py DEED [WORD…]` tries one thing and prints how far it got.

It is run by path, in a sandbox, so it imports nothing of ours.
"""

import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import NoReturn

_MIB = 1024 * 1024


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


def spin() -> None:
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
        *(leave_daemon, stay_with_daemon, be_polite, be_deaf, hold, connect_again),
    )
}

if __name__ == "__main__":
    try:
        DEEDS[sys.argv[1]](*sys.argv[2:])
    except (OSError, MemoryError) as refusal:
        say(getattr(refusal, "strerror", None) or type(refusal).__name__)
        sys.exit(3)

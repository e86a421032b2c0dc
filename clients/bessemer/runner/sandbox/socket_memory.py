"""
The memory that a bot's sockets can hold: what waits in them to be read, which no process has mapped.

A bot that is isolated has a network of its own, and the kernel counts the sockets in it, including those
that are on their way from one process to another. How full they are it does not tell, so each counts
with the most that it can hold; the filter of system calls refuses larger buffers.
"""

import contextlib
import os
from collections.abc import Iterable
from functools import cache
from typing import Final

_KERNEL: Final = "/proc/sys/net/"
_MIB: Final = 1024 * 1024


def socket_memory(processes: Iterable[int]) -> float:
    """The MiB that the sockets can hold in the network of these processes, unless that is ours."""
    for process in reversed(tuple(processes)):  # the first one may be bubblewrap, outside of it
        with contextlib.suppress(OSError, ValueError, IndexError):
            if os.stat(f"/proc/{process}/ns/net").st_ino != os.stat("/proc/self/ns/net").st_ino:  # noqa: PTH116 - for the shim's start
                return _held(f"/proc/{process}/net") / _MIB
    return 0.0


def _held(folder: str) -> int:
    each, tcp = _most()
    held = 0
    for name in ("sockstat", "sockstat6"):
        with contextlib.suppress(FileNotFoundError):
            for line in _read(f"{folder}/{name}").splitlines():
                kind, _, count, *_ = line.split()
                if kind == "sockets:":
                    held += int(count) * each
                elif kind in ("TCP:", "TCP6:"):
                    held += int(count) * tcp
    return held


@cache
def _most() -> tuple[int, int]:
    """The bytes that a socket can hold; and those that one of TCP can hold in addition."""
    each = sum(int(_read(f"{_KERNEL}core/{name}")) for name in ("wmem_default", "rmem_default"))
    tcp = sum(int(_read(f"{_KERNEL}ipv4/{name}").split()[2]) for name in ("tcp_wmem", "tcp_rmem"))
    return each, tcp


def _read(path: str) -> str:
    with open(path, encoding="ascii") as file:  # noqa: PTH123 - for the shim's start
        return file.read()

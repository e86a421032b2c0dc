"""
A bot that hides its work from its clock: `python evading_bot.py WAY` works for ever, in one of the `WAYS`.

Every few milliseconds it prints the time (of the monotonic clock), the units of work that it has done, and
the processor seconds which these took. It is run by path, in a sandbox, so it imports nothing of ours.
"""

import hashlib
import mmap
import os
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable
from typing import NoReturn

LANES = 10
"""So many do one unit after the other, side by side: while one works, others wait for a processor."""
_UNIT = bytes(1024 * 1024)
_CELL = struct.Struct("qd")
_board = mmap.mmap(-1, LANES * _CELL.size)
"""For each lane the units that it has done and the seconds that these took; shared with all children."""


def unit(lane: int) -> None:
    """Do about a millisecond of work."""
    started = time.thread_time()
    hashlib.sha256(_UNIT).digest()  # other threads run meanwhile
    count, seconds = _CELL.unpack_from(_board, lane * _CELL.size)
    took = time.thread_time() - started
    _CELL.pack_into(_board, lane * _CELL.size, count + 1, seconds + took)


def report(until: float = float("inf")) -> None:
    """Print what all lanes together have done, again and again."""
    while time.monotonic() < until:
        cells = [_CELL.unpack_from(_board, lane * _CELL.size) for lane in range(LANES)]
        count, seconds = sum(cell[0] for cell in cells), sum(cell[1] for cell in cells)
        print(time.monotonic(), count, seconds, flush=True)  # noqa: T201 - it is a program's
        time.sleep(0.01)


def plainly(lane: int) -> None:
    """Work as an honest bot does."""
    unit(lane)


def in_threads(lane: int) -> None:
    """Work in a thread that ends at once."""
    thread = threading.Thread(target=unit, args=(lane,))
    thread.start()
    thread.join()


def in_children(lane: int) -> None:
    """Work in a child that ends at once and is waited for."""
    if child := os.fork():
        os.waitpid(child, 0)
    else:
        unit(lane)
        os._exit(0)


def in_forgotten_children(lane: int) -> None:
    """Work in a child that ends at once and is waited for by nobody, not even by the kernel."""
    reading, writing = os.pipe()
    if os.fork():
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)
    else:
        unit(lane)
        os._exit(0)


def in_orphans(lane: int) -> None:
    """Work in a grandchild in a session of its own, whose parent has ended before."""
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        os.waitpid(child, 0)
        os.read(reading, 1)
        os.close(reading)
        return
    os.setsid()
    if os.fork() == 0:
        unit(lane)
    os._exit(0)


def in_threads_of_children(lane: int) -> None:
    """Work in threads that end at once, of a child that ends soon."""
    if child := os.fork():
        os.waitpid(child, 0)
        return
    for _ in range(5):
        in_threads(lane)
    os._exit(0)


WAYS: dict[str, Callable[[int], None]] = {
    way.__name__.replace("_", " "): way
    for way in (
        *(plainly, in_threads, in_children, in_forgotten_children, in_orphans),
        in_threads_of_children,
    )
}
HONEST = "plainly"


def work(way: str) -> NoReturn:
    """Work for ever; an honest bot in one lane, another in all of them."""
    do = WAYS[way]
    if do is in_forgotten_children:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)

    def lane(number: int) -> NoReturn:
        while True:
            do(number)

    # Lanes that fork are processes, as a fork copies the calling thread alone.
    for number in range(1 if way == HONEST else LANES):
        if do in (plainly, in_threads):
            threading.Thread(target=lane, args=(number,)).start()
        elif os.fork() == 0:
            lane(number)
    if way != HONEST and os.fork() == 0:
        while True:  # it waits most of the time, for the processor that the others use
            pass
    report()
    raise AssertionError("it works for ever")


if __name__ == "__main__":
    work(sys.argv[1])

"""Processes as the system sees them: children, and whether one has ended."""

import select
from pathlib import Path


def children(process: int) -> list[int]:
    """Its child processes."""
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def descendants(process: int) -> list[int]:
    """Its child processes, theirs, and so on; not those that end meanwhile."""
    found: list[int] = []
    waiting = [process]
    while waiting:
        try:
            below = children(waiting.pop())
        except FileNotFoundError:
            continue
        found += below
        waiting += below
    return found


def runs(process: int, program: str) -> bool:
    """Whether it is Python, with this file as its program."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_text().split("\0")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "python" in Path(words[0]).name and words[1].endswith(program)


def has_ended(process: int, seconds: float) -> bool:
    """Whether the process of this descriptor ends within so many seconds."""
    poll = select.poll()
    poll.register(process, select.POLLIN)
    return bool(poll.poll(seconds * 1000))

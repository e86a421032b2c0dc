"""Processes as the system sees them: children, and whether one has ended."""

import select
from pathlib import Path


def children(process: int) -> list[int]:
    """Its child processes."""
    return list(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


def has_ended(process: int, seconds: float) -> bool:
    """Whether the process of this descriptor ends within so many seconds."""
    poll = select.poll()
    poll.register(process, select.POLLIN)
    return bool(poll.poll(seconds * 1000))

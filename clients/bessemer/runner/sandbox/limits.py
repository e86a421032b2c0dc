"""Limits on a bot's use of the machine: memory, processor time, processes, files."""

from typing import Final, NamedTuple


class ResourceLimits(NamedTuple):
    """
    What one bot, with all the processes that it starts, may use.

    The defaults are generous for a bot in Python or Node with gRPC and a search of its own.
    """

    memory: int = 2048
    """MiB: the data of each process, and the memory that all of them hold together."""
    processor: int = 4 * 3600
    """Seconds of CPU time of one process tree."""
    tasks: int = 256
    """Processes and threads at a time."""
    files: int = 256
    """Open files of each process, sockets included."""
    file_size: int = 256
    """MiB: the largest file that it may write."""
    temporary: int = 256
    """MiB: its own temporary folder, where bubblewrap makes it one."""
    log: int = 2048
    """KiB: what is kept of what it prints."""
    processors: int = 0
    """Processors that it may use at the same time; 0 for all."""
    grace: float = 2.0
    """Seconds between SIGTERM and SIGKILL."""


GENEROUS: Final = ResourceLimits()

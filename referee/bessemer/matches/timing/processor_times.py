"""
What of the time that goes by after a question is the player's own.

A player pays for the time in which it could think. It does not pay while its processes are ready to
run and get no processor, nor while the referee is too busy to read its answer. The first is known
only of players on this machine whose processes somebody watches.
"""

from collections.abc import Hashable
from typing import NamedTuple, Protocol


class ProcessorTime(NamedTuple):
    """The kernel's counts for all processes of one player; both only grow."""

    running: float
    """The seconds of processor time that they used."""
    waiting: float
    """The seconds in which they were ready to run and got no processor."""


def process_name(player: str, instance: int | None) -> str:
    """The name of the process of a player, or of one of its instances: `greedy`, `greedy 2`."""
    return f"{player} {instance + 1}" if instance else player


def player_of(process: str) -> str:
    """Whose process it is: no name has a space."""
    return process.partition(" ")[0]


class ProcessorTimes(Protocol):
    """Knows the processes of players that run on this machine."""

    def read(self, process: str, seat: int, *, exact: bool = False) -> ProcessorTime | None:
        """
        What a player's process (see `process_name`) has used and waited; `None` if it is not known.

        Unless `exact`, it may be a few milliseconds old.
        """

    def asked(self, process: str, question: Hashable) -> None:
        """A player's process has one more thing to think about."""

    def answered(self, process: str, question: Hashable) -> None:
        """It need no longer think about this; also called for questions that it was never asked."""


def waited(elapsed: float, before: ProcessorTime, after: ProcessorTime) -> float:
    """
    For how many of the `elapsed` seconds a player could not think.

    Threads that wait side by side wait several seconds in one, so a player with many of them would
    wait all the time. Hence what it used of the processors is its own in any case.
    """
    used = after.running - before.running
    lost = after.waiting - before.waiting
    return max(0.0, min(lost, elapsed - used))

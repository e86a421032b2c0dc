"""
Time: a bank for each seat that grows with every decision and shrinks while the seat decides.

Banks are whole microseconds, so that a clock rebuilt from the journal is the same clock. What the
time is, the caller says: nothing here looks at a watch.
"""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.game import Seat
from bessemer.matches.records import ClockSettings

MICROSECONDS: Final = 1_000_000


class MatchClock:
    """The banks of all seats of one match."""

    def __init__(self, settings: Sequence[ClockSettings]) -> None:
        """The clock of a match with these settings by seat."""
        self._banks = [_whole(one.bank) for one in settings]
        self._increments = [_whole(one.increment) for one in settings]
        self._increments_by_kind = [
            {kind: _whole(seconds) for kind, seconds in one.increment_by_kind.items()}
            for one in settings
        ]

    def ask(self, seat: Seat, kind: str) -> float:
        """A decision begins: its increment goes to the bank; how many seconds there are for it."""
        increment = self._increments[seat]
        by_kind = self._increments_by_kind[seat]
        bank = self._banks[seat] + (by_kind.get(kind, increment) if by_kind else increment)
        self._banks[seat] = bank
        return bank / MICROSECONDS

    def charge(self, seat: Seat, seconds: float) -> int:
        """A decision is over: take what it took from the bank; how much that is in microseconds."""
        bank = self._banks[seat]
        spent = int(seconds * MICROSECONDS)
        spent = 0 if spent < 0 else min(spent, bank)
        self._banks[seat] = bank - spent
        return spent

    def restore(self, seat: Seat, spent: int) -> None:
        """Take what an entry of the journal says that a decision took."""
        self._banks[seat] = max(0, self._banks[seat] - spent)

    def left(self, seat: Seat) -> float:
        """The seconds in a seat's bank, not counting a decision that it is at."""
        return self._banks[seat] / MICROSECONDS


def _whole(seconds: float) -> int:
    return round(seconds * MICROSECONDS)

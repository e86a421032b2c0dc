"""Everybody's time as it runs down between two messages of the referee."""

from collections.abc import Callable, Sequence

from bessemer.faces.clocks import is_shown
from bessemer.v1 import match_pb2


class SeatClocks:
    """The seconds that each seat has left."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._deadline = 0.0
        """When the own decision must be answered."""
        self._banks: tuple[float, ...] = ()
        self._banks_at = 0.0

    def told(self, match: match_pb2.Match) -> None:
        """The referee says what everybody has."""
        self._banks = tuple(seat.time_left.ToTimedelta().total_seconds() for seat in match.seats)
        self._banks_at = self._now()

    def asked(self, seconds: float) -> None:
        """The own seat has to decide, and has this time."""
        self._deadline = self._now() + seconds

    @property
    def are_shown(self) -> bool:
        """Whether anybody is hurried."""
        return any(map(is_shown, self._banks))

    def left(self, waiting: Sequence[int], own: int | None) -> tuple[float, ...]:
        """By seat; the clocks of those who are waited for run, and that of `own` to its deadline."""
        now = self._now()
        return tuple(
            self._deadline - now
            if seat == own
            else bank - (now - self._banks_at) * (seat in waiting)
            for seat, bank in enumerate(self._banks)
        )

"""
How long a draw waits for a better mixture.

Players who finish together are free together. If matches were always drawn at once, and each player
plays one match at a time, they would meet again and again, and ratings would not tell groups apart. So a
draw that mixes badly is held back for a moment, until players of other matches are free.
"""

from collections import deque
from collections.abc import Callable
from statistics import median
from typing import Final

from bessemer.ladder.formats.blocks import SeatOrder

_LOOKED_AT: Final = 32
"""The usual length is that of so many matches that have ended last."""
_GOOD: Final = 0.8
"""A draw is as good as any if it is expected to tell at least this part of what others would."""

_FEW: Final = 4
"""Where no more matches are played at once, those who are free are too few to mix."""
_HALF: Final = 0.5
_LATE: Final = 1.5
"""Between so many times the usual length a match is expected to end soon; later nobody knows when."""


class Hold:
    """Since when a match could be drawn, and whether it is held back."""

    def __init__(self, longest: float, now: Callable[[], float]) -> None:
        """No draw is held back for longer than `longest` seconds."""
        self._longest = longest
        self._now = now
        self._since: float | None = None
        self._started: dict[SeatOrder, float] = {}
        self._lengths: deque[float] = deque(maxlen=_LOOKED_AT)

    def allows(self, freshness: float) -> bool:
        """
        Whether a match may begin now.

        Args:
            freshness: what it is expected to tell, as a share of what its players would tell with all
                who are there.
        """
        now = self._now()
        since = self._since = now if self._since is None else self._since
        return now >= since + self._seconds(freshness)

    def allows_beside_others(self) -> bool:
        """
        Whether a match may begin now although others are about to end.

        On a small ladder that is how players of all matches come to mix: they begin together.
        """
        now = self._now()
        since = self._since = now if self._since is None else self._since
        is_over = now >= since + self._longest
        if is_over or not self._lengths or len(self._started) > _FEW:
            return True
        usual = median(self._lengths)
        return not any(
            _HALF * usual < now - started < _LATE * usual
            and started + usual < since + self._longest
            for started in self._started.values()
        )

    def nothing(self) -> None:
        """No match can be drawn: there are too few who are free."""
        self._since = None

    def started(self, seating: SeatOrder) -> None:
        """A match begins."""
        self.nothing()
        self._started[seating] = self._now()

    def ended(self, seating: SeatOrder, *, was_played: bool = True) -> None:
        """A match is over; if it was not played, it says nothing about usual lengths."""
        if (started := self._started.pop(seating, None)) is not None and was_played:
            self._lengths.append(self._now() - started)

    def _seconds(self, freshness: float) -> float:
        if not self._lengths or freshness >= _GOOD:
            return 0.0
        return min(self._longest, median(self._lengths) * (_GOOD / freshness - 1))

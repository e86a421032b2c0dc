"""How many matches a player begins: quick bots do not flood a ladder."""

import math
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

_HOUR: Final = 3600.0
_PARTS: Final = 12
"""No more than such a part of an hour's matches begins in such a part of an hour: they do not come all at once."""


class Pace:
    """When players have begun their last matches."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._begun: dict[str, deque[float]] = {}

    def allows(self, player: str, matches_per_hour: int) -> bool:
        """Whether a player may begin another match; always if the number is 0."""
        begun = self._begun.get(player)
        if not matches_per_hour or not begun:
            return True
        now, few = self._now(), math.ceil(matches_per_hour / _PARTS)
        return not any(
            len(begun) >= count and now - begun[-count] < seconds
            for count, seconds in ((matches_per_hour, _HOUR), (few, _HOUR / _PARTS))
        )

    def begin(self, players: Iterable[str], matches_per_hour: int) -> None:
        """They begin a match."""
        if not matches_per_hour:
            self._begun.clear()
            return
        for player in players:
            begun = self._begun.setdefault(player, deque())
            begun.append(self._now())
            while len(begun) > matches_per_hour:
                begun.popleft()

"""
How fast the matches go that players create for themselves.

All matches share one processor. A ladder and an organiser decide how many matches they play; a player
could play hundreds of its own at once, as fast as the referee can. So their moves become known at a
bounded rate. While a move waits nobody is asked, and no clock runs.

A match in which every seat has forfeited takes nobody's thinking time, and nobody waits for it: its
moves count as several.
"""

from collections.abc import Callable
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.matches.match import Match
from bessemer.rpc.limits.limits import RequestRate

_ABANDONED: Final = 4.0
"""So many moves is one of a match that nobody plays any longer."""


class MovePace:
    """The rate at which moves become known, by the creator of their match."""

    def __init__(self, rate: RequestRate, role_of: Callable[[str], Role | None]) -> None:
        """`role_of` is asked for the role of a match's creator."""
        self._rate = rate
        self._role_of = role_of

    def wait(self, match: Match) -> float:
        """The seconds that a move waits before it becomes known; it is counted."""
        creator = match.spec.creator
        if not creator or self._role_of(creator) is Role.ORGANISER:
            return 0.0
        wait = self._rate.wait(creator)
        is_abandoned = all(seated.forfeit is not None for seated in match.seats)
        self._rate.charge(creator, _ABANDONED if is_abandoned else 1.0)
        return wait

"""
How fast the matches go that players create for themselves.

All matches share one processor. A ladder and an organiser decide how many matches they play; a player
could play hundreds of its own at once, as fast as the referee can. So their moves become known at a
bounded rate. While a move waits nobody is asked, and no clock runs.
"""

from collections.abc import Callable

from bessemer.accounts.roles import Role
from bessemer.matches.records import MatchSpec
from bessemer.rpc.limits.limits import RequestRate


class MovePace:
    """The rate at which moves become known, by the creator of their match."""

    def __init__(self, rate: RequestRate, role_of: Callable[[str], Role | None]) -> None:
        """`role_of` is asked for the role of a match's creator."""
        self._rate = rate
        self._role_of = role_of

    def wait(self, spec: MatchSpec) -> float:
        """The seconds that a move waits before it becomes known; it is counted."""
        if not spec.creator or self._role_of(spec.creator) is Role.ORGANISER:
            return 0.0
        wait = self._rate.wait(spec.creator)
        self._rate.charge(spec.creator, 1.0)
        return wait

"""
Calls that play a seat: so many for every step of its match cost nothing, as moves inside a stream do not.

A client that plays call by call asks for the decision, looks at choices and sends the move: as fast as
matches go, and in as many as it plays.
"""

from typing import Any, Final

from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import RefereeError
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.seats import seat_of

PLAYING: Final = frozenset({"GetDecision", "SubmitMove", "CheckMove", "ListChoices"})
"""The methods that play a seat."""
FREE_CALLS: Final = 256
"""For each seat, before something happens in its match."""


def calls_in(request: Any) -> int:  # noqa: ANN401 - of one of `PLAYING`
    """How many calls a request is as good as: each path that it lists is one, two if explained."""
    paths = len(getattr(request, "paths", ()))
    if not paths:
        return 1
    size = request.page_size
    listed: int = min(paths, size) if size > 0 else paths
    return listed * 2 if request.explain else listed


class DecisionCalls(MatchListener):
    """Counts the calls of seats since something happened in their matches."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._used: dict[str, dict[Seat, tuple[int, int]]] = {}
        """By match and seat: the turn of the match, and how many calls there were in it."""

    def is_free(
        self,
        caller: Caller,
        request: Any,  # noqa: ANN401 - of one of `PLAYING`
        calls: int,
    ) -> bool:
        """Whether a call, which is as good as so many, costs nothing; it is counted."""
        match = self._registry.matches.get(request.match_id)
        if match is None:
            return False
        try:
            seat = seat_of(match, caller, request.seat)
        except RefereeError:
            return False
        seats = self._used.setdefault(request.match_id, {})
        turn, used = seats.get(seat, (match.turn, 0))
        used = 0 if turn != match.turn else used
        used += calls
        seats[seat] = match.turn, used
        return used <= FREE_CALLS

    def match_ended(self, match: Match) -> None:
        """Its calls are counted no longer."""
        self._used.pop(match.spec.match_id, None)

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
FREE_CALLS: Final = 64
"""For each seat, before something happens in its match."""
_PATHS: Final = 10
"""So many paths of a call that lists choices are as good as a call."""


class DecisionCalls(MatchListener):
    """Counts the calls of seats since something happened in their matches."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._used: dict[str, dict[Seat, tuple[int, int]]] = {}
        """By match and seat: the turn of the match, and how many calls there were in it."""

    def is_free(self, caller: Caller, request: Any) -> bool:  # noqa: ANN401 - of one of `PLAYING`
        """Whether a call costs nothing; it is counted."""
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
        used += 1 + len(getattr(request, "paths", ())) // _PATHS
        seats[seat] = match.turn, used
        return used <= FREE_CALLS

    def match_ended(self, match: Match) -> None:
        """Its calls are counted no longer."""
        self._used.pop(match.spec.match_id, None)

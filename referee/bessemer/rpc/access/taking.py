"""
Taking a seat: what was anybody's who has its token becomes one player's alone.

A link to a seat is known to whoever made it, and perhaps to others by then. Once a player has taken
the seat the link is worth nothing, nor is what was opened with it.
"""

from typing import Protocol

from bessemer.accounts.names import is_reserved
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.errors import MatchOver, NotAllowed, NotAuthenticated
from bessemer.ladder.entrants import Entrant
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.access.seats import MatchFinder, check_seat
from bessemer.v1 import match_service_pb2 as pb


class Authenticates(Protocol):
    """Knows callers by their tokens."""

    def authenticate(self, metadata: tuple[tuple[str, str], ...]) -> Caller:
        """Who has the token in this metadata."""


class SeatTaking:
    """Answers TakeSeat."""

    def __init__(
        self,
        registry: MatchRegistry,
        finder: MatchFinder,
        tokens: Authenticates,
        revocation: Revocation,
    ) -> None:
        self._registry = registry
        self._finder = finder
        self._tokens = tokens
        self._revocation = revocation

    async def TakeSeat(self, request: pb.TakeSeatRequest, caller: Caller) -> pb.TakeSeatResponse:
        require(caller, Role.PLAYER)
        match = await self._finder.running(request.match_id)
        seat = check_seat(match.spec, request.seat)
        player, taken = str(Entrant(caller.name, caller.version or "")), match.spec.players[seat]
        if taken == player:
            return pb.TakeSeatResponse()  # sent again
        if is_reserved(taken):
            raise NotAllowed(f"{taken} has taken this seat", field="seat")
        # A seat that bears a name, if only a guest's, is for the one who has its token.
        is_free = match.spec.anyone_may_join and not taken and not match.seats[seat].joined
        if is_free and player in match.spec.players:
            raise NotAllowed("you have a seat of this match already", field="seat")
        if not is_free and not self._opens(request):
            raise NotAllowed(
                "this is not the token of this seat, or it was revoked", field="seat_token"
            )
        if match.is_over:
            raise MatchOver(f"match {request.match_id} is over")
        self._revocation.close_seat(match, seat)
        self._registry.reserve(match, seat, player)
        return pb.TakeSeatResponse()

    def _opens(self, request: pb.TakeSeatRequest) -> bool:
        try:
            holder = self._tokens.authenticate((("authorization", f"Bearer {request.seat_token}"),))
        except NotAuthenticated:
            return False
        return (holder.match_id, holder.seat) == (request.match_id, request.seat)

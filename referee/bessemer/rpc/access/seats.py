"""The right to a seat, and where to find a match."""

import asyncio
from contextlib import suppress

from bessemer.accounts.names import is_reserved
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest, Draining, MatchNotFound, NotAllowed
from bessemer.ladder.entrants import Entrant
from bessemer.matches.durable.sharing import Sharing
from bessemer.matches.durable.store import Store
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec, SavedMatch
from bessemer.matches.registry import MatchRegistry


def seat_of(match: Match | SavedMatch, caller: Caller, number: int) -> Seat:
    """
    The seat, if the caller's token opens it.

    Raises:
        BadRequest: the match has no such seat.
        NotAllowed: it is another's.
    """
    spec = match.spec
    seat = check_seat(spec, number)
    if caller.seat is not None:
        mine = caller.match_id == spec.match_id and caller.seat == seat
        if mine and is_reserved(spec.players[seat]):
            raise NotAllowed(
                f"this seat is reserved for {spec.players[seat]}, who joins it with a token of "
                "that player; the seat's own token is not enough",
                field="seat",
            )
    else:
        player = Entrant.parse(spec.players[seat])
        mine = caller.role is not Role.SPECTATOR and caller.name == player.name
        mine = mine and caller.version in (None, player.version)
        if caller.instance is not None:
            # The seat of another instance, or of one that has this number no longer since its match is
            # over, shows the cards of a set-up that this one may be playing.
            running = match if isinstance(match, Match) and match.result is None else None
            mine = mine and running is not None and caller.instance == running.seats[seat].instance
    if not mine:
        raise NotAllowed("this token is not for this seat of this match", field="seat")
    return seat


def seats_of(match: Match | SavedMatch, caller: Caller) -> list[Seat]:
    """
    The seats that the caller's token opens, of an organiser all.

    Raises:
        NotAllowed: there is none.
    """
    found = []
    for number in range(len(match.spec.players)):
        with suppress(NotAllowed):
            found.append(
                Seat(number) if caller.role is Role.ORGANISER else seat_of(match, caller, number)
            )
    if not found:
        raise NotAllowed("this token is for no seat of this match", field="match_id")
    return found


class MatchFinder:
    """Finds matches: in memory, in the store, or at another referee on the same database."""

    def __init__(self, registry: MatchRegistry, store: Store, sharing: Sharing) -> None:
        self._registry = registry
        self._store = store
        self._sharing = sharing

    async def find(self, match_id: str, *, also_left: bool = False) -> Match | SavedMatch:
        """
        The match: from memory if it is there, else from the store.

        Of one whose referee does not run the store knows little; it is found only if `also_left`.

        Raises:
            Elsewhere: another referee plays it.
            Draining: another referee is about to continue it.
            MatchNotFound: it is nowhere.
        """
        try:
            return self._registry.find(match_id)
        except MatchNotFound:
            saved = await asyncio.to_thread(self._store.match, match_id)
            if saved is None:
                raise
            if saved.result is None:
                with suppress(*((Draining,) if also_left else ())):
                    await asyncio.to_thread(self._sharing.seek_match, match_id)
                if not also_left:
                    raise
            return saved

    async def running(self, match_id: str) -> Match:
        """
        A match in memory, running or just ended; raises as `find` does.

        Raises:
            MatchNotFound: it ended long ago, or there is none.
        """
        match = await self.find(match_id)
        return match if isinstance(match, Match) else self._registry.find(match_id)


def check_seat(spec: MatchSpec, seat: int) -> Seat:
    """
    `seat`, if the match has it.

    Raises:
        BadRequest: it has not.
    """
    if 0 <= seat < len(spec.players):
        return Seat(seat)
    raise BadRequest(
        f"the match has seats 0 to {len(spec.players) - 1}, not {seat}",
        field="seat",
        allowed=tuple(map(str, range(len(spec.players)))),
    )

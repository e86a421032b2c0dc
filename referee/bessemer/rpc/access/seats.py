"""The right to a seat, and where to find a match."""

import asyncio
from contextlib import suppress

from bessemer.accounts.names import is_reserved
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest, MatchNotFound, NotAllowed
from bessemer.ladder.entrants import Entrant
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec, SavedMatch
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.store import Store


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


async def find_match(
    registry: MatchRegistry, store: Store, match_id: str, *, also_elsewhere: bool = False
) -> Match | SavedMatch:
    """
    The match: from memory if it is there, else from the store.

    Of one that another referee plays on the same database the store knows little; it is found only
    if `also_elsewhere`.

    Raises:
        MatchNotFound: it is in neither.
    """
    try:
        return registry.find(match_id)
    except MatchNotFound:
        saved = await asyncio.to_thread(store.match, match_id)
        if saved is None or (saved.result is None and not also_elsewhere):
            raise
        return saved


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

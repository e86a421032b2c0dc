"""The matches in which somebody has a seat: those that are not over, and those that are."""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bessemer.faces.language import tr
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.accounts.people import Person
from bessemer.web.server.ladder.rating_changes import RatingChange, rating_changes
from bessemer.web.server.sources import Source
from bessemer.web.server.start.tables import Tables

_MOST_OVER: Final = 50
_GOES_ON: Final = (match_pb2.MATCH_STATUS_OPEN, match_pb2.MATCH_STATUS_RUNNING)


class MyMatch(NamedTuple):
    """A match that waits for somebody, or for others, or is over."""

    match_id: str
    seat: int
    game: str
    others: list[str]
    is_my_turn: bool
    is_open: bool
    """Whether somebody has still to sit down."""
    has_links: bool = False
    """Whether there are links to send to friends."""
    may_leave: bool = True
    """Whether this person can call it off, or resign."""
    rank: int = 0
    """How it ended; 0 without a result."""
    score: int = 0
    ended: float = 0.0
    """In seconds since the epoch."""
    ladder: str = ""
    """Which rates it."""
    rated: RatingChange | None = None

    @property
    def day(self) -> str:
        """When it ended, in UTC."""
        return (
            datetime.fromtimestamp(self.ended, UTC).strftime("%Y-%m-%d %H:%M") if self.ended else ""
        )


async def my_matches(person: Person, sources: Sequence[Source], tables: Tables) -> list[MyMatch]:
    """The matches of a person that are not over: those where it is their turn first, then the newest."""
    found: list[match_pb2.Match] = []
    for source in sources:
        token = person.token_at(source)
        listed = await source.matches() if source.config.token else []
        known = {
            match.match_id: match
            for match in listed
            if match.status in _GOES_ON and any(_mine(match, person))
        }
        ids = [table.match_id for table in tables.of(person) if table.source == source.config.key]
        ids += [*known, *(match_id for match_id, _ in person.seats)]
        seat_tokens = {match_id: seat for (match_id, _), seat in person.seats.items()}
        # The list is a moment old: whoever comes from a match that is over must not find it there.
        asked = [
            _match(source, match_id, token or seat_tokens.get(match_id, ""), known.get(match_id))
            for match_id in dict.fromkeys(ids)
        ]
        found += [one for one in await asyncio.gather(*asked) if one is not None]
    mine = [one for match in found if match.status in _GOES_ON for one in _mine(match, person)]
    own = {table.match_id for table in tables.of(person) if table.links}
    mine = [one._replace(has_links=one.match_id in own and one.is_open) for one in mine]
    return sorted(mine, key=lambda one: not one.is_my_turn)


async def past_matches(
    person: Person, sources: Sequence[Source], hidden: frozenset[str]
) -> list[MyMatch]:
    """The matches of a player that are over, the newest first, without those that are `hidden`."""
    mine: list[MyMatch] = []
    for source in sources:
        over = [
            one
            for match in await _played_by(source, person)
            if match.status not in _GOES_ON and match.match_id not in hidden
            for one in _mine(match, person)
        ]
        known: dict[str, RatingChange] = {}
        for ladder in {one.ladder for one in over if one.ladder}:
            known |= await rating_changes(source, ladder, person.name)
        mine += [one._replace(rated=known.get(one.match_id)) for one in over]
    return sorted(mine, key=lambda one: -one.ended)[:_MOST_OVER]


async def _played_by(source: Source, person: Person) -> list[match_pb2.Match]:
    token = person.token_at(source)
    if not source.config.referee or not token:
        return []
    asked = pb.ListMatchesRequest(player=person.name, page_size=2 * _MOST_OVER)
    try:
        found = await source.calls(token)(asked)
    except CallFailed:
        return []
    return list(found.matches)


def _mine(match: match_pb2.Match, person: Person) -> Iterable[MyMatch]:
    for seat in match.seats:
        is_own = bool(person.name) and seat.player == person.name
        if is_own or (match.match_id, seat.seat) in person.seats:
            is_open = match.status == match_pb2.MATCH_STATUS_OPEN
            is_over = match.status not in _GOES_ON
            others = [
                one.player or tr("seat {n}", n=one.seat + 1) for one in match.seats if one != seat
            ]
            has_result = seat.seat < len(match.result.ranks)
            yield MyMatch(
                match.match_id,
                seat.seat,
                match.game,
                others,
                is_my_turn=not is_over and (seat.deciding or (is_open and not seat.joined)),
                is_open=is_open,
                may_leave=not seat.resigned if not is_open else match.creator == person.name,
                rank=match.result.ranks[seat.seat] if has_result else 0,
                score=match.result.scores[seat.seat] if has_result else 0,
                ended=match.end_time.ToMicroseconds() / 1e6,
                ladder=match.ladder,
            )


async def _match(
    source: Source, match_id: str, token: str, known: match_pb2.Match | None
) -> match_pb2.Match | None:
    """The match as it is now; what is known of it if the referee does not say."""
    if not source.config.referee or not token:
        return known
    try:
        return await source.calls(token).match(match_id)
    except CallFailed:
        return known

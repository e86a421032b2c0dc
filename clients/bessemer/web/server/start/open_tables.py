"""The tables with a seat for anyone: which there are, and the page on which people find them."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.v1 import match_pb2
from bessemer.web.pages import page
from bessemer.web.server.accounts.people import Person, suggested_name
from bessemer.web.server.sources import Source
from bessemer.web.server.start.terms import TableTerms


class OpenTable(NamedTuple):
    """A match that waits for players, whoever they are."""

    match: match_pb2.Match
    terms: TableTerms
    free: int
    """The first seat that nobody has."""
    own: int | None
    """The seat of the person who looks, if they have one."""
    host_is_there: bool
    """Whether its creator is at the table now."""


def free_seats(match: match_pb2.Match) -> list[int]:
    """The seats that the next who comes can take without an invitation."""
    if not match.anyone_may_join or match.status != match_pb2.MATCH_STATUS_OPEN:
        return []
    return [one.seat for one in match.seats if not one.player and not one.joined]


async def open_tables(sources: Sequence[Source], person: Person | None) -> list[OpenTable]:
    """The open tables of the referees where matches can be started; first those whose creators are there."""
    lists = await asyncio.gather(
        *(
            source.matches(match_pb2.MATCH_STATUS_OPEN)
            for source in sources
            if source.config.takes_matches
        )
    )
    found = [
        OpenTable(
            match, TableTerms.of(match), free[0], own_seat(match, person), _host_is_there(match)
        )
        for matches in lists
        for match in matches
        if (free := free_seats(match))
    ]
    return sorted(found, key=lambda one: not one.host_is_there)


def own_seat(match: match_pb2.Match, person: Person | None) -> int | None:
    """The seat that a person has in a match, by name."""
    name = person.name if person is not None else ""
    return next((one.seat for one in match.seats if name and one.player == name), None)


def _host_is_there(match: match_pb2.Match) -> bool:
    return any(one.connected for one in match.seats if one.player == match.creator)


def open_tables_page(
    tables: Sequence[OpenTable],
    troubles: Sequence[str],
    person: Person | None,
    *,
    must_sign_in: bool,
) -> str:
    """All open tables, and a way to open one."""
    return page(
        "start/tables.html",
        "tables",
        games=NAMES,
        tables=tables,
        troubles=troubles,
        person=person,
        must_sign_in=must_sign_in,
        once=secrets.token_urlsafe(16),
        suggested=suggested_name(),
    )

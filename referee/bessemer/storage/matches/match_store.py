"""The store of matches, on SQLite or on PostgreSQL: see `bessemer.matches.durable.store.Store`."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    Text,
    and_,
    func,
    literal,
    or_,
    select,
    tuple_,
    type_coerce,
)

from bessemer.matches.bot_reports import Noted
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.chance.open_blocks import Setup
from bessemer.matches.durable.store import Place
from bessemer.matches.records import Block, Record, SavedMatch, Status
from bessemer.storage.database.connections import PATIENCE, Database
from bessemer.storage.database.opening import open_database
from bessemer.storage.database.schema import (
    events,
    matches,
    moves,
    notes,
    open_blocks,
    replays,
    seat_tokens,
)
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.rows import saved_match
from bessemer.storage.matches.writing import IS_UNFINISHED, write_records

IN_OPEN_BLOCK: Final = (
    select(open_blocks.c.block)
    .where(
        open_blocks.c.ladder == matches.c.ladder,
        open_blocks.c.season == matches.c.season,
        open_blocks.c.block == matches.c.block,
    )
    .exists()
)
"""Others have yet to play the same set-up: its seed and its replays are secret."""
_IS_ABORTED: Final = matches.c.status == Status.ABORTED.value
_IS_WITHHELD: Final = matches.c.status == Status.WITHHELD.value


def open_store(
    url_or_path: str | Path, *, patience: float = PATIENCE, referee: str = ""
) -> "SqlStore":
    """
    The store in this database, made if it is new: see `open_database`.

    `referee` is the name of the one that plays, where several share a database.

    Raises:
        StoreError: it cannot be opened, or another version of Bessemer made it.
    """
    return SqlStore(open_database(url_or_path, patience=patience), referee)


class SqlStore:
    """Keeps matches in a database: the `Store` of `bessemer.matches.durable.store`."""

    def __init__(self, database: Database, referee: str = "") -> None:
        self.database = database
        self._referee = referee
        self.may_write: Callable[[Connection], None] = lambda _connection: None
        """Raises a `StoreError` where others share the database, and one has taken our place."""

    def write(self, records: Sequence[Record]) -> None:
        """
        Write all of `records`, or none: durable when it returns. What is there already stays.

        Raises:
            StoreError: nothing was written.
        """
        if not records:
            return
        with self.database.writing() as connection:
            self.may_write(connection)
            write_records(connection, records, self._referee)

    def unfinished(self) -> list[SavedMatch]:
        """Every match of this referee that is open or running, with its entries, the oldest first."""
        ours = select(matches).where(IS_UNFINISHED, matches.c.referee == self._referee)
        return self._load(ours.order_by(matches.c.created, matches.c.match_id))

    def match(self, match_id: str) -> SavedMatch | None:
        """One match, whole."""
        if not can_be_stored(match_id):
            return None
        found = self._load(select(matches).where(matches.c.match_id == match_id))
        return found[0] if found else None

    def matches(
        self, *, limit: int, before: Place | None, status: Status | None, game: str
    ) -> list[SavedMatch]:
        """At most `limit` matches after `before`, the newest first, without their entries."""
        if not can_be_stored(game, before[1] if before else ""):
            return []
        return self._load(_page(select(matches), limit, before, status, game), with_moves=False)

    def places(
        self,
        *,
        limit: int,
        before: Place | None,
        status: Status | None,
        game: str,
        player: str = "",
        since: float | None = None,
    ) -> list[Place]:
        """
        Where these matches stand in the list: from an index alone, whatever is asked for.

        With `since` only those that were created then or later.
        """
        if not can_be_stored(game, player, before[1] if before else ""):
            return []
        columns = select(matches.c.created, matches.c.match_id)
        with self.database.reading() as connection:
            query = _page(columns, limit, before, status, game)
            if player:
                query = query.where(_has_player(player))
            if since is not None:
                query = query.where(matches.c.created >= since)
            found = connection.execute(query)
            return [(created, match_id) for created, match_id in found]

    def listed(self, match_ids: Sequence[str]) -> list[SavedMatch]:
        """Those of these matches that are there, in any order, without their entries."""
        query = select(matches).where(matches.c.match_id.in_(match_ids))
        return self._load(query, with_moves=False) if match_ids else []

    def match_by_request(self, creator: str, request_id: str) -> SavedMatch | None:
        """The match that this request created; none was created by a request without an id."""
        if not request_id or not can_be_stored(creator, request_id):
            return None
        found = self._load(
            select(matches).where(matches.c.creator == creator, matches.c.request_id == request_id)
        )
        return found[0] if found else None

    def challenges(self, creator: str, since: float) -> list[float]:
        """When a player's challenges began, since then, the oldest first."""
        asked = matches.c.request_id.startswith("challenge ")
        query = select(matches.c.created).where(
            matches.c.creator == creator,
            matches.c.request_id != "",
            asked,
            matches.c.created > since,
        )
        with self.database.reading() as connection:
            return list(connection.scalars(query.order_by(matches.c.created)))

    def replay(self, match_id: str) -> bytes | None:
        """The replay of a finished match."""
        if not can_be_stored(match_id):
            return None
        with self.database.reading() as connection:
            content: bytes | None = connection.scalar(
                select(replays.c.content).where(replays.c.match_id == match_id)
            )
        return content

    def notes(self, match_id: str) -> list[Noted]:
        """What bots noted in a match, by turn."""
        if not can_be_stored(match_id):
            return []
        query = select(notes).where(notes.c.match_id == match_id).order_by(notes.c.turn)
        with self.database.reading() as connection:
            return [Noted(*row) for row in connection.execute(query)]

    def block_mixes(self) -> list[tuple[Setup, ChanceMix]]:
        """The mixes of the seeds of open blocks, as far as they were gathered."""
        columns = (
            matches.c.ladder,
            matches.c.season,
            matches.c.block,
            matches.c.seed,
            matches.c.mix,
        )
        query = select(*columns).where(IN_OPEN_BLOCK, matches.c.mix.is_not(None), ~_IS_WITHHELD)
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        found: dict[Setup, ChanceMix] = {}
        for ladder, season, block, secret, mix in rows:
            found.setdefault((Block(ladder, season, block), secret), mix)
        return list(found.items())

    def spent_setups(self) -> list[Setup]:
        """The set-ups of open blocks whose seats have committed, and which came to nothing."""
        columns = matches.c.ladder, matches.c.season, matches.c.block, matches.c.seed
        query = select(*columns).where(
            IN_OPEN_BLOCK,
            matches.c.commitments.is_not(None),
            or_(_IS_WITHHELD, and_(_IS_ABORTED, matches.c.mix.is_(None))),
        )
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        return [(Block(*block), secret) for *block, secret in rows]

    def close(self) -> None:
        """Close every connection; what was written stays."""
        self.database.close()

    def _load(self, query: Select[Any], *, with_moves: bool = True) -> list[SavedMatch]:
        """The matches that `query` selects, in its order."""
        ids = query.with_only_columns(matches.c.match_id)
        with self.database.reading() as connection:
            found = (
                connection.execute(query.add_columns(IN_OPEN_BLOCK.label("is_secret")))
                .mappings()
                .all()
            )
            of_seats = _by_match(connection, seat_tokens, seat_tokens.c.seat, ids)
            of_moves = _by_match(connection, moves, moves.c.number, ids) if with_moves else {}
            of_table = _by_match(connection, events, events.c.number, ids) if with_moves else {}
        return [
            saved_match(
                row, *(rows.get(row["match_id"], ()) for rows in (of_seats, of_moves, of_table))
            )
            for row in found
        ]


def _page(
    query: Select[Any], limit: int, before: Place | None, status: Status | None, game: str
) -> Select[Any]:
    """The part of `query` that is on a page of the list of matches."""
    query = query.order_by(matches.c.created.desc(), matches.c.match_id.desc()).limit(limit)
    if before:
        place = tuple_(matches.c.created, matches.c.match_id)
        query = query.where(place < tuple_(*map(literal, before)))
    if status:
        query = query.where(matches.c.status == status.value)
    if game:
        query = query.where(matches.c.game == game)
    return query


def _has_player(name: str) -> ColumnElement[bool]:
    """Whether a match has this player, in whatever version; before its start, a seat kept for it."""
    players = func.coalesce(
        type_coerce(matches.c.players, Text), type_coerce(matches.c.reserved, Text)
    )
    # As JSON writes it, with the quotation mark that begins it: no other name ends with it.
    quoted = json.dumps(name)[:-1]
    return or_(
        players.contains(f'{quoted}"', autoescape=True),
        players.contains(f"{quoted}:", autoescape=True),
    )


def _by_match(
    connection: Connection, table: Table, order: Column[int], ids: Select[tuple[str]]
) -> Mapping[str, Sequence[RowMapping]]:
    """The rows of `table` that belong to the matches `ids`, each match's in their `order`."""
    found: dict[str, list[RowMapping]] = defaultdict(list)
    query = select(table).where(table.c.match_id.in_(ids)).order_by(order)
    for row in connection.execute(query).mappings():
        found[row["match_id"]].append(row)
    return found

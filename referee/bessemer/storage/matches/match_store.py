"""The store of matches, on SQLite or on PostgreSQL: see `bessemer.matches.store.Store`."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, assert_never

from sqlalchemy import (
    Column,
    Connection,
    RowMapping,
    Select,
    Table,
    delete,
    literal,
    select,
    tuple_,
    update,
)

from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.chance.open_blocks import Setup
from bessemer.matches.records import (
    Block,
    BlockOver,
    Committed,
    Created,
    Ended,
    Moved,
    Record,
    Revoked,
    SavedMatch,
    Started,
    Status,
)
from bessemer.matches.store import Place, StoreError
from bessemer.storage.database.connections import PATIENCE, Database
from bessemer.storage.database.opening import open_database
from bessemer.storage.database.schema import (
    matches,
    moves,
    open_blocks,
    rated,
    replays,
    seat_tokens,
)
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.inserts import (
    begin_rating,
    insert_all,
    insert_moves,
    insert_new,
    rate_match,
)
from bessemer.storage.matches.rows import (
    block_row,
    commitments_text,
    match_row,
    mix_text,
    players_text,
    read_mix,
    result_text,
    saved_match,
    seat_token_rows,
)
from bessemer.storage.matches.whole_matches import WholeMatch, whole_matches

_IN_OPEN_BLOCK: Final = (
    select(open_blocks.c.block)
    .where(
        open_blocks.c.ladder == matches.c.ladder,
        open_blocks.c.season == matches.c.season,
        open_blocks.c.block == matches.c.block,
    )
    .exists()
)
_IS_UNFINISHED: Final = matches.c.status.in_([Status.OPEN.value, Status.RUNNING.value])


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
    """Keeps matches in a database: the `Store` of `bessemer.matches.store`."""

    def __init__(self, database: Database, referee: str = "") -> None:
        self.database = database
        self._referee = referee

    def write(self, records: Sequence[Record]) -> None:
        """
        Write all of `records`, or none: durable when it returns. What is there already stays.

        The records of a match are written by their kind, in the order in which they can happen.

        Raises:
            StoreError: nothing was written.
        """
        if not records:
            return
        with self.database.writing() as connection:
            over = [record.block for record in records if isinstance(record, BlockOver)]
            of_matches = [record for record in records if not isinstance(record, BlockOver)]
            whole, others = whole_matches(of_matches, partial(_known, connection))
            moved = [record for record in others if isinstance(record, Moved)]
            _insert_whole(connection, whole, self._referee)
            for record in others:
                if isinstance(record, Created):
                    _create(connection, record, self._referee)
            insert_moves(connection, moved)
            for record in others:
                match record:
                    case Created() | Moved():
                        pass
                    case Committed():
                        _commit(connection, record)
                    case Started():
                        _start(connection, record)
                    case Ended():
                        _end(connection, record)
                    case Revoked():
                        _revoke(connection, record)
                    case _:
                        assert_never(record)
            for block in over:
                close_block(connection, block)

    def unfinished(self) -> list[SavedMatch]:
        """Every match of this referee that is open or running, with its entries, the oldest first."""
        ours = select(matches).where(_IS_UNFINISHED, matches.c.referee == self._referee)
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
        self, *, limit: int, before: Place | None, status: Status | None, game: str
    ) -> list[Place]:
        """Where these matches stand in the list: from an index alone, whatever is asked for."""
        if not can_be_stored(game, before[1] if before else ""):
            return []
        columns = select(matches.c.created, matches.c.match_id)
        with self.database.reading() as connection:
            found = connection.execute(_page(columns, limit, before, status, game))
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

    def replay(self, match_id: str) -> bytes | None:
        """The replay of a finished match."""
        if not can_be_stored(match_id):
            return None
        with self.database.reading() as connection:
            content: bytes | None = connection.scalar(
                select(replays.c.content).where(replays.c.match_id == match_id)
            )
        return content

    def block_mixes(self) -> list[tuple[Setup, ChanceMix]]:
        """What the seeds of the open blocks are mixed from, as far as they were gathered."""
        columns = (
            matches.c.ladder,
            matches.c.season,
            matches.c.block,
            matches.c.seed,
            matches.c.mix,
        )
        query = select(*columns).where(_IN_OPEN_BLOCK, matches.c.mix.is_not(None))
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        found: dict[Setup, ChanceMix] = {}
        for ladder, season, block, secret, text in rows:
            if (mix := read_mix(text)) is not None:
                found.setdefault((Block(ladder, season, block), secret), mix)
        return list(found.items())

    def close(self) -> None:
        """Close every connection; what was written stays."""
        self.database.close()

    def _load(self, query: Select[Any], *, with_moves: bool = True) -> list[SavedMatch]:
        """The matches that `query` selects, in its order."""
        ids = query.with_only_columns(matches.c.match_id)
        with self.database.reading() as connection:
            found = (
                connection.execute(query.add_columns(_IN_OPEN_BLOCK.label("is_withheld")))
                .mappings()
                .all()
            )
            of_seats = _by_match(connection, seat_tokens, seat_tokens.c.seat, ids)
            of_moves = _by_match(connection, moves, moves.c.number, ids) if with_moves else {}
        return [
            saved_match(row, of_seats.get(row["match_id"], ()), of_moves.get(row["match_id"], ()))
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


def _known(connection: Connection, match_ids: list[str]) -> set[str]:
    """Those of the ids under which there is a match."""
    query = select(matches.c.match_id).where(matches.c.match_id.in_(match_ids))
    return set(connection.scalars(query))


def _insert_whole(connection: Connection, whole: Sequence[WholeMatch], referee: str) -> None:
    """Matches that are written only at their end: a row each, and not one for each thing they did."""
    insert_all(connection, matches, [match.row(referee) for match in whole])
    blocks = dict.fromkeys(match.created.spec.shared_setup for match in whole)
    insert_all(connection, open_blocks, [block_row(block) for block in blocks if block])
    tokens = [row for match in whole for row in seat_token_rows(match.created)]
    insert_all(connection, seat_tokens, tokens)
    kept = [
        {"match_id": match.match_id, "content": match.ended.replay}
        for match in whole
        if match.ended.replay is not None
    ]
    insert_all(connection, replays, kept)
    places = [
        {
            "match_id": match.match_id,
            "ladder": match.created.spec.ladder,
            "season": match.created.spec.season,
        }
        for match in whole
        if match.ended.is_rated
    ]
    if places:
        begin_rating(connection)
        insert_all(connection, rated, places, "match_id")


def _create(connection: Connection, created: Created, referee: str) -> None:
    is_new = insert_new(connection, matches, match_row(created) | {"referee": referee})
    if is_new and (block := created.spec.shared_setup) is not None:
        insert_new(connection, open_blocks, block_row(block))
    for row in seat_token_rows(created):
        insert_new(connection, seat_tokens, row)


def close_block(connection: Connection, block: Block) -> None:
    """A block is over: its seed may be told."""
    row = block_row(block)
    connection.execute(
        delete(open_blocks).where(*(open_blocks.c[name] == value for name, value in row.items()))
    )


def _commit(connection: Connection, committed: Committed) -> None:
    changed = connection.execute(
        update(matches)
        .where(matches.c.match_id == committed.match_id, matches.c.status == Status.OPEN.value)
        .values(commitments=commitments_text(committed.commitments))
    )
    if not changed.rowcount:
        _require_match(connection, committed.match_id)


def _start(connection: Connection, started: Started) -> None:
    changed = connection.execute(
        update(matches)
        .where(matches.c.match_id == started.match_id, matches.c.status == Status.OPEN.value)
        .values(
            status=Status.RUNNING.value,
            players=players_text(started.players),
            started=started.started,
            mix=mix_text(started.mix),
        )
    )
    if not changed.rowcount:
        _require_match(connection, started.match_id)


def _end(connection: Connection, ended: Ended) -> None:
    changed = connection.execute(
        update(matches)
        .where(matches.c.match_id == ended.match_id, _IS_UNFINISHED)
        .values(status=ended.result.status.value, ending=result_text(ended.result))
    )
    if not changed.rowcount:
        _require_match(connection, ended.match_id)
    if ended.replay is not None:
        insert_new(connection, replays, {"match_id": ended.match_id, "content": ended.replay})
    connection.execute(delete(moves).where(moves.c.match_id == ended.match_id))
    if ended.is_rated:
        rate_match(connection, ended.match_id)


def _revoke(connection: Connection, revoked: Revoked) -> None:
    changed = connection.execute(
        update(seat_tokens)
        .where(seat_tokens.c.match_id == revoked.match_id, seat_tokens.c.seat == revoked.seat)
        .values(revoked=True)
    )
    if not changed.rowcount:
        raise StoreError(f"seat {revoked.seat} of match {revoked.match_id} has no token to revoke")


def _require_match(connection: Connection, match_id: str) -> None:
    if connection.scalar(select(matches.c.match_id).where(matches.c.match_id == match_id)) is None:
        raise StoreError(f"match {match_id} was never created: nothing can be written of it")


def _by_match(
    connection: Connection, table: Table, order: Column[int], ids: Select[tuple[str]]
) -> Mapping[str, Sequence[RowMapping]]:
    """The rows of `table` that belong to the matches `ids`, each match's in their `order`."""
    found: dict[str, list[RowMapping]] = defaultdict(list)
    query = select(table).where(table.c.match_id.in_(ids)).order_by(order)
    for row in connection.execute(query).mappings():
        found[row["match_id"]].append(row)
    return found

"""Records of matches into the tables: each kind in one go, and what is there already stays."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, bindparam, delete, or_, select, true, update

from bessemer.matches.bot_reports import Noted, Spent
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import (
    Block,
    BlockOver,
    Committed,
    Created,
    Ended,
    Happened,
    Moved,
    Record,
    Reserved,
    Revoked,
    Started,
    Status,
)
from bessemer.storage.database.schema import (
    events,
    matches,
    model_costs,
    moves,
    notes,
    open_blocks,
    replays,
    seat_tokens,
)
from bessemer.storage.matches.inserts import insert_all, insert_moves, rate_matches
from bessemer.storage.matches.rows import (
    block_row,
    commitments_column,
    costs_row,
    event_row,
    match_row,
    seat_token_rows,
)
from bessemer.storage.webhooks.queueing import queue_ends

T = TypeVar("T")

_IS_OPEN: Final = matches.c.status == Status.OPEN.value
IS_UNFINISHED: Final = or_(_IS_OPEN, matches.c.status == Status.RUNNING.value)
"""It is played now, or continues after a restart."""


def write_records(connection: Connection, records: Sequence[Record], referee: str) -> None:
    """
    Write records by their kind, in the order in which those of a match can happen.

    `referee` plays the matches that are new.

    Raises:
        StoreError: one is of a match that is not there.
    """
    _create(connection, _new(connection, _of_kind(Created, records)), referee)
    insert_moves(connection, _of_kind(Moved, records))
    insert_all(connection, events, [*map(event_row, _of_kind(Happened, records))])
    _commit(connection, _of_kind(Committed, records))
    _start(connection, _of_kind(Started, records))
    _end(connection, _of_kind(Ended, records))
    for revoked in _of_kind(Revoked, records):
        _revoke(connection, revoked)
    _reserve(connection, _of_kind(Reserved, records))
    insert_all(connection, notes, [one._asdict() for one in _of_kind(Noted, records)])
    insert_all(connection, model_costs, [*map(costs_row, _of_kind(Spent, records))])
    for over in _of_kind(BlockOver, records):
        close_block(connection, over.block)


def _of_kind(kind: type[T], records: Sequence[object]) -> list[T]:
    return [record for record in records if isinstance(record, kind)]


def _new(connection: Connection, created: Sequence[Created]) -> list[Created]:
    """The matches that are not there yet."""
    known = _known(connection, [one.spec.match_id for one in created])
    return [one for one in created if one.spec.match_id not in known]


def _known(connection: Connection, match_ids: Sequence[str]) -> set[str]:
    """The ids of matches that are there."""
    query = select(matches.c.match_id).where(matches.c.match_id.in_(match_ids))
    return set(connection.scalars(query)) if match_ids else set()


def _create(connection: Connection, new: Sequence[Created], referee: str) -> None:
    insert_all(connection, matches, [match_row(one, referee) for one in new])
    blocks = dict.fromkeys(one.spec.shared_setup for one in new)
    insert_all(connection, open_blocks, [block_row(block) for block in blocks if block])
    insert_all(connection, seat_tokens, [row for one in new for row in seat_token_rows(one)])


def close_block(connection: Connection, block: Block) -> None:
    """A block is over: its seed may be told."""
    row = block_row(block)
    connection.execute(
        delete(open_blocks).where(*(open_blocks.c[name] == value for name, value in row.items()))
    )


def _commit(connection: Connection, committed: Sequence[Committed]) -> None:
    rows = [
        {"id": one.match_id, "commitments": commitments_column(one.commitments)}
        for one in committed
    ]
    _update(connection, _IS_OPEN, rows)


def _start(connection: Connection, started: Sequence[Started]) -> None:
    rows = [
        {
            "id": one.match_id,
            "status": Status.RUNNING.value,
            "players": one.players,
            "started": one.started,
            "mix": one.mix,
        }
        for one in started
    ]
    _update(connection, _IS_OPEN, rows)


def _end(connection: Connection, ended: Sequence[Ended]) -> None:
    if not ended:
        return
    mixes = [{"id": one.match_id, "mix": one.mix} for one in ended if one.mix is not None]
    _update(connection, IS_UNFINISHED, mixes)
    rows = [
        {"id": one.match_id, "status": one.result.status.value, "ending": one.result}
        for one in ended
    ]
    _update(connection, IS_UNFINISHED, rows)
    kept = [
        {"match_id": one.match_id, "content": one.replay} for one in ended if one.replay is not None
    ]
    insert_all(connection, replays, kept)
    connection.execute(delete(moves).where(moves.c.match_id.in_([one.match_id for one in ended])))
    rate_matches(connection, [one.match_id for one in ended if one.is_rated])
    queue_ends(connection, ended)


def _update(
    connection: Connection, is_due: ColumnElement[bool], rows: Sequence[dict[str, Any]]
) -> None:
    """
    Give the matches `id` these values where `is_due`: a batch that is written again changes nothing.

    Raises:
        StoreError: one of them is not there.
    """
    if not rows:
        return
    which = matches.c.match_id == bindparam("id")
    changed = connection.execute(update(matches).where(which, is_due), rows)
    if changed.rowcount != len(rows):
        known = _known(connection, [row["id"] for row in rows])
        for row in rows:
            if row["id"] not in known:
                raise StoreError(
                    f"match {row['id']} was never created: nothing can be written of it"
                )


def _reserve(connection: Connection, reserved: Sequence[Reserved]) -> None:
    rows = {one.match_id: {"id": one.match_id, "reserved": one.players} for one in reserved}
    _update(connection, true(), list(rows.values()))


def _revoke(connection: Connection, revoked: Revoked) -> None:
    changed = connection.execute(
        update(seat_tokens)
        .where(seat_tokens.c.match_id == revoked.match_id, seat_tokens.c.seat == revoked.seat)
        .values(revoked=True)
    )
    if not changed.rowcount:
        raise StoreError(f"seat {revoked.seat} of match {revoked.match_id} has no token to revoke")

"""
Writing rows that may be there already, as they are when a batch is written again.

Moves are the hot path, up to some hundred of many matches in one statement. SQLAlchemy would spend
several microseconds on each row, more than the row itself costs, so the text of that statement is
built once and the values go straight to the driver.
"""

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

from bessemer.matches.records import Cause, Moved
from bessemer.storage.database.connections import sqlite_driver
from bessemer.storage.database.lock import ADVISORY_LOCKS
from bessemer.storage.database.schema import matches, moves, rated

# The driver of SQLite takes a plain text much faster than a member of an enum.
_CAUSE_TEXTS: Final = {cause: str(cause) for cause in Cause}

_RATING: Final = (ADVISORY_LOCKS, 3)

_SQLITE_MOVES: Final = str(
    sqlite.insert(moves)
    .on_conflict_do_nothing(index_elements=moves.primary_key.columns)
    .compile(dialect=sqlite.dialect())
)
"""The values are in the order of the columns, which is that of `Moved` and `MoveRecord`."""

# One JSON text for the whole batch: a parameter for each value costs psycopg seven times as much.
_POSTGRES_MOVES: Final = """
INSERT INTO moves (match_id, number, turn, seat, move, cause, spent, "check")
SELECT moved ->> 0, (moved ->> 1)::integer,
       (entry ->> 0)::integer, (entry ->> 1)::integer, entry ->> 2, entry ->> 3,
       (entry ->> 4)::bigint, entry ->> 5
FROM json_array_elements(%s::json) AS moved, LATERAL (SELECT moved -> 2 AS entry) AS entries
ON CONFLICT (match_id, number) DO NOTHING
"""


def insert_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """Insert `row` unless its primary key is there already; whether it was inserted."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    # Only the primary key: a clash of anything else is an error, not a repetition.
    statement = insert(table).on_conflict_do_nothing(index_elements=table.primary_key.columns)
    counted = statement.execution_options(preserve_rowcount=True)
    return connection.execute(counted, row).rowcount > 0


def insert_all(
    connection: Connection, table: Table, rows: Sequence[dict[str, Any]], *key: str
) -> None:
    """Insert `rows`, in one go, except those whose `key`, or primary key, is there already."""
    if rows:
        insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
        columns = [table.c[name] for name in key] or table.primary_key.columns
        connection.execute(insert(table).on_conflict_do_nothing(index_elements=columns), rows)


def rate_matches(connection: Connection, match_ids: Sequence[str]) -> None:
    """Give matches their places in the histories of their ladders, in this order, unless they have them."""
    if not match_ids:
        return
    if connection.dialect.name == "postgresql":
        # Numbers are given before the commit: without this, one could appear after a later one.
        connection.execute(select(func.pg_advisory_xact_lock(*_RATING)))
    columns = matches.c.match_id, matches.c.ladder, matches.c.season
    query = select(*columns).where(matches.c.match_id.in_(match_ids), matches.c.ladder != "")
    rows = {row["match_id"]: dict(row) for row in connection.execute(query).mappings()}
    insert_all(connection, rated, [rows[one] for one in match_ids if one in rows], "match_id")


def insert_moves(connection: Connection, moved: Sequence[Moved]) -> None:
    """Insert `moved`, except those that are there already."""
    if not moved:
        return
    if connection.dialect.name == "sqlite":
        sqlite_driver(connection).executemany(_SQLITE_MOVES, _sqlite_rows(moved))
    else:  # through SQLAlchemy, which notices a lost connection
        connection.exec_driver_sql(_POSTGRES_MOVES, (json.dumps(moved),))


def _sqlite_rows(moved: Sequence[Moved]) -> list[tuple[str | int, ...]]:
    return [
        (match_id, number, turn, seat, move, _CAUSE_TEXTS[cause], spent, check)
        for match_id, number, (turn, seat, move, cause, spent, check) in moved
    ]

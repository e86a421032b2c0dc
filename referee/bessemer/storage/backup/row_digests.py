"""The content of a table as a number that is the same in every database: the proof of a backup."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, select

_BATCH: Final = 200
"""Rows that are read at once: a replay may have some hundred kilobytes."""


class Counted(NamedTuple):
    """The content of a table."""

    rows: int
    digest: str
    """64 hexadecimal digits: the sum of the hashes of all rows, whose order is no part of it."""


def counted(connection: Connection, tables: Iterable[Table]) -> dict[str, Counted]:
    """The content of each table, by name."""
    return {table.name: _content(connection, table) for table in tables}


def rows_of(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """All rows of a table, in batches; as many are in memory as one of these has."""
    result = connection.execution_options(yield_per=_BATCH).execute(select(table))
    for batch in result.mappings().partitions():
        yield [dict(row) for row in batch]


def _content(connection: Connection, table: Table) -> Counted:
    rows = total = 0
    columns = sorted(column.name for column in table.columns)
    for batch in rows_of(connection, table):
        rows += len(batch)
        for row in batch:
            text = b"".join(_text(row[name]) for name in columns)
            total += int.from_bytes(sha256(text).digest())
    return Counted(rows, f"{total % 2**256:064x}")


def _text(value: object) -> bytes:
    """A value as bytes that no other value has; a truth is a number, as SQLite has it."""
    match value:
        case None:
            kind, content = b"-", b""
        case bool() | int():
            kind, content = b"i", str(int(value)).encode()
        case float():
            kind, content = b"f", value.hex().encode()
        case str():
            kind, content = b"t", value.encode("utf-8", "surrogatepass")
        case bytes() | memoryview():
            kind, content = b"b", bytes(value)
        case _:
            raise TypeError(f"a database has no {type(value).__name__}")
    return b"%s%d:%s" % (kind, len(content), content)

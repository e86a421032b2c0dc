"""
Writes docs/database.md from the tables in storage/database/schema.py.

Usage: database_page.py (`make pages` runs it). A test compares the two.
"""

from typing import Any, Final

from sqlalchemy import Column, Table
from sqlalchemy.dialects import sqlite

from bessemer.storage.database.schema_version import TODAY
from tools.error_page import ROOT, write_page

PAGE: Final = ROOT / "docs" / "database.md"

_HEAD: Final = """\
# The database

<!-- Made by tools/database_page.py from storage/database/schema.py (make pages). Do not edit it here. -->

The tables in which a referee keeps its data, in SQLite and in PostgreSQL. This page describes SCHEMA.
How to run and back up a database is in [operating.md](operating.md).

Points in time are seconds since the epoch. What no query looks into (options, clocks, results, lists of players) is JSON
in a text column. Types are SQL's names; *null* marks columns that may be empty, *key* those of the primary key, *→* a
reference.

When a referee, or a command that works on its data, opens a database with an older schema, it migrates it by the steps
in `storage/database/migrations/`, in one transaction. If the process is killed meanwhile, the old database stays as it
was; if several open it at once, one migrates it and the others wait. A database with a newer schema is refused with the
name of the Bessemer that it needs. A database of a Bessemer from before 0.1 is refused, too: only that Bessemer reads it.
"""


def page() -> str:
    """The whole page, not wrapped yet."""
    head = _HEAD.replace("SCHEMA", f"schema {TODAY.version}")
    return "\n".join((head, *map(_section, TODAY.tables.tables.values())))


def _section(table: Table) -> str:
    rows = [f"| `{one.name}` | {_kind(one)} | {one.doc or ''} |" for one in table.columns]
    head = ["| column | type | what |", "|---|---|---|"]
    return "\n".join((f"## {table.name}\n", table.info["what"], "", *head, *rows, ""))


def _kind(column: Column[Any]) -> str:
    words = [column.type.compile(sqlite.dialect())]
    words += ["key"] if column.primary_key else []
    words += ["null"] if column.nullable else []
    words += [f"→ {reference.column.table.name}" for reference in column.foreign_keys]
    return " ".join(words)


if __name__ == "__main__":
    write_page(page(), PAGE)

"""Databases of older schemas are brought up to date, whole or not at all: by a made-up step, too."""

import json
import signal
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import Connection, TextClause, inspect, text

from bessemer.matches.durable.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.database import migrations
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.migrations import STEPS
from bessemer.storage.database.opening import open_database
from bessemer.storage.database.schema_version import TODAY, Schema
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import created
from tests.storage.first_databases import write_schema_1
from tests.storage.next_schema import NEXT
from tests.storage.postgres import fresh_postgres

KILLED_IN_THE_MIDDLE = """
import os, signal, sys
from bessemer.storage.database.opening import open_database
from tests.storage.next_schema import NEXT
def fatal(op):  # the tables are changed, and only the version is to be written yet
    NEXT.steps[-1](op)
    os.kill(os.getpid(), signal.SIGKILL)
open_database(sys.argv[1], schema=NEXT._replace(steps=(*NEXT.steps[:-1], fatal)))
"""


@pytest.fixture
def old_url(url: str) -> str:
    """Where there is a database of schema 1."""
    write_schema_1(url)
    return url


def schema_of(connection: Connection) -> dict[str, Any]:
    """All that the database says of its tables, in any order of their columns."""
    found = inspect(connection)
    tables = {
        name: {
            "columns": {column["name"]: plain(column) for column in found.get_columns(name)},
            "key": plain(found.get_pk_constraint(name)),
            "references": sorted(map(plain, found.get_foreign_keys(name))),
            "unique": sorted(map(plain, found.get_unique_constraints(name))),
            "indexes": sorted(map(plain, found.get_indexes(name))),
            "checks": sorted(map(plain, found.get_check_constraints(name))),
        }
        for name in found.get_table_names()
    }
    if connection.dialect.name == "sqlite":
        for row in connection.exec_driver_sql("PRAGMA table_list").mappings():
            if row["name"] in tables:
                tables[row["name"]]["has no rowid"] = row["wr"]
    return tables


def plain(found: Mapping[str, Any]) -> str:
    """What the database says of one thing, as a text that can be compared."""
    return json.dumps(
        found,
        sort_keys=True,
        default=lambda one: str(one) if isinstance(one, TextClause) else repr(one),
    )


def rows_of(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table."""
    return {
        name: [
            dict(row)
            for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2")).mappings()  # noqa: S608
        ]
        for name in inspect(connection).get_table_names()
        if name != "bessemer_schema"
    }


def test_every_version_has_its_step() -> None:
    """From a module that is named for it, and there is no other."""
    named = [step.__module__.rpartition(".")[2] for step in STEPS]
    there = {path.stem for path in Path(migrations.__path__[0]).glob("v*.py")}

    assert [f"v{version}" for version in range(2, TODAY.version + 1)] == named
    assert set(named) == there


@pytest.mark.parametrize("schema", [TODAY, NEXT], ids=["today", "made-up"])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_migrated_database_is_like_a_new_one(kind: str, schema: Schema, tmp_path: Path) -> None:
    """The same tables, columns, defaults, keys, references and indexes."""
    with fresh_postgres() as postgres, fresh_postgres() as another:
        old = str(tmp_path / "old.db") if kind == "sqlite" else postgres
        new = str(tmp_path / "new.db") if kind == "sqlite" else another
        write_schema_1(old)
        with (
            closing(open_database(old, schema=schema)) as migrated,
            closing(open_database(new, schema=schema)) as made,
        ):
            assert (1 if schema.steps else None) == migrated.migrated_from
            assert made.migrated_from is None
            with migrated.reading() as one, made.reading() as other:
                assert set(schema.tables.tables) == set(schema_of(other))
                assert schema_of(other) == schema_of(one)


def test_no_row_is_lost_or_changed(old_url: str) -> None:
    """Every row has what it had, and perhaps new columns."""
    before = Database(database_url(old_url))
    with closing(before), before.reading() as connection:
        old = rows_of(connection)

    database = open_database(old_url, schema=NEXT)
    with closing(database), database.reading() as connection:
        new = rows_of(connection)

    assert sum(map(len, old.values())) > 30
    for name, rows in old.items():
        assert rows == [{key: row[key] for key in rows[0]} for row in new[name]], name


def test_an_old_database_is_used_as_any(old_url: str) -> None:
    """Its matches, replays and ladder are there, new matches are written, foreign keys hold."""
    with closing(open_store(old_url)) as store:
        running, waiting = store.unfinished()
        assert (6, 0) == (len(running.records), len(waiting.records))
        ladders = SqlLadderStore(store)
        history = ladders.history("furnace", 1)
        assert 2 == len(history)
        ladder = ladders.ladder("furnace")
        assert ladder is not None
        assert 2.0 == ladder.clock.bank
        assert all(store.replay(rated.result.match_id) for rated in history)
        store.write([created()])
        with pytest.raises(StoreError), store.database.writing() as connection:
            connection.execute(text("INSERT INTO replays VALUES ('nobody''s', '')"))

    with closing(open_store(old_url)) as again:
        assert again.database.migrated_from is None
        assert again.match("m1") is not None


def test_a_migrated_database_says_so(old_url: str) -> None:
    """Which version it has now, and of which Bessemer; foreign keys hold in it."""
    database = open_database(old_url, schema=NEXT)
    with closing(database):
        with database.reading() as connection:
            versions = connection.execute(text("SELECT version, bessemer FROM bessemer_schema"))
            assert [(NEXT.version, __version__)] == [tuple(row) for row in versions]
        with pytest.raises(StoreError), database.writing() as connection:
            connection.execute(text("INSERT INTO medals VALUES ('gold', 'nobody')"))

    with closing(open_database(old_url, schema=NEXT)) as again:
        assert again.migrated_from is None


def test_many_may_open_an_old_database_at_once(old_url: str) -> None:
    """It is migrated once; the others wait, and find it done."""
    count = 4
    ready = Barrier(count)

    def open_together(_: int) -> Database:
        ready.wait()
        return open_database(old_url, schema=NEXT)

    with ThreadPoolExecutor(count) as pool:
        opened = list(pool.map(open_together, range(count)))

    assert [1] == [one.migrated_from for one in opened if one.migrated_from is not None]
    for database in opened:
        assert 2 == len(SqlStore(database).unfinished())
        database.close()


def test_a_kill_in_the_middle_leaves_the_old_database(old_url: str) -> None:
    """Whole, as it was; the next opening migrates it."""
    before = Database(database_url(old_url))
    with closing(before), before.reading() as connection:
        schema, rows = schema_of(connection), rows_of(connection)

    killed = subprocess.run(
        [sys.executable, "-c", KILLED_IN_THE_MIDDLE, old_url],
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert -signal.SIGKILL == killed.returncode
    after = Database(database_url(old_url))
    with closing(after), after.reading() as connection:
        assert (schema, rows) == (schema_of(connection), rows_of(connection))

    with closing(open_database(old_url, schema=NEXT)) as database:
        assert 1 == database.migrated_from


def test_a_damaged_database_is_not_migrated(sqlite_url: str) -> None:
    """A row that refers to nothing is noticed, and all stays as it was."""
    write_schema_1(sqlite_url)
    database = Database(database_url(sqlite_url))
    with closing(database), database.changing_tables() as connection:
        connection.execute(text("INSERT INTO replays VALUES ('nobody''s', '')"))

    for _ in range(2):
        with pytest.raises(StoreError, match="a row of the table replays refers to one of matches"):
            open_database(sqlite_url, schema=NEXT)

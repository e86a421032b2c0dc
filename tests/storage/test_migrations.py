"""Databases of older Bessemers become databases of today's, whole or not at all."""

import json
import os
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

from bessemer.ladder.ladder import PEOPLE_CLOCK
from bessemer.matches.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.database import migrations
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.opening import OLDEST
from bessemer.storage.database.schema import VERSION, metadata
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import created
from tests.storage.old_databases import write_schema_3
from tests.storage.postgres import fresh_postgres

KILLED_IN_THE_MIDDLE = """
import os, signal, sys
from bessemer.storage.database import migrations
from bessemer.storage.matches.match_store import open_store
def fatal(*args):  # the tables are changed, and only the version is to be written yet
    os.kill(os.getpid(), signal.SIGKILL)
migrations.update = fatal
open_store(sys.argv[1])
"""


@pytest.fixture
def old_url(url: str) -> str:
    """Where there is a database of schema 3."""
    write_schema_3(url)
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
        if name != "schema_version"
    }


def test_every_version_has_its_migration() -> None:
    """One module for each version since the oldest that can be migrated, and no other."""
    there = {path.stem for path in Path(migrations.__path__[0]).glob("v*.py")}

    assert {f"v{version}" for version in range(OLDEST + 1, VERSION + 1)} == there


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_migrated_database_is_like_a_new_one(kind: str, tmp_path: Path) -> None:
    """The same tables, columns, defaults, keys, references and indexes."""
    with fresh_postgres() as postgres, fresh_postgres() as another:
        old = str(tmp_path / "old.db") if kind == "sqlite" else postgres
        new = str(tmp_path / "new.db") if kind == "sqlite" else another
        write_schema_3(old)
        with closing(open_store(old)) as migrated, closing(open_store(new)) as made:
            assert OLDEST == migrated.database.migrated_from
            assert made.database.migrated_from is None
            with migrated.database.reading() as one, made.database.reading() as other:
                assert set(metadata.tables) == set(schema_of(other))
                assert schema_of(other) == schema_of(one)


def test_no_row_is_lost_or_changed(old_url: str) -> None:
    """Every row has what it had, and perhaps new columns."""
    before = Database(database_url(old_url))
    with closing(before), before.reading() as connection:
        old = rows_of(connection)

    with closing(open_store(old_url)) as store, store.database.reading() as connection:
        new = rows_of(connection)

    assert sum(map(len, old.values())) > 30
    for name, rows in old.items():
        assert rows == [{key: row[key] for key in rows[0]} for row in new[name]], name


def test_a_migrated_database_is_used_as_any(old_url: str) -> None:
    """Its matches, replays and ladder are there, new matches are written, foreign keys hold."""
    with closing(open_store(old_url)) as store:
        running, waiting = store.unfinished()
        assert (6, 0) == (len(running.records), len(waiting.records))
        ladders = SqlLadderStore(store)
        history = ladders.history("furnace", 1)
        assert 2 == len(history)
        ladder = ladders.ladder("furnace")
        assert ladder is not None
        assert (2.0, PEOPLE_CLOCK) == (ladder.clock.bank, ladder.people_clock)
        assert frozenset() == ladders.people()
        assert (running.spec.clock,) * 2 == running.spec.clocks[:2]
        assert all(store.replay(rated.result.match_id) for rated in history)
        store.write([created()])
        with pytest.raises(StoreError), store.database.writing() as connection:
            connection.execute(text("INSERT INTO replays VALUES ('nobody''s', '')"))

    with closing(open_store(old_url)) as again:
        assert again.database.migrated_from is None
        assert again.match("m1") is not None
        with again.database.reading() as connection:
            versions = connection.execute(text("SELECT version, bessemer FROM schema_version"))
            assert [(VERSION, __version__)] == [tuple(row) for row in versions]


def test_many_may_open_an_old_database_at_once(old_url: str) -> None:
    """It is migrated once; the others wait, and find it done."""
    count = 4
    ready = Barrier(count)

    def open_together(_: int) -> SqlStore:
        ready.wait()
        return open_store(old_url)

    with ThreadPoolExecutor(count) as pool:
        stores = list(pool.map(open_together, range(count)))

    migrated = [store.database.migrated_from for store in stores]
    assert [OLDEST] == [version for version in migrated if version is not None]
    for store in stores:
        assert 2 == len(store.unfinished())
        store.close()


def test_a_kill_in_the_middle_leaves_the_old_database(old_url: str) -> None:
    """Whole, as it was; the next opening migrates it."""
    before = Database(database_url(old_url))
    with closing(before), before.reading() as connection:
        schema, rows = schema_of(connection), rows_of(connection)

    killed = subprocess.run(
        [sys.executable, "-c", KILLED_IN_THE_MIDDLE, old_url], check=False, env=os.environ
    )
    assert -signal.SIGKILL == killed.returncode
    after = Database(database_url(old_url))
    with closing(after), after.reading() as connection:
        assert (schema, rows) == (schema_of(connection), rows_of(connection))

    with closing(open_store(old_url)) as store:
        assert OLDEST == store.database.migrated_from


def test_a_damaged_database_is_not_migrated(sqlite_url: str) -> None:
    """A row that refers to nothing is noticed, and all stays as it was."""
    write_schema_3(sqlite_url)
    database = Database(database_url(sqlite_url))
    with closing(database), database.changing_tables() as connection:
        connection.execute(text("INSERT INTO replays VALUES ('nobody''s', '')"))

    for _ in range(2):
        with pytest.raises(StoreError, match="a row of the table replays refers to one of matches"):
            open_store(sqlite_url)

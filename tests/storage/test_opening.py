"""Opening a database: new, of another version, at the same time as others, or not at all."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import psycopg
import pytest
from sqlalchemy import delete, make_url, text, update

from bessemer.matches.durable.store import StoreError
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.opening import open_database, open_to_read
from bessemer.storage.database.schema import bessemer_schema
from bessemer.storage.database.schema_version import TODAY
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import created

PASSWORD = "Xyzzy-2"  # noqa: S105 - of nobody


def test_a_newer_schema_is_refused_by_the_name_of_its_bessemer(url: str) -> None:
    """The message says which Bessemer is needed, and the database stays as it is."""
    with closing(open_store(url)) as store, store.database.writing() as connection:
        connection.execute(
            update(bessemer_schema).values(version=TODAY.version + 1, bessemer="9.8.7")
        )

    said = f"has schema {TODAY.version + 1}, .* knows schema {TODAY.version} at most: install Bessemer 9.8.7 or"
    for _ in range(2):
        with pytest.raises(StoreError, match=said):
            open_store(url)


def test_what_was_never_released_is_refused(url: str) -> None:
    """The message says what to do with it, and the database stays as it is."""
    with closing(open_store(url)) as store, store.database.writing() as connection:
        connection.execute(text("ALTER TABLE bessemer_schema RENAME TO schema_version"))

    said = "before the first release.* export its replays with it, and name another database"
    for _ in range(2):
        with pytest.raises(StoreError, match=said):
            open_store(url)


def test_a_database_without_a_version_is_refused(url: str) -> None:
    """Nothing is known of it."""
    with closing(open_store(url)) as store, store.database.writing() as connection:
        connection.execute(delete(bessemer_schema))

    with pytest.raises(StoreError, match="does not say which schema it has: put a backup"):
        open_store(url)


def test_tables_of_another_program_are_not_ours(url: str) -> None:
    """Nothing is written beside them; tables with other names do no harm."""
    database = Database(database_url(url))
    with closing(database), database.writing() as connection:
        connection.execute(text("CREATE TABLE players (shirt INTEGER)"))

    with pytest.raises(StoreError, match=r"of another program \(players\): name an empty one"):
        open_store(url)
    with closing(database), database.writing() as connection:
        connection.execute(text("ALTER TABLE players RENAME TO footballers"))
    open_store(url).close()


def test_many_may_open_a_new_database_at_once(url: str) -> None:
    """Its tables are made once."""
    count = 4
    ready = Barrier(count)

    def open_together(_: int) -> SqlStore:
        ready.wait()
        return open_store(url)

    with ThreadPoolExecutor(count) as pool:
        stores = list(pool.map(open_together, range(count)))

    stores[0].write([created()])
    for store in stores:
        assert store.match("m1") is not None
        with store.database.reading() as connection:
            rows = connection.exec_driver_sql("SELECT version FROM bessemer_schema").all()
        assert [(TODAY.version,)] == rows
        store.close()


@pytest.mark.parametrize(
    ("given", "drivername"),
    [
        ("referee.db", "sqlite"),
        ("sqlite:///referee.db", "sqlite"),
        (Path("referee.db"), "sqlite"),
        ("postgresql://ann@localhost/referee", "postgresql+psycopg"),
        ("postgres://ann@localhost/referee", "postgresql+psycopg"),
        ("postgresql+psycopg://ann@localhost/referee", "postgresql+psycopg"),
    ],
)
def test_a_path_is_sqlite_and_a_url_says_what_it_is(given: str | Path, drivername: str) -> None:
    """PostgreSQL is reached through psycopg 3, whatever the URL says."""
    assert drivername == database_url(given).drivername


@pytest.mark.parametrize(
    "given",
    [
        "mysql://ann@localhost/x",
        "postgresql+asyncpg://x/y",
        "sqlite://",
        "sqlite:///:memory:",
        "://",
        f"http://ann:{PASSWORD}@localhost:port/",
    ],
)
def test_any_other_url_is_refused(given: str) -> None:
    """The message says what could be given instead, and repeats no password."""
    with pytest.raises(StoreError, match="postgresql://USER:PASSWORD@HOST/DATABASE") as refused:
        open_store(given)

    assert PASSWORD not in str(refused.value)


@pytest.fixture
def hasty_url(postgres_url: str) -> Iterator[str]:
    """A database whose commits are not durable unless a connection asks for it."""
    name = make_url(postgres_url).database
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off'.encode())
        yield postgres_url
        connection.execute(f'ALTER DATABASE "{name}" RESET synchronous_commit'.encode())


def test_commits_are_durable_whatever_postgresql_does_by_default(hasty_url: str) -> None:
    """A server that is set up for speed still waits for its disk on our behalf."""
    with closing(open_store(hasty_url)) as store, store.database.writing() as connection:
        assert "on" == connection.exec_driver_sql("SHOW synchronous_commit").scalar()


def test_stronger_durability_than_ours_stays(postgres_url: str) -> None:
    """An organiser who waits for standbys goes on doing so."""
    url = make_url(postgres_url).update_query_dict({"options": "-csynchronous_commit=remote_apply"})
    text = url.render_as_string(hide_password=False)

    with closing(open_store(text)) as store, store.database.writing() as connection:
        assert "remote_apply" == connection.exec_driver_sql("SHOW synchronous_commit").scalar()


def test_sqlite_syncs_every_commit_and_lets_readers_in(sqlite_url: str) -> None:
    """A write-ahead log, synced at each commit (2 is FULL), with foreign keys checked."""
    with closing(open_store(sqlite_url)) as store, store.database.writing() as connection:
        assert "wal" == connection.exec_driver_sql("PRAGMA journal_mode").scalar()
        assert 2 == connection.exec_driver_sql("PRAGMA synchronous").scalar()
        assert 1 == connection.exec_driver_sql("PRAGMA foreign_keys").scalar()


def test_postgresql_sorts_pages_as_sqlite_does(postgres_url: str) -> None:
    """What pages are sorted by is sorted by its letters' codes, whatever the server's language."""
    query = """
        SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND collation_name = 'C'
    """
    with closing(open_store(postgres_url)) as store, store.database.reading() as connection:
        found = {tuple(row) for row in connection.exec_driver_sql(query)}

    assert {("matches", "match_id"), ("players", "name")} <= found


@pytest.mark.parametrize("has_log", [False, True], ids=["closed", "in use"])
def test_a_database_that_may_not_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_log: bool
) -> None:
    """With nothing written beside it; also while a referee of somebody else writes it."""
    path = tmp_path / "a b?.sqlite3"
    writer = open_database(path)
    with writer.writing() as connection:
        connection.execute(text("UPDATE bessemer_schema SET bessemer = 'Ada''s'"))
    if not has_log:
        writer.close()
    there = set(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda *_: False)

    database = open_to_read(path)
    with database.reading() as connection:
        assert "Ada's" == connection.scalar(text("SELECT bessemer FROM bessemer_schema"))
    with pytest.raises(StoreError), database.writing() as connection:
        connection.execute(text("UPDATE bessemer_schema SET bessemer = 'Eve''s'"))
    database.close()

    assert there == set(tmp_path.iterdir())
    writer.close()


def test_an_older_database_that_may_not_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be migrated there."""
    path = tmp_path / "old.sqlite3"
    made = open_database(path)
    with made.writing() as connection:
        connection.execute(text("UPDATE bessemer_schema SET version = version - 1"))
    made.close()
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(StoreError, match="copy it to where it can be migrated"):
        open_to_read(path)

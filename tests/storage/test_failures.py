"""A database that fails: nothing half written, a sentence that helps, and work goes on after it."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, event, make_url

from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import Record
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import created, ended, entry, moved, started

PASSWORD = "Xyzzy-2"  # noqa: S105 - of nobody


def test_a_full_disk_writes_nothing_and_passes(sqlite_url: str) -> None:
    """The batch that does not fit is refused as a whole, and taken when there is room."""
    with closing(open_store(sqlite_url)) as store:
        store.write([created(), started()])
        with store.database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as small as it is now
        long = moved()._replace(record=entry()._replace(move="x" * 100_000))

        with pytest.raises(StoreError, match="disk is full: free some space"):
            store.write([moved(number=2), long])

        found = store.match("m1")
        assert found is not None
        assert () == found.records
        with store.database.writing() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        store.write([moved(number=2), long])
        found = store.match("m1")
        assert found is not None
        assert (long.record, entry(2)) == found.records


def test_a_locked_file_is_an_error_and_passes(sqlite_url: str) -> None:
    """Another program that writes is waited for a little, then named as the cause."""
    with (
        closing(open_store(sqlite_url, patience=0.01)) as store,
        closing(sqlite3.connect(sqlite_url, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match="another program has locked the database: close it"):
            store.write([created()])
        assert [] == store.unfinished()

        other.execute("ROLLBACK")
        store.write([created()])
        assert store.match("m1") is not None


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """It is not overwritten."""
    file = tmp_path / "notes.txt"
    file.write_text("to do: write a referee\n" * 100)

    with pytest.raises(StoreError, match="is no database"):
        open_store(file)

    assert file.read_text().startswith("to do")


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    """The message says what to look at."""
    with pytest.raises(StoreError, match="cannot be opened: check its folder"):
        open_store(tmp_path / "nowhere" / "referee.db")


def backend(connection: Connection) -> int:
    """The process of PostgreSQL behind the connection."""
    found = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
    assert isinstance(found, int)
    return found


def terminate(url: str, pid: int) -> None:
    """End a connection from outside, and wait until it has ended."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 10000)", (pid,))


def test_a_lost_connection_is_an_error_and_is_made_anew(postgres_url: str) -> None:
    """The write that met it wrote nothing; the next one works. Readers do not even notice."""
    with closing(open_store(postgres_url)) as store:
        store.write([created(), started()])
        with store.database.writing() as connection:
            writer = backend(connection)
        with store.database.reading() as connection:
            reader = backend(connection)
        terminate(postgres_url, writer)
        terminate(postgres_url, reader)

        with pytest.raises(StoreError, match="see that it runs"):
            store.write([moved()])

        found = store.match("m1")
        assert found is not None
        assert () == found.records
        store.write([moved()])
        found = store.match("m1")
        assert found is not None
        assert (entry(1),) == found.records


def test_a_connection_lost_at_the_commit_can_be_written_again(postgres_url: str) -> None:
    """When nobody knows whether the commit was done, the same batch does no harm."""
    with closing(open_store(postgres_url)) as store:
        store.write([created()])
        with store.database.writing() as connection:
            engine = connection.engine

        def cut(connection: Connection) -> None:
            terminate(postgres_url, backend(connection))

        event.listen(engine, "commit", cut)
        batch: list[Record] = [started(), moved(), ended()]
        with pytest.raises(StoreError, match="see that it runs"):
            store.write(batch)
        event.remove(engine, "commit", cut)

        assert [store.match("m1")] == store.unfinished()
        store.write(batch)
        assert [] == store.unfinished()
        assert b"replay of m1" == store.replay("m1")


def test_reading_fails_with_a_sentence_too(postgres_url: str) -> None:
    """A connection lost between two queries of one read is an error of the store."""

    def read(store: SqlStore) -> None:
        with store.database.reading() as connection:
            terminate(postgres_url, backend(connection))
            connection.exec_driver_sql("SELECT 1")

    with closing(open_store(postgres_url)) as store:
        with pytest.raises(StoreError, match="see that it runs"):
            read(store)

        assert [] == store.unfinished()


def test_a_postgresql_that_is_not_there_is_an_error_without_the_password(tmp_path: Path) -> None:
    """The message says what to check."""
    with pytest.raises(StoreError, match="PostgreSQL does not answer: see that it runs") as refused:
        open_store(f"postgresql://ann:{PASSWORD}@/referee?host={tmp_path}")

    assert PASSWORD not in str(refused.value)
    assert str(tmp_path) not in str(refused.value)


def test_a_database_that_does_not_exist_is_an_error(postgres_url: str) -> None:
    """The message says what to check."""
    url = make_url(postgres_url).set(database="nowhere", password=PASSWORD)

    with pytest.raises(
        StoreError, match="no database of that name: make it with createdb"
    ) as refused:
        open_store(url.render_as_string(hide_password=False))

    assert PASSWORD not in str(refused.value)


def test_no_seed_and_no_hash_stands_in_any_error(store: SqlStore) -> None:
    """Errors go into logs with their causes; what is secret during a match must not."""
    store.write([created("m0")])
    clash = created()._replace(token_ids=("m0-0", "x"), token_hashes=(b"secret", b"secret"))

    with pytest.raises(StoreError, match="contradicts what is stored") as refused:
        store.write([clash])

    cause = refused.value.__cause__
    assert cause is not None
    for told in (str(refused.value), str(cause), repr(cause)):
        assert "parameters:" not in told
        assert "secret" not in told
        assert b"secret".hex() not in told
        assert clash.spec.seed.hex() not in told


def test_what_was_written_outlives_a_process_that_dies(url: str) -> None:
    """A batch is there even if the process ends at once after `write`, without closing."""
    script = """
import os, sys
from bessemer.storage.matches.match_store import open_store
from tests.storage.examples import created, moved, started
store = open_store(sys.argv[1])
store.write([created(), started(), moved()])
os._exit(9)
"""
    died = subprocess.run([sys.executable, "-c", script, url], check=False)
    assert 9 == died.returncode

    with closing(open_store(url)) as store:
        (found,) = store.unfinished()
        assert (entry(1),) == found.records

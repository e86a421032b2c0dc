"""
The connections to a database: many that read, one that writes.

SQLite lets one connection write at a time, and a second one would wait for its turn by polling the
file. So there is a single connection that writes, which threads with something to write take turns
to use. With PostgreSQL it is the same, for the order of the journal's batches.
Reading has connections of its own, so listing matches holds up no move.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, IsolationLevel
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, Pool, QueuePool

from bessemer.matches.durable.store import StoreError
from bessemer.storage.database.failures import store_errors

PATIENCE: Final = 5.0
"""For how many seconds a lock of another program, or a connection, is waited for."""

_POSTGRES: Final = "postgresql+psycopg"
_DURABLE_COMMITS: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)
"""Whatever the server's default is; anything stronger than "on" stays."""

# A connection that died without a word is noticed in half a minute, not in two hours.
_KEEPALIVE: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}


class Database:
    """One database, open until `close`."""

    def __init__(self, url: URL, patience: float = PATIENCE) -> None:
        self.url = url
        self.can_be_shared = url.drivername == _POSTGRES
        """Whether several referees can play on it at once."""
        make = _postgres_engines if self.can_be_shared else _sqlite_engines
        self._readers, self._writer = make(url, patience)
        self._turn_to_write = Lock()
        self._kept: Connection | None = None
        self.migrated_from: int | None = None
        """The version of the schema that it had before it was opened, if an older one."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the database as it is at its first query, to the end."""
        with store_errors(), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """
        The connection that writes: all of it is durable afterwards, or nothing was done.

        It is ready again after an error: whatever was begun is rolled back, and a lost connection
        is made again by the next use.
        """
        with self._turn_to_write, store_errors():
            # Kept from one use to the next: to take it from the pool each time costs as much again.
            connection, self._kept = self._kept or self._writer.connect(), None
            try:
                with connection.begin():
                    yield connection
            except BaseException:
                connection.close()
                raise
            self._kept = connection

    @contextmanager
    def changing_tables(self) -> Iterator[Connection]:
        """
        A connection that makes or changes tables, in one transaction, before the first `writing`.

        References to other tables are not checked meanwhile: SQLite makes some changes by copying a
        table and dropping the old one, and would take its rows for lost.
        """
        with self._turn_to_write, store_errors(), self._writer.connect() as connection:
            _check_references(connection, "OFF")
            try:
                with connection.begin():
                    yield connection
            finally:
                _check_references(connection, "ON")

    def close(self) -> None:
        """Close every connection; a later use would open them again."""
        with self._turn_to_write:
            if self._kept is not None:
                self._kept.close()
                self._kept = None
        self._readers.dispose()
        self._writer.dispose()


def database_url(url_or_path: str | Path) -> URL:
    """
    Where the database is: a PostgreSQL URL, or the path of an SQLite file.

    Raises:
        StoreError: another kind of URL.
    """
    given = str(url_or_path)
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).absolute()))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError):
        url = None
    match url and url.drivername:
        case "postgresql" | "postgres" | "postgresql+psycopg":
            assert url is not None
            return url.set(drivername=_POSTGRES)
        case "sqlite" if url is not None and url.database not in {None, "", ":memory:"}:
            return url
        case _:
            raise StoreError(
                "--database: not a file or a postgresql:// URL, such as "
                "postgresql://USER:PASSWORD@HOST/DATABASE"
            )


def _sqlite_engines(url: URL, patience: float) -> tuple[Engine, Engine]:
    def engine(begin: str, **pool: int) -> Engine:
        made = create_engine(
            url,
            hide_parameters=True,  # seeds and hashes do not belong in a log
            poolclass=QueuePool,
            # A connection goes from thread to thread, one at a time: the pool sees to that.
            connect_args={"check_same_thread": False, "timeout": patience},
            **pool,
        )
        event.listen(made, "connect", _prepare_sqlite)
        event.listen(made, "begin", lambda connection: sqlite_driver(connection).execute(begin))
        return made

    readers = engine("BEGIN")
    # A writer that begins by reading could find out too late that another program writes.
    writer = engine("BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
    event.listen(writer, "connect", _prepare_sqlite_writer)
    return readers, writer


def sqlite_driver(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection: SQLAlchemy takes as long for a statement as SQLite for ten."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _check_references(connection: Connection, check: str) -> None:
    """Whether SQLite checks foreign keys; it hears this only between transactions."""
    if connection.dialect.name == "sqlite":
        sqlite_driver(connection).execute(f"PRAGMA foreign_keys = {check}")


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    # We say BEGIN ourselves: the driver says it too late for two reads to see the same state.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    # With a write-ahead log FULL costs one fsync for each commit; NORMAL would cost none, and a
    # power failure could undo moves of which the players have heard already.
    connection.execute("PRAGMA synchronous = FULL")


def _prepare_sqlite_writer(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    assert isinstance(connection, sqlite3.Connection)
    # A write-ahead log: readers and the writer do not wait for one another. It stays with the file.
    connection.execute("PRAGMA journal_mode = WAL")


def _postgres_engines(url: URL, patience: float) -> tuple[Engine, Engine]:
    readers = postgres_engine(url, patience, "REPEATABLE READ", pool_pre_ping=True)
    writer = postgres_engine(url, patience, "READ COMMITTED", pool_size=1, max_overflow=0)
    event.listen(writer, "connect", _prepare_postgres_writer)
    return readers, writer


def postgres_engine(
    url: URL, patience: float, isolation_level: IsolationLevel, **pool: int | type[Pool]
) -> Engine:
    """
    Connections to PostgreSQL.

    Raises:
        StoreError: its driver is not installed.
    """
    wishes = {"connect_timeout": max(1, round(patience)), **_KEEPALIVE}
    try:
        return create_engine(
            url,
            hide_parameters=True,
            isolation_level=isolation_level,
            connect_args={key: wishes[key] for key in wishes if key not in url.query},
            **pool,
        )
    except ModuleNotFoundError as error:
        raise StoreError("PostgreSQL needs psycopg: pip install 'bessemer[postgres]'") from error


def _prepare_postgres_writer(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    cursor.execute(_DURABLE_COMMITS)
    cursor.close()
    connection.commit()

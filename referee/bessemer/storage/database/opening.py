"""Opening a database: a new one gets its tables, an older one is migrated, others are refused."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, insert, inspect, select

from bessemer.matches.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.data_folder import private_file
from bessemer.storage.database.connections import PATIENCE, Database, database_url
from bessemer.storage.database.schema import ADVISORY_LOCKS, VERSION, metadata, schema_version

OLDEST: Final = 3
"""The first version that can be migrated."""

_MAKING_TABLES: Final = (ADVISORY_LOCKS, 1)


def open_database(url_or_path: str | Path, *, patience: float = PATIENCE) -> Database:
    """
    The database there, with its tables as they are today.

    Args:
        url_or_path: `postgresql://USER:PASSWORD@HOST/DATABASE`, or the path of a file.
        patience: for how many seconds a lock of another program is waited for.

    Raises:
        StoreError: it cannot be opened or is not ours, or its schema is too new or too old.
    """
    url = database_url(url_or_path)
    if url.drivername == "sqlite" and url.database:
        private_file(Path(url.database))
    database = Database(url, patience)
    try:
        with database.changing_tables() as connection:
            database.migrated_from = _prepare(connection)
    except BaseException:
        database.close()
        raise
    return database


def _prepare(connection: Connection) -> int | None:
    """Have the tables of today; the version that the database was migrated from, if it was."""
    # Two programs may open a database at once. SQLite lets one of them in at a time anyway.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(*_MAKING_TABLES)))
    there = set(inspect(connection).get_table_names())
    if schema_version.name not in there:
        _refuse_others(there)
        metadata.create_all(connection)
        connection.execute(insert(schema_version).values(version=VERSION, bessemer=__version__))
        return None
    found = connection.scalar(select(func.max(schema_version.c.version)))
    if found is None:
        raise StoreError(
            "the database does not say which schema it has: put a backup in its place, or name "
            "another database"
        )
    if found > VERSION:
        newer = connection.scalar(select(func.max(schema_version.c.bessemer)))
        raise StoreError(
            f"the database has schema {found}, which Bessemer {newer} has given it, and this is "
            f"Bessemer {__version__}, which knows schema {VERSION} at most: install Bessemer {newer} "
            "or a newer one, or put back the backup from before the update, or name another database"
        )
    if found < OLDEST:
        raise StoreError(
            f"the database has schema {found}, of a Bessemer before 0.1, and only schema {OLDEST} and "
            "newer ones can be brought up to date: name another database; the Bessemer that made this "
            "one still reads it"
        )
    if found == VERSION:
        return None
    # Only now: to import Alembic takes longer than to open a database.
    from bessemer.storage.database.migrations import migrate  # noqa: PLC0415

    migrate(connection, found)
    return int(found)


def _refuse_others(there: set[str]) -> None:
    """Tables of another program with the names of ours are not ours to write to."""
    if taken := sorted(there & set(metadata.tables)):
        raise StoreError(
            f"the database has tables of another program ({', '.join(taken)}): name an empty one"
        )

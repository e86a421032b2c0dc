"""Opening a database: a new one gets its tables, one of another version is refused."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, insert, inspect, select

from bessemer.matches.store import StoreError
from bessemer.storage.database import PATIENCE, Database, database_url
from bessemer.storage.schema import ADVISORY_LOCKS, VERSION, metadata, schema_version

_MAKING_TABLES: Final = (ADVISORY_LOCKS, 1)


def open_database(url_or_path: str | Path, *, patience: float = PATIENCE) -> Database:
    """
    The database there, with its tables.

    Args:
        url_or_path: `postgresql://USER:PASSWORD@HOST/DATABASE`, or the path of a file.
        patience: for how many seconds a lock of another program is waited for.

    Raises:
        StoreError: it cannot be opened, or another version of Bessemer made it.
    """
    database = Database(database_url(url_or_path), patience)
    try:
        with database.writing() as connection:
            _prepare(connection)
    except BaseException:
        database.close()
        raise
    return database


def _prepare(connection: Connection) -> None:
    # Two programs may open a new database at once. SQLite lets one of them in at a time anyway.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(*_MAKING_TABLES)))
    if not inspect(connection).has_table(schema_version.name):
        metadata.create_all(connection)
        connection.execute(insert(schema_version).values(version=VERSION))
    found = connection.scalar(select(func.max(schema_version.c.version)))
    if found is None or found < VERSION:
        raise StoreError(
            f"the database has schema version {found} and this Bessemer works with {VERSION}: it "
            "was made by an older one; use the Bessemer that made it, or name another database"
        )
    if found > VERSION:
        raise StoreError(
            f"the database has schema version {found} and this Bessemer works with {VERSION}: it "
            "was made by a newer one; update Bessemer, or name another database"
        )

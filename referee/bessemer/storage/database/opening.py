"""Opening a database: a new one gets its tables, an older one is migrated, others are refused."""

import os
from collections.abc import Collection
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, func, insert, inspect, select, update

from bessemer.matches.durable.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.data_folder import private_file
from bessemer.storage.database.connections import PATIENCE, Database, database_url
from bessemer.storage.database.lock import ADVISORY_LOCKS
from bessemer.storage.database.migrations import migrate
from bessemer.storage.database.schema import bessemer_schema
from bessemer.storage.database.schema_version import TODAY, Schema

_MAKING_TABLES: Final = (ADVISORY_LOCKS, 1)
_UNRELEASED: Final = "schema_version"
"""In its place Bessemers from before 0.1 had this table."""


def open_database(
    url_or_path: str | Path, *, patience: float = PATIENCE, schema: Schema = TODAY
) -> Database:
    """
    The database there, with its tables as they are today.

    Args:
        url_or_path: `postgresql://USER:PASSWORD@HOST/DATABASE`, or the path of a file.
        patience: for how many seconds a lock of another program is waited for.
        schema: the tables that it is to have.

    Raises:
        StoreError: it cannot be opened or is not ours, or its schema is too new or too old.
    """
    url = database_url(url_or_path)
    if url.drivername == "sqlite" and url.database:
        private_file(Path(url.database))
    database = Database(url, patience)
    try:
        with database.changing_tables() as connection:
            database.migrated_from = _prepare(connection, schema)
    except BaseException:
        database.close()
        raise
    return database


def open_to_read(url_or_path: str | Path) -> Database:
    """
    The database there, to read it: also an SQLite file that may not be written, as on a medium.

    Raises:
        StoreError: see `open_database`; or it may not be written, and would have to be migrated.
    """
    url = database_url(url_or_path)
    path = Path(url.database or "")
    if url.drivername != "sqlite" or not path.exists() or _is_writable(path):
        return open_database(url_or_path)
    # Without a log beside it nobody writes, and SQLite needs no files of its own to keep others out.
    is_still = not path.with_name(f"{path.name}-wal").exists()
    query = {"uri": "true", "mode": "ro", **({"immutable": "1"} if is_still else {})}
    database = Database(URL.create("sqlite", database=f"file:{quote(str(path))}", query=query))
    try:
        with database.reading() as connection:
            found = _found_version(connection, TODAY)
    except BaseException:
        database.close()
        raise
    if found != TODAY.version:
        database.close()
        raise StoreError(
            "the database was made by an older Bessemer and may not be written: copy it to where it "
            "can be migrated"
        )
    return database


def _is_writable(path: Path) -> bool:
    """Whether an SQLite file can be written, and its log beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK)


def refuse_unreleased(tables: Collection[str]) -> None:
    """
    Refuse what a Bessemer from before the first release has made.

    Raises:
        StoreError: it has made these tables.
    """
    if _UNRELEASED in tables and bessemer_schema.name not in tables:
        raise StoreError(
            "the database was made by a Bessemer from before the first release, 0.1, and only that one "
            "reads it: export its replays with it, and name another database, or folder, for this one"
        )


def _prepare(connection: Connection, schema: Schema) -> int | None:
    """Have the tables of `schema`; the version that the database was migrated from, if it was."""
    # Two programs may open a database at once. SQLite lets one of them in at a time anyway.
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(*_MAKING_TABLES)))
    found = _found_version(connection, schema)
    if found is None:
        schema.tables.create_all(connection)
        connection.execute(
            insert(bessemer_schema).values(version=schema.version, bessemer=__version__)
        )
        return None
    if found == schema.version:
        return None
    migrate(connection, schema.steps[found - 1 :])
    connection.execute(update(bessemer_schema).values(version=schema.version, bessemer=__version__))
    return found


def _found_version(connection: Connection, schema: Schema) -> int | None:
    """
    The version of the schema that a database has; `None` if it has no tables of ours.

    Raises:
        StoreError: it is not one for us.
    """
    there = set(inspect(connection).get_table_names())
    if bessemer_schema.name not in there:
        refuse_unreleased(there)
        _refuse_others(there, schema)
        return None
    found = connection.scalar(select(func.max(bessemer_schema.c.version)))
    if found is None:
        raise StoreError(
            "the database does not say which schema it has: put a backup in its place, or name "
            "another database"
        )
    if found > schema.version:
        newer = connection.scalar(select(func.max(bessemer_schema.c.bessemer)))
        raise StoreError(
            f"the database has schema {found}, which Bessemer {newer} has given it, and this is "
            f"Bessemer {__version__}, which knows schema {schema.version} at most: install Bessemer "
            f"{newer} or a newer one, or put back the backup from before the update, or name another "
            "database"
        )
    return int(found)


def _refuse_others(there: set[str], schema: Schema) -> None:
    """Tables of another program with the names of ours are not ours to write to."""
    if taken := sorted(there & set(schema.tables.tables)):
        raise StoreError(
            f"the database has tables of another program ({', '.join(taken)}): name an empty one"
        )

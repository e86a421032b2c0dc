"""
A backup: everything of one moment, in one file, while referees continue to play.

The file is an SQLite database with the tables of ours, whichever database it was made of, and beside
them what the data folder held and what was counted. So any tool can look into it, it can be put back
into either kind of database, and every row is proved to have come back as it was.
"""

import os
import re
import sqlite3
import stat
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, MetaData, Table, func, inspect, select

from bessemer.matches.durable.store import StoreError
from bessemer.runtime.version import __version__
from bessemer.storage.backup.row_digests import Counted, counted, rows_of
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.failures import store_errors
from bessemer.storage.database.opening import open_database, refuse_unreleased
from bessemer.storage.database.schema import bessemer_schema
from bessemer.storage.database.schema_version import TODAY
from bessemer.storage.database.table_parts import metadata

OWN_TABLES: Final = ("backup", "backup_files", "backup_tables")
_TABLES: Final = """
CREATE TABLE backup (time REAL NOT NULL, bessemer TEXT NOT NULL);
CREATE TABLE backup_files (name TEXT PRIMARY KEY, mode INTEGER NOT NULL, content BLOB NOT NULL);
CREATE TABLE backup_tables (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest TEXT NOT NULL);
"""
_LEFT_OUT: Final = re.compile(r"^bessemer\.sqlite3|-tail(\.old)?$|\.html$|\.log$")
"""The database and what is written along with it, and what can be made again."""
_LARGEST_FILE: Final = 1 << 20
"""In bytes: keys, tokens and plans are small; reports and logs are not for a backup."""


class FolderFile(NamedTuple):
    """A file of a data folder, other than the database: a key, a token, a plan."""

    mode: int
    content: bytes


def files_of(folder: Path) -> dict[str, FolderFile]:
    """
    What a data folder holds that the database does not.

    Raises:
        OSError: it cannot be read.
    """
    found = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        about = path.lstat()
        is_small = stat.S_ISREG(about.st_mode) and about.st_size <= _LARGEST_FILE
        if is_small and not _LEFT_OUT.search(path.name):
            found[path.name] = FolderFile(stat.S_IMODE(about.st_mode), path.read_bytes())
    return found


def back_up(
    url_or_path: str | Path, files: Mapping[str, FolderFile], target: Path, time: float
) -> Mapping[str, Counted]:
    """
    Write a backup to `target`, a new file for its owner alone; how many rows of each table it has.

    The file appears when it is whole and on the disk.

    Raises:
        StoreError: the database cannot be read, or has a schema that this Bessemer cannot copy.
        OSError: the file is there already, or cannot be written.
    """
    url = database_url(url_or_path)
    with _draft(target) as draft:
        (_copy_sqlite if url.drivername == "sqlite" else _copy_postgres)(url, draft)
        with store_errors():
            found = counted_file(draft)
            with closing(sqlite3.connect(draft)) as made, made:
                made.execute("PRAGMA journal_mode = DELETE")  # one file, which nothing is beside
                made.executescript(_TABLES)
                made.execute("INSERT INTO backup VALUES (?, ?)", (time, __version__))
                rows = [(name, *file) for name, file in files.items()]
                made.executemany("INSERT INTO backup_files VALUES (?, ?, ?)", rows)
                totals = [(name, *count) for name, count in found.items()]
                made.executemany("INSERT INTO backup_tables VALUES (?, ?, ?)", totals)
    return found


@contextmanager
def _draft(target: Path) -> Iterator[Path]:
    """A file that becomes `target` if the body succeeds, and is gone if it fails."""
    draft = target.with_name(f".{target.name}.new")
    if target.exists():
        raise FileExistsError(
            17, "there is such a file already: a backup overwrites nothing", target
        )
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield draft
        with draft.open("rb") as file:
            os.fsync(file.fileno())
        draft.rename(target)
    finally:
        draft.unlink(missing_ok=True)
        with suppress(OSError):
            Path(f"{draft}-journal").unlink()


def _copy_sqlite(url: URL, draft: Path) -> None:
    if not Path(str(url.database)).is_file():
        raise StoreError("there is no database: give its folder with --data")
    # Referees write on: SQLite copies what is there at the beginning, into as little room as may be.
    with store_errors(), closing(sqlite3.connect(str(url.database))) as connection:
        connection.execute("VACUUM INTO ?", (str(draft),))
    with store_errors(), closing(sqlite3.connect(draft)) as made:
        tables = {name for (name,) in made.execute("SELECT name FROM sqlite_master")}
    _require_ours(tables)


def _copy_postgres(url: URL, draft: Path) -> None:
    source, made = Database(url), open_database(draft)
    with closing(source), closing(made), source.reading() as there:
        _require_ours(inspect(there).get_table_names())
        found = there.scalar(select(func.max(bessemer_schema.c.version)))
        if found != TODAY.version:
            raise StoreError(
                f"the database has schema {found}, and this Bessemer copies schema {TODAY.version}: make the "
                "backup with the Bessemer that serves it"
            )
        with made.writing() as here:
            copy_rows(there, here)


def _require_ours(tables: Collection[str]) -> None:
    refuse_unreleased(tables)
    if bessemer_schema.name not in tables:
        raise StoreError("this is no database of Bessemer's")


def copy_rows(there: Connection, here: Connection) -> None:
    """
    Copy every row from one database into another, which has the same tables and no row.

    As they are: neither side looks into what a column holds.
    """
    names = [table.name for table in metadata.sorted_tables if table is not bessemer_schema]
    sources, targets = raw_tables(there, names), raw_tables(here, names)
    for name in names:
        for batch in rows_of(there, sources[name]):
            here.execute(targets[name].insert(), batch)
    if here.dialect.name == "postgresql":
        _set_sequences(here, targets)


def raw_tables(connection: Connection, names: list[str]) -> dict[str, Table]:
    """These tables as the database describes them itself."""
    found = MetaData()
    found.reflect(connection, only=names)
    return {name: found.tables[name] for name in names}


def _set_sequences(connection: Connection, tables: Mapping[str, Table]) -> None:
    """Let PostgreSQL count on behind the numbers that were copied."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None or table.name not in tables:
            continue
        last = connection.scalar(select(func.max(column)))
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        if last is not None:
            connection.execute(select(func.setval(sequence, last)))


def counted_file(path: Path) -> dict[str, Counted]:
    """The content of a backup's file, by table."""
    database = Database(database_url(path))
    with closing(database), database.reading() as connection:
        names = [name for name in inspect(connection).get_table_names() if name not in OWN_TABLES]
        return counted(connection, raw_tables(connection, names).values())

"""Putting a backup back: into an empty place, whole or not at all, and proved row by row."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, func, select

from bessemer.matches.durable.store import StoreError
from bessemer.runtime.whole_files import write_whole
from bessemer.storage.backup.making import (
    OWN_TABLES,
    FolderFile,
    copy_rows,
    counted_file,
    raw_tables,
)
from bessemer.storage.backup.row_digests import Counted, counted
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.failures import store_errors
from bessemer.storage.database.lock import lock_database
from bessemer.storage.database.opening import open_database, refuse_unreleased
from bessemer.storage.database.schema import bessemer_schema
from bessemer.storage.database.schema_version import TODAY, Schema
from bessemer.storage.database.table_parts import metadata

_SQLITE: Final = b"SQLite format 3\0"


class Restored(NamedTuple):
    """A backup that was put back."""

    time: float
    bessemer: str
    """The version that made it."""
    tables: Mapping[str, Counted]


def restore(
    backup: Path, url_or_path: str | Path, folder: Path, *, schema: Schema = TODAY
) -> Restored:
    """
    Put a backup into an empty database, and its files into `folder`.

    Raises:
        StoreError: it is no backup, or damaged; or there is something where it should go.
        OSError: a file cannot be read or written.
    """
    url = database_url(url_or_path)
    with _folder(folder):
        return _restored(backup, url_or_path, url, folder, schema)


def _restored(
    backup: Path, url_or_path: str | Path, url: URL, folder: Path, schema: Schema
) -> Restored:
    # Beside its place, so that it is put there in one step.
    beside = Path(str(url.database)).parent if url.drivername == "sqlite" else folder
    with tempfile.TemporaryDirectory(prefix=".restore-", dir=beside) as room:
        copy = Path(room) / "copy.sqlite3"
        restored, files = _proved(backup, copy, schema)
        _require_free(folder, files)
        with lock_database(url_or_path), _written(folder, files):
            if url.drivername == "sqlite":
                _put_file(copy, Path(str(url.database)))
            else:
                _put_rows(copy, url)
    return restored


@contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """The folder is there; if nothing is put into it and it was not there, it is gone again."""
    was_there = folder.exists()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        yield
    except BaseException:
        if not was_there:
            with suppress(OSError):  # something is in it
                folder.rmdir()
        raise


def _proved(backup: Path, copy: Path, schema: Schema) -> tuple[Restored, dict[str, FolderFile]]:
    """Copy the backup, as a database of today's schema; what it says of itself is so."""
    with backup.open("rb") as file:
        if file.read(len(_SQLITE)) != _SQLITE:
            raise StoreError(f"{backup} is no backup: it was made by another program")
    shutil.copyfile(backup, copy)
    copy.chmod(0o600)
    with store_errors(), closing(sqlite3.connect(copy)) as made:
        names = {name for (name,) in made.execute("SELECT name FROM sqlite_master")}
        refuse_unreleased(names)
        if not names.issuperset((*OWN_TABLES, bessemer_schema.name)):
            raise StoreError(f"{backup} is no backup: it was made by another program")
        if made.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise StoreError("the backup is damaged: take another one")
        ((time, version),) = made.execute("SELECT * FROM backup")
        files = {
            name: FolderFile(*file) for name, *file in made.execute("SELECT * FROM backup_files")
        }
        said = {name: Counted(*row) for name, *row in made.execute("SELECT * FROM backup_tables")}
        for name in OWN_TABLES:
            made.execute(f"DROP TABLE {name}")
        made.commit()
    if said != counted_file(copy):
        raise StoreError("the backup is damaged: its rows are not those that were saved")
    open_database(copy, schema=schema).close()  # migrates it, if an older Bessemer has made it
    return Restored(time, version, said), files


def _require_free(folder: Path, files: Mapping[str, FolderFile]) -> None:
    for name in files:
        if Path(name).name != name or name in {".", ".."}:
            raise StoreError("the backup has a file that would lie outside of the folder")
        path = folder / name
        if path.exists() and path.read_bytes() != files[name].content:
            raise StoreError(f"{path} is there already, and another: name an empty folder")


def _put_file(copy: Path, target: Path) -> None:
    with copy.open("rb") as file:
        os.fsync(file.fileno())
    # No other referee makes it: the lock is ours, and has made the empty file that it is on.
    if target.exists() and target.stat().st_size:
        raise StoreError(f"{target} is there already: name an empty folder with --data")
    copy.rename(target)


def _put_rows(copy: Path, url: URL) -> None:
    source = Database(database_url(copy))
    target = open_database(url.render_as_string(hide_password=False))
    names = [table.name for table in metadata.sorted_tables if table is not bessemer_schema]
    with closing(source), closing(target), source.reading() as there, target.writing() as here:
        for name in names:
            if here.scalar(select(func.count()).select_from(metadata.tables[name])):
                raise StoreError("the PostgreSQL database is not empty: name another one")
        copy_rows(there, here)
        tables = raw_tables(there, names), raw_tables(here, names)
        if counted(there, tables[0].values()) != counted(here, tables[1].values()):
            raise StoreError("the rows did not arrive as they were: nothing was restored")


@contextmanager
def _written(folder: Path, files: Mapping[str, FolderFile]) -> Iterator[None]:
    """Write the files of the folder; if the body refuses, none of them stays."""
    made = []
    try:
        for name, (mode, content) in files.items():
            path = folder / name
            if not path.exists():
                made.append(path)
                write_whole(path, content, mode=mode, is_durable=True)
        yield
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise

"""
What was written last, beside the database: so that a database that lost its end is found out.

Every commit adds a line for each of its matches to a small file. It is not synced: it is written after
the commit, so it is never ahead of a database that kept what it promised. A database from a backup, or
one whose write-ahead log was left behind, is behind the file, which says in which matches.
"""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import structlog
from sqlalchemy import func, select

from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import Ended, Moved, Record, Status
from bessemer.storage.database.connections import Database, database_url
from bessemer.storage.database.schema import matches, moves
from bessemer.storage.database.schema_version import TODAY
from bessemer.storage.matches.match_store import SqlStore, open_store

_LARGEST: Final = 1 << 20
"""When a file has so many bytes another is begun, and the one before the last forgotten."""
_AT_ONCE: Final = 500
_MOST_NAMED: Final = 20
_END: Final = "end"


class Lost(NamedTuple):
    """A match of which the database has less than was written."""

    match_id: str
    what: str
    """Says what is missing."""


class JournalTail:
    """The file of one referee and one database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._old = path.with_name(f"{path.name}.old")
        self._file = -1

    @classmethod
    def of(cls, folder: Path, database: str | Path, referee: str = "") -> "JournalTail":
        """The tail of this referee's part of a database, in its data folder."""
        url = database_url(database)
        if url.drivername == "sqlite":
            return cls(folder / f"{Path(url.database or '').name}-tail")
        place = f"{url.host}:{url.port}/{url.database}?{sorted(url.query.items())} {referee}"
        return cls(folder / f"postgresql-{sha256(place.encode()).hexdigest()[:8]}-tail")

    def append(self, records: Sequence[Record]) -> None:
        """These records are durable. For the thread that writes them, and no other."""
        last: dict[str, str] = {}
        for record in records:
            match record:
                case Moved():
                    last[record.match_id] = str(record.number)
                case Ended():
                    last[record.match_id] = _END
                case _:
                    pass
        if not last:
            return
        lines = "".join(f"{match_id} {what}\n" for match_id, what in last.items())
        with suppress(OSError):  # without it, a lost end goes unnoticed, and no more
            if self._file < 0:
                self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            os.write(self._file, lines.encode())
            if os.fstat(self._file).st_size > _LARGEST:
                self.close()
                self.path.replace(self._old)

    def close(self) -> None:
        """Write no more."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def lost(self, database: Database) -> list[Lost]:
        """The matches of which the database has less than was written. Blocking."""
        known = self._read()
        ids = list(known)
        found: list[Lost] = []
        for start in range(0, len(ids), _AT_ONCE):
            some = ids[start : start + _AT_ONCE]
            has = _in_database(database, some)
            found += [
                Lost(one, what) for one in some if (what := _missing(known[one], has.get(one)))
            ]
        return found

    def forget(self) -> None:
        """Begin again: what was lost has been said."""
        self.close()
        for path in (self.path, self._old):
            path.unlink(missing_ok=True)

    def _read(self) -> dict[str, int]:
        """By match: how many moves were written; -1 if its end was."""
        known: dict[str, int] = {}
        for path in (self._old, self.path):
            with suppress(OSError):
                for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                    match line.split(" "):
                        case [match_id, "end"]:
                            known[match_id] = -1
                        case [match_id, number] if number.isdecimal() and known.get(match_id) != -1:
                            known[match_id] = max(int(number), known.get(match_id, 0))
                        case _:
                            pass  # the line at which the machine stopped
        return known


def _in_database(database: Database, ids: Iterable[str]) -> dict[str, int]:
    """By match: how many moves the database has; -1 if its end."""
    ids = list(ids)
    of_matches = select(matches.c.match_id, matches.c.status).where(matches.c.match_id.in_(ids))
    of_moves = (
        select(moves.c.match_id, func.max(moves.c.number))
        .where(moves.c.match_id.in_(ids))
        .group_by(moves.c.match_id)
    )
    unfinished = {Status.OPEN.value, Status.RUNNING.value}
    with database.reading() as connection:
        counts = {row[0]: row[1] for row in connection.execute(of_moves)}
        return {
            match_id: counts.get(match_id, 0) if status in unfinished else -1
            for match_id, status in connection.execute(of_matches)
        }


def _missing(written: int, has: int | None) -> str:
    """Names the part of a match that the database lacks, "" if it has all of it."""
    if has is None:
        return "the whole match"
    if has == -1 or (written != -1 and written <= has):
        return ""
    if written == -1:
        return "its end"
    return f"{written - has} of {written} moves"


def open_whole(
    database: str | Path, data: Path, referee: str, *, accept_loss: bool
) -> tuple[SqlStore, JournalTail, set[str]]:
    """
    The store, where what was written last is kept, and the matches of which the store lost something.

    Raises:
        StoreError: the database cannot be used, or lost its write-ahead log.
    """
    is_log_missing = not _has_write_ahead_log(database)
    store = open_store(database, referee=referee)
    try:
        if store.database.migrated_from is not None:
            structlog.get_logger().info(
                "database was migrated",
                from_schema=store.database.migrated_from,
                to_schema=TODAY.version,
            )
        tail = JournalTail.of(data, database, referee)
        lost = _lost(tail, store, is_refused=is_log_missing and not accept_loss)
    except BaseException:
        store.close()
        raise
    return store, tail, lost


def _has_write_ahead_log(database: str | Path) -> bool:
    """Whether an SQLite database has its write-ahead log beside it; PostgreSQL keeps its own."""
    url = database_url(database)
    return url.drivername != "sqlite" or Path(f"{url.database}-wal").exists()


def _lost(tail: JournalTail, store: SqlStore, *, is_refused: bool) -> set[str]:
    """
    The matches of which the database has less than the referee wrote; each is named in the log.

    Raises:
        StoreError: the write-ahead log is missing, with what it held; it may still be somewhere.
    """
    lost = tail.lost(store.database)
    if not lost:
        return set()
    log = structlog.get_logger()
    for match_id, what in lost:
        log.error("database has lost a part of a match", match_id=match_id, lost=what)
    if is_refused:
        named = ", ".join(match_id for match_id, _ in lost[:_MOST_NAMED])
        more = f" and {len(lost) - _MOST_NAMED} more" if len(lost) > _MOST_NAMED else ""
        raise StoreError(
            f"the database lacks the end of {len(lost)} matches ({named}{more}), and its write-ahead log "
            "is missing: put the file with the ending -wal back beside it, or, if it is gone for good, "
            "start with --accept-loss, which ends those matches"
        )
    tail.forget()
    return {match_id for match_id, _ in lost}

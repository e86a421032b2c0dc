"""Opening the database of a referee; one that lost its end is noticed, by what was written last."""

from pathlib import Path
from typing import Final

import structlog

from bessemer.matches.store import StoreError
from bessemer.storage.database.connections import database_url
from bessemer.storage.database.schema import TODAY
from bessemer.storage.matches.journal_tail import JournalTail
from bessemer.storage.matches.match_store import SqlStore, open_store

_MOST_NAMED: Final = 20


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

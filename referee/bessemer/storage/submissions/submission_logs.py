"""The logs of submissions, each bounded: of what is printed while a bot plays the end is kept."""

from typing import Final

from sqlalchemy import delete, func, insert, select

from bessemer.storage.database.submission_tables import submission_logs
from bessemer.storage.database.texts import storable
from bessemer.storage.matches.match_store import SqlStore
from bessemer.submissions.records import LogEntry, LogKind

MOST_CHARACTERS: Final = 1024 * 1024
"""Of each kind of log of a submission."""
PAGE_CHARACTERS: Final = 128 * 1024
_MOST_ENTRIES: Final = 1000


class SubmissionLogs:
    """Keeps logs. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def append(self, submission: int, kind: LogKind, text: str, now: float) -> None:
        """Add to a log, and drop its oldest entries if it is too long."""
        if not text:
            return
        mine = submission_logs.c.submission == submission
        with self._database.writing() as connection:
            last = connection.scalar(select(func.max(submission_logs.c.number)).where(mine)) or 0
            row = {"submission": submission, "number": last + 1, "kind": kind.value, "time": now}
            connection.execute(insert(submission_logs).values(**row, text=storable(text)))
            of_kind = mine & (submission_logs.c.kind == kind.value)
            sizes = select(submission_logs.c.number, func.length(submission_logs.c.text))
            held = 0
            for number, size in connection.execute(
                sizes.where(of_kind).order_by(submission_logs.c.number.desc())
            ).all():
                held += size
                if held > MOST_CHARACTERS:
                    older = of_kind & (submission_logs.c.number <= number)
                    connection.execute(delete(submission_logs).where(older))
                    break

    def page(
        self, submission: int, kind: LogKind | None, after: int
    ) -> tuple[list[LogEntry], bool]:
        """The entries after a number, about as many as fit into a message; whether there are more."""
        what = (
            submission_logs.c.number,
            submission_logs.c.kind,
            submission_logs.c.time,
            submission_logs.c.text,
        )
        query = select(*what).where(
            submission_logs.c.submission == submission, submission_logs.c.number > after
        )
        if kind is not None:
            query = query.where(submission_logs.c.kind == kind.value)
        found: list[LogEntry] = []
        size = 0
        with self._database.reading() as connection:
            for number, of_kind, time, text in connection.execute(
                query.order_by(submission_logs.c.number).limit(_MOST_ENTRIES)
            ):
                size += len(text)
                if found and size > PAGE_CHARACTERS:
                    return found, True
                found.append(LogEntry(number, LogKind(of_kind), time, text))
        return found, len(found) == _MOST_ENTRIES

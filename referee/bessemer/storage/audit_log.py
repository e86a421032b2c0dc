"""The audit log in the database."""

from sqlalchemy import Connection, insert, select

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.storage.database.schema import audit
from bessemer.storage.database.texts import can_be_stored, storable
from bessemer.storage.matches.match_store import SqlStore


def note(connection: Connection, entry: AuditEntry) -> None:
    """Write an entry, in the transaction of what it is about."""
    connection.execute(insert(audit).values(**entry._asdict()))


class SqlAuditLog:
    """The `AuditLog` of `bessemer.accounts.audit`, in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add(self, *entries: AuditEntry) -> None:
        with self._database.writing() as connection:
            for entry in entries:
                note(connection, AuditEntry(entry.time, *map(storable, entry[1:])))

    def after(self, number: int, limit: int) -> list[tuple[int, AuditEntry]]:
        query = (
            select(audit)
            .where(audit.c.number > number, audit.c.ladder == NO_LADDER)
            .order_by(audit.c.number)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [(row[0], AuditEntry(*row[1:])) for row in connection.execute(query)]

    def page(
        self, limit: int, before: int = 0, ladder: str | None = None
    ) -> list[tuple[int, AuditEntry]]:
        query = select(audit).order_by(audit.c.number.desc()).limit(limit)
        if before:
            query = query.where(audit.c.number < before)
        if ladder is not None:
            if not can_be_stored(ladder):
                return []
            query = query.where(audit.c.ladder == ladder)
        with self._database.reading() as connection:
            return [(row[0], AuditEntry(*row[1:])) for row in connection.execute(query)]

"""The audit log: what was done to ladders, players, tokens and certificates, by whom and why."""

from sqlalchemy import Connection, insert, select

from bessemer.ladder.ladder import AuditEntry
from bessemer.storage.database.schema import audit
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.rows import can_be_stored

NO_LADDER = ""
"""Where an entry is not about a ladder."""


def note(connection: Connection, entry: AuditEntry) -> None:
    """Write an entry, in the transaction of what it is about."""
    connection.execute(insert(audit).values(**entry._asdict()))


def storable(text: str) -> str:
    """`text` as it can be kept, whoever chose it."""
    return text if can_be_stored(text) else ascii(text)


class AuditLog:
    """The log in the database of a store. Blocking, as the store is; may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add(self, *entries: AuditEntry) -> None:
        """Write entries about what is not in the database itself."""
        with self._database.writing() as connection:
            for entry in entries:
                note(connection, entry)

    def entries(self, ladder: str = NO_LADDER) -> list[AuditEntry]:
        """All entries of a ladder, or those that are about none, the oldest first."""
        query = select(audit).where(audit.c.ladder == ladder).order_by(audit.c.number)
        with self._database.reading() as connection:
            found = connection.execute(query).all()
        return [
            AuditEntry(row.time, row.who, row.ladder, row.action, row.subject, row.reason)
            for row in found
        ]

    def after(self, number: int, limit: int) -> list[tuple[int, AuditEntry]]:
        """At most `limit` entries about no ladder with numbers above that one, the oldest first."""
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
        """
        At most `limit` entries with their numbers, the newest first.

        Args:
            limit: how many.
            before: only those with a smaller number; 0 for the newest.
            ladder: only those of this ladder; `None` for all.
        """
        query = select(audit).order_by(audit.c.number.desc()).limit(limit)
        if before:
            query = query.where(audit.c.number < before)
        if ladder is not None:
            if not can_be_stored(ladder):
                return []
            query = query.where(audit.c.ladder == ladder)
        with self._database.reading() as connection:
            return [(row[0], AuditEntry(*row[1:])) for row in connection.execute(query)]

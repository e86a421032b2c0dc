"""
Letting go of old replays, which are nearly all of a database, once they lie elsewhere.

Results stay for ever: standings and ratings are made of them, and nothing of these changes.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import delete, select

from bessemer.ladder.ladder import AuditEntry
from bessemer.matches.records import Status
from bessemer.storage.audit import note
from bessemer.storage.schema import matches, open_blocks, replays, seat_tokens
from bessemer.storage.store import SqlStore

_IS_OVER: Final = matches.c.status.in_([Status.FINISHED.value, Status.ABORTED.value])
_IS_SECRET: Final = (
    select(open_blocks.c.block)
    .where(
        open_blocks.c.ladder == matches.c.ladder,
        open_blocks.c.season == matches.c.season,
        open_blocks.c.block == matches.c.block,
    )
    .exists()
)
"""The set-up is still to be played by others: its replay is told to nobody yet."""


class OldReplay(NamedTuple):
    """A replay that may go."""

    match_id: str
    game: str

    @property
    def file_name(self) -> str:
        """The name that the referee gives it."""
        return f"{self.game}-{self.match_id}.replay"


class Retention:
    """Which replays may go, and removing them. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def old(self, before: float) -> list[OldReplay]:
        """The replays of matches that are over and were created before that time, the oldest first."""
        query = (
            select(matches.c.match_id, matches.c.game)
            .join_from(matches, replays)
            .where(matches.c.created < before, _IS_OVER, ~_IS_SECRET)
            .order_by(matches.c.created, matches.c.match_id)
        )
        with self._database.reading() as connection:
            return [OldReplay(*row) for row in connection.execute(query)]

    def remove(self, gone: Sequence[OldReplay], entry: AuditEntry) -> None:
        """Remove these replays, and the tokens of their seats; all with its audit entry, or nothing."""
        ids = [one.match_id for one in gone]
        with self._database.writing() as connection:
            connection.execute(delete(replays).where(replays.c.match_id.in_(ids)))
            connection.execute(delete(seat_tokens).where(seat_tokens.c.match_id.in_(ids)))
            note(connection, entry)

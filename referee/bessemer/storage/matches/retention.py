"""
Letting go of old replays, which are nearly all of a database, once they lie elsewhere.

Results stay for ever: standings and ratings are made of them, and nothing of these changes.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from sqlalchemy import delete, select, tuple_

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import BadRequest, BlockNotOver, MatchNotFound
from bessemer.matches.durable.store import Place
from bessemer.matches.records import Status
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import matches, notes, replays, seat_tokens
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.match_store import IN_OPEN_BLOCK, SqlStore

_IS_OVER: Final = matches.c.status.in_([Status.FINISHED.value, Status.ABORTED.value])


class OldReplay(NamedTuple):
    """A replay that may go."""

    match_id: str
    game: str
    created: float


class KnownReplay(NamedTuple):
    """A replay that somebody has, as its hash proves."""

    match_id: str
    sha256: bytes


class Retention:
    """Finds replays that may go, and removes them. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def old(self, before: float, after: Place | None, limit: int) -> list[OldReplay]:
        """
        Replays of matches that are over and were created before that time, the oldest first.

        Args:
            before: seconds since the epoch.
            after: where the list continues; `None` for its beginning.
            limit: at most so many.
        """
        place = tuple_(matches.c.created, matches.c.match_id)
        query = (
            select(matches.c.match_id, matches.c.game, matches.c.created)
            .join_from(matches, replays)
            .where(matches.c.created < before, _IS_OVER, ~IN_OPEN_BLOCK)
            .order_by(matches.c.created, matches.c.match_id)
            .limit(limit)
        )
        if after is not None:
            if not can_be_stored(after[1]):
                return []
            query = query.where(place > after)
        with self._database.reading() as connection:
            return [OldReplay(*row) for row in connection.execute(query)]

    def remove(self, gone: Sequence[KnownReplay], entry: AuditEntry) -> None:
        """
        Remove replays, the tokens of their seats and the notes; all of them with the audit entry, or nothing.

        Raises:
            MatchNotFound: there is no such replay.
            BlockNotOver: the replay is not told yet, so nobody can have it.
            BadRequest: the caller has another one.
        """
        with self._database.writing() as connection:
            for number, one in enumerate(gone):
                query = (
                    select(replays.c.content, IN_OPEN_BLOCK.label("is_secret"))
                    .join_from(matches, replays)
                    .where(matches.c.match_id == one.match_id, _IS_OVER)
                )
                found = (
                    connection.execute(query).one_or_none() if can_be_stored(one.match_id) else None
                )
                field = f"replays[{number}]"
                if found is None:
                    raise MatchNotFound(
                        "no replay of this match is kept here", field=f"{field}.match_id"
                    )
                if found.is_secret:
                    raise BlockNotOver(
                        "the match shares its set-up with others that are still to be played",
                        field=f"{field}.match_id",
                    )
                if sha256(found.content).digest() != one.sha256:
                    raise BadRequest(
                        "this is not the hash of the replay that is kept here: export it first",
                        field=f"{field}.sha256",
                    )
            ids = [one.match_id for one in gone]
            connection.execute(delete(replays).where(replays.c.match_id.in_(ids)))
            for table in (seat_tokens, notes):
                connection.execute(delete(table).where(table.c.match_id.in_(ids)))
            note(connection, entry)

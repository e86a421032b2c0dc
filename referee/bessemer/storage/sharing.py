"""
Several referees on one PostgreSQL: which of them has a match or a ladder, and what a dead one leaves.

A referee lives while it holds the lock of its name (`database/lock.py`), which ends with its process: no
clock decides. What it has is in the columns `referee` of matches and ladders. Each time that somebody takes
its name, itself at its start or another one that takes over, its `epoch` changes; a referee that lost its lock
while it went on, and was taken over meanwhile, is told so by its next write, which changes nothing.
"""

import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Final

import structlog
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    or_,
    select,
    text,
    true,
    tuple_,
    update,
)

from bessemer.engine.catalogue import GAMES
from bessemer.errors import Draining
from bessemer.matches.durable.sharing import Elsewhere, Peer
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import SavedMatch
from bessemer.storage.database.lock import ADVISORY_LOCKS, DatabaseInUse, lock_database, lock_number
from bessemer.storage.database.schema import ladders, matches, referees, seat_tokens
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.inserts import insert_new
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.writing import IS_UNFINISHED

_GRACE_SECONDS: Final = 3.0
"""A referee that lost its connection, as when the database was restarted, takes its lock again sooner."""
_RETRY_SECONDS: Final = 0.5

_HELD: Final = text("""
    SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :ours
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")


class TakenOver(StoreError):
    """Another referee has taken over what this one had."""


class SqlSharing:
    """The `Sharing` of `bessemer.matches.durable.sharing` on PostgreSQL, as the referee `name` sees it."""

    def __init__(
        self,
        store: SqlStore,
        name: str,
        key: str = "",
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nothing is claimed yet: see `begin`. `key` is the public half of the key that it signs with."""
        self._key = key
        self._store = store
        self._database = store.database
        self._name = name
        self._now = now
        self._epoch = 0
        self._dead_since: dict[str, float] = {}
        """Those that leave something; since when we know that they are dead."""
        self._log = structlog.get_logger()

    # ------------------------------------------------------------------------------- our own name

    def begin(self) -> None:
        """Enter the database under our name, whose lock we hold, and write from now on."""
        self._epoch = secrets.randbelow(1 << 30)
        row = {"epoch": self._epoch, "address": "", "certificate": "", "key": self._key}
        with self._database.writing() as connection:
            if not insert_new(connection, referees, row | {"name": self._name}):
                ours = update(referees).where(referees.c.name == self._name)
                connection.execute(ours.values(row))
        self._store.may_write = self._check

    def publish(self, address: str, certificate: str) -> None:
        """Say where the others reach us."""
        with self._database.writing() as connection:
            ours = update(referees).where(referees.c.name == self._name)
            connection.execute(ours.values(address=address, certificate=certificate))

    def end(self) -> None:
        """Leave the database: if no match waits for us there, others may have our ladders at once."""
        left = select(matches.c.match_id).where(IS_UNFINISHED, matches.c.referee == self._name)
        with suppress(StoreError), self._database.writing() as connection:
            self._check(connection)
            if connection.scalar(left.limit(1)) is None:
                ours = ladders.c.referee == self._name
                connection.execute(update(ladders).where(ours).values(referee=None))
                connection.execute(delete(referees).where(referees.c.name == self._name))

    def check(self) -> None:
        """
        Refuse to go on if another referee has taken over what we had.

        Raises:
            TakenOver: one has.
        """
        with self._database.reading() as connection:
            self._compare(connection.scalar(self._own_epoch()))

    def _check(self, connection: Connection) -> None:
        """The same within a transaction that writes: nobody takes over before it is done."""
        self._compare(connection.scalar(self._own_epoch().with_for_update(read=True)))

    def _own_epoch(self) -> Any:  # noqa: ANN401 - a Select of one number
        return select(referees.c.epoch).where(referees.c.name == self._name)

    def _compare(self, epoch: int | None) -> None:
        if epoch != self._epoch:
            raise TakenOver(
                "another referee has taken over the matches and ladders of this one, which the database "
                "had lost sight of: start it again"
            )

    # ------------------------------------------------------------------------------------- seeking

    def peers(self) -> dict[str, Peer]:
        """See `Sharing`."""
        others = select(referees).where(referees.c.name != self._name)
        with self._database.reading() as connection:
            alive = _alive(connection)
            found = [_peer(row) for row in connection.execute(others)]
        return {one.name: one for one in found if lock_number(one.name) in alive}

    def claim(self, ladder: str) -> bool:
        """See `Sharing`."""
        ours = ladders.c.referee == self._name
        mine = update(ladders).where(
            ladders.c.name == ladder, or_(ladders.c.referee.is_(None), ours)
        )
        with self._database.writing() as connection:
            self._check(connection)
            if connection.execute(mine.values(referee=self._name)).rowcount:
                return True
            # One that does not exist is nobody's: whoever opens it says so.
            there = select(ladders.c.name).where(ladders.c.name == ladder)
            return connection.scalar(there) is None

    def seek_match(self, match_id: str) -> None:
        """See `Sharing`."""
        self._seek(
            select(matches.c.referee).where(IS_UNFINISHED, matches.c.match_id == match_id),
            "the match",
        )

    def seek_seat(self, token_id: str) -> None:
        """See `Sharing`."""
        if can_be_stored(token_id):
            of_token = (
                seat_tokens.c.token_id == token_id,
                seat_tokens.c.match_id == matches.c.match_id,
            )
            self._seek(select(matches.c.referee).where(IS_UNFINISHED, *of_token), "the match")

    def seek_ladder(self, ladder: str) -> None:
        """See `Sharing`."""
        self._seek(select(ladders.c.referee).where(ladders.c.name == ladder), "the ladder")

    def _seek(self, holder: Any, what: str) -> None:  # noqa: ANN401 - a Select of one name
        with self._database.reading() as connection:
            name = connection.scalar(holder)
            if name is None:
                return
            row = connection.execute(select(referees).where(referees.c.name == name)).one_or_none()
            is_alive = lock_number(name) in _alive(connection)
        if row is not None and is_alive and row.address and name != self._name:
            raise Elsewhere(_peer(row))
        raise Draining(
            f"{what} is about to continue at another referee; call again",
            retry_after=_RETRY_SECONDS,
        )

    # ---------------------------------------------------------------------------------- taking over

    def take_over(
        self,
        ladder_names: Collection[str] | None,
        match_ids: Collection[str] | None = None,
        *,
        at_once: bool = False,
    ) -> list[SavedMatch]:
        """
        Take over what dead referees have left of these ladders; the unfinished matches that are ours now.

        What belongs to no ladder is taken over as well.

        Args:
            ladder_names: the ladders that we play; `None` for all.
            match_ids: these matches alone, and no ladder.
            at_once: do not wait to see whether a referee comes back by itself.

        Raises:
            StoreError: the database does not answer.
        """
        left = _left(match_ids, ladder_names)
        found: list[SavedMatch] = []
        for name in self._dead(left, ladder_names, at_once=at_once):
            try:
                url = self._database.url.render_as_string(hide_password=False)
                lock = lock_database(url, referee=name, for_a_moment=True)
            except DatabaseInUse:
                continue  # it is back, or somebody else was quicker
            with lock:
                found += self._take_over(
                    name, left, ladder_names, only_matches=match_ids is not None
                )
            self._dead_since.pop(name, None)
        return found

    def _dead(
        self, left: ColumnElement[bool], names: Collection[str] | None, *, at_once: bool
    ) -> list[str]:
        """The dead referees that leave something to us."""
        of_matches = select(matches.c.referee).where(left, matches.c.referee != self._name)
        of_ladders = select(ladders.c.referee).where(
            ladders.c.referee != self._name, _among(ladders.c.name, names)
        )
        with self._database.reading() as connection:
            leaving = {*connection.scalars(of_matches.distinct()), *connection.scalars(of_ladders)}
            alive = _alive(connection) if leaving else set()
        dead = {name for name in leaving if lock_number(name) not in alive}
        now = self._now()
        self._dead_since = {name: self._dead_since.get(name, now) for name in dead}
        wait = 0.0 if at_once else _GRACE_SECONDS
        return [name for name, since in self._dead_since.items() if now - since >= wait]

    def _take_over(
        self,
        name: str,
        left: ColumnElement[bool],
        names: Collection[str] | None,
        *,
        only_matches: bool,
    ) -> list[SavedMatch]:
        theirs = and_(matches.c.referee == name, left)
        known = [(game.name, game.rules_version) for game in GAMES.values()]
        is_unknown = tuple_(matches.c.game, matches.c.rules_version).not_in(known)
        with self._database.writing() as connection:
            self._check(connection)
            if connection.scalar(select(matches.c.match_id).where(theirs, is_unknown).limit(1)):
                self._log.warning(
                    "matches wait for their referee",
                    referee=name,
                    why="other rules: this one cannot play them",
                )
                return []
            connection.execute(
                update(referees).where(referees.c.name == name).values(epoch=referees.c.epoch + 1)
            )
            if not only_matches:
                of_name = and_(ladders.c.referee == name, _among(ladders.c.name, names))
                connection.execute(update(ladders).where(of_name).values(referee=self._name))
            taken = update(matches).where(theirs).values(referee=self._name)
            ids = list(connection.scalars(taken.returning(matches.c.match_id)))
        self._log.info("taken over from a dead referee", referee=name, matches=len(ids))
        wanted = set(ids)
        return [one for one in self._store.unfinished() if one.spec.match_id in wanted]


def _alive(connection: Connection) -> set[int]:
    """The numbers of the names that somebody holds."""
    return set(connection.scalars(_HELD, {"ours": ADVISORY_LOCKS}))


def _among(column: ColumnElement[str], names: Collection[str] | None) -> ColumnElement[bool]:
    return true() if names is None else column.in_(names)


def _left(match_ids: Collection[str] | None, names: Collection[str] | None) -> ColumnElement[bool]:
    """The unfinished matches that are ours if their referee is dead."""
    if match_ids is not None:
        return and_(IS_UNFINISHED, matches.c.match_id.in_(match_ids))
    return and_(IS_UNFINISHED, or_(matches.c.ladder == "", _among(matches.c.ladder, names)))


def _peer(row: Any) -> Peer:  # noqa: ANN401 - a row of `referees`
    return Peer(row.name, row.address, row.certificate, row.key)

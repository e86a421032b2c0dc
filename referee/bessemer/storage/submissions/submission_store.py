"""Submissions, how far they are, and which versions play, in the database of a store."""

import secrets
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import Connection, Select, and_, delete, func, insert, select, update

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import BadRequest, ClaimLost, SubmissionNotFound
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import players
from bessemer.storage.database.submission_tables import (
    archives,
    playing_versions,
    submission_logs,
    submissions,
)
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.submissions.archive_store import use
from bessemer.submissions.records import (
    CLAIM_SECONDS,
    MOST_ATTEMPTS,
    NewSubmission,
    Runtime,
    Submission,
    SubmissionStatus,
    Upload,
)

_Status = SubmissionStatus
_OPEN: Final = (_Status.QUEUED.value, _Status.BUILDING.value)
_LOST: Final = (
    "{} workers have begun to build it and were lost: does it need too much of the machine? Submit it again, "
    "or ask the organiser"
)


class SubmissionStore:
    """Keeps submissions. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add(
        self, wanted: NewSubmission, upload: Upload, now: float, entry: AuditEntry | None
    ) -> Submission:
        """Keep a submission; its archive is that of the upload."""
        with self._database.writing() as connection:
            row = wanted._replace(archive=use(connection, upload))._asdict()
            row["runtime"] = wanted.runtime.value
            rest = {"status": _Status.QUEUED.value, "created": now, "changed": now}
            rest |= dict.fromkeys(("phase", "reason", "worker", "claim"), "")
            rest |= dict.fromkeys(("version", "attempts", "claimed_until"), 0)
            done = connection.execute(insert(submissions).values(**row, **rest))
            if entry is not None:
                note(connection, entry)
            return _found(connection, _key_of(done))

    def get(self, number: int) -> Submission:
        """
        A submission.

        Raises:
            SubmissionNotFound: there is none.
        """
        with self._database.reading() as connection:
            return _found(connection, number)

    def page(
        self,
        limit: int,
        before: int = 0,
        *,
        player: str | None = None,
        game: str = "",
        statuses: Collection[SubmissionStatus] = (),
    ) -> list[Submission]:
        """At most `limit` submissions, the newest first, those before a number; 0 for the newest."""
        query = _query().order_by(submissions.c.number.desc()).limit(limit)
        if before:
            query = query.where(submissions.c.number < before)
        if player is not None:
            query = query.where(submissions.c.player == player)
        if game:
            query = query.where(submissions.c.game == game)
        if statuses:
            query = query.where(submissions.c.status.in_([one.value for one in statuses]))
        with self._database.reading() as connection:
            return [_submission(row) for row in connection.execute(query).mappings()]

    def playing(self, game: str = "") -> list[Submission]:
        """The submissions whose versions play, by player and game."""
        query = _query().where(playing_versions.c.submission.is_not(None))
        query = query.order_by(submissions.c.player, submissions.c.game)
        if game:
            query = query.where(submissions.c.game == game)
        with self._database.reading() as connection:
            return [_submission(row) for row in connection.execute(query).mappings()]

    def claim(self, worker: str, runtimes: Collection[Runtime], now: float) -> Submission | None:
        """
        Give a worker the submission that is next; `None` if none waits.

        Players take turns: next is the oldest of the player whose last build began longest ago. What
        the worker had before is given up, and so is what a silent one has.
        """
        with self._database.reading() as connection:
            if connection.scalar(_waiting(worker, now).limit(1)) is None:
                return None  # as nearly always: nothing is locked for it
        with self._database.writing() as connection:
            _give_up(connection, worker, now)
            number = _next(connection, runtimes)
            if number is None:
                return None
            values = {
                "status": _Status.BUILDING.value,
                "changed": now,
                "phase": "unpacking",
                "worker": worker,
                "claim": secrets.token_hex(16),
                "claimed_until": now + CLAIM_SECONDS,
                "attempts": submissions.c.attempts + 1,
            }
            connection.execute(
                update(submissions).where(submissions.c.number == number).values(**values)
            )
            return _found(connection, number)

    def renew(self, claim: str, phase: str, now: float) -> Submission:
        """
        Say that the worker with this claim still builds.

        Raises:
            ClaimLost: it no longer has the submission.
        """
        with self._database.writing() as connection:
            number = _claimed(connection, claim).number
            values: dict[str, Any] = {"claimed_until": now + CLAIM_SECONDS}
            if phase:
                values["phase"] = phase
            connection.execute(
                update(submissions).where(submissions.c.number == number).values(**values)
            )
            return _found(connection, number)

    def accept(self, claim: str, upload: Upload | None, now: float) -> Submission:
        """
        Give the submission of a claim its version, which plays unless a newer submission does.

        Raises:
            ClaimLost: the worker no longer has it.
        """
        with self._database.writing() as connection:
            mine = _claimed(connection, claim)
            built = mine.archive if upload is None else use(connection, upload)
            # Two referees must not give the same version.
            connection.execute(
                select(players.c.name).where(players.c.name == mine.player).with_for_update()
            )
            same = _same(mine)
            last = connection.scalar(select(func.max(submissions.c.version)).where(same)) or 0
            _set(connection, mine.number, now, _Status.ACCEPTED, built=built, version=last + 1)
            playing = connection.scalar(select(playing_versions.c.submission).where(_place(mine)))
            if (playing or 0) < mine.number:
                _play(connection, mine)
            return _found(connection, mine.number)

    def refuse(self, claim: str, reason: str, now: float) -> Submission:
        """
        Refuse the submission of a claim.

        Raises:
            ClaimLost: the worker no longer has it.
        """
        with self._database.writing() as connection:
            mine = _claimed(connection, claim)
            _set(connection, mine.number, now, _Status.REFUSED, reason=reason)
            return _found(connection, mine.number)

    def finished(self, claim: str) -> Submission | None:
        """The submission that was accepted or refused with this claim, if one was."""
        over = submissions.c.status.in_([_Status.ACCEPTED.value, _Status.REFUSED.value])
        with self._database.reading() as connection:
            row = (
                connection.execute(_query().where(submissions.c.claim == claim, over))
                .mappings()
                .first()
            )
        return None if row is None else _submission(row)

    def withdraw(
        self, number: int, reason: str, now: float, entry: AuditEntry | None
    ) -> Submission:
        """
        Withdraw a submission; if its version plays, none does from now on.

        Raises:
            SubmissionNotFound, BadRequest: there is none, or it is refused or withdrawn.
        """
        with self._database.writing() as connection:
            mine = _found(connection, number)
            if mine.status in (_Status.REFUSED, _Status.WITHDRAWN):
                raise BadRequest(
                    f"submission {number} is {mine.status} already", field="submission_id"
                )
            _set(connection, number, now, _Status.WITHDRAWN, reason=reason, claim="")
            connection.execute(
                delete(playing_versions).where(playing_versions.c.submission == number)
            )
            if entry is not None:
                note(connection, entry)
            return _found(connection, number)

    def play(self, number: int, entry: AuditEntry | None) -> Submission:
        """
        Let an accepted version play instead of the one that plays.

        Raises:
            SubmissionNotFound, BadRequest: there is none, or it cannot play.
        """
        with self._database.writing() as connection:
            mine = _found(connection, number)
            if mine.status is not _Status.ACCEPTED:
                raise BadRequest(
                    f"submission {number} is {mine.status}: only accepted ones play",
                    field="submission_id",
                )
            if mine.is_playing:
                raise BadRequest(
                    f"version {mine.version} of {mine.player} plays already", field="submission_id"
                )
            _play(connection, mine)
            if entry is not None:
                note(connection, entry)
            return _found(connection, number)

    def set_hosting(self, number: int, hosting: str) -> None:
        """Keep what a host says of a version."""
        with self._database.writing() as connection:
            connection.execute(
                update(submissions).where(submissions.c.number == number).values(hosting=hosting)
            )


def forget_submissions(connection: Connection, player: str) -> None:
    """Delete all that a player has handed in, in the transaction that deletes the player."""
    mine = select(submissions.c.number).where(submissions.c.player == player)
    connection.execute(delete(playing_versions).where(playing_versions.c.player == player))
    connection.execute(delete(submission_logs).where(submission_logs.c.submission.in_(mine)))
    connection.execute(delete(submissions).where(submissions.c.player == player))


def _query() -> Select[Any]:
    built = archives.alias("built_archives")
    handed_in = archives.c.sha256, archives.c.size
    names = (name for name in Submission._fields if name in submissions.c)
    return (
        select(
            *(submissions.c[name] for name in names),
            *handed_in,
            built.c.sha256.label("built_sha256"),
            playing_versions.c.submission.label("is_playing"),
        )
        .join(archives, submissions.c.archive == archives.c.archive)
        .outerjoin(built, submissions.c.built == built.c.archive)
        .outerjoin(playing_versions, submissions.c.number == playing_versions.c.submission)
    )


def _submission(row: Any) -> Submission:  # noqa: ANN401 - a row
    found = Submission(**row)
    return found._replace(
        status=SubmissionStatus(found.status),
        runtime=Runtime(found.runtime),
        built=found.built or "",
        built_sha256=found.built_sha256 or "",
        is_playing=found.is_playing is not None,
    )


def _found(connection: Connection, number: int) -> Submission:
    row = None
    if 0 < number < 2**31:
        row = connection.execute(_query().where(submissions.c.number == number)).mappings().first()
    if row is None:
        raise SubmissionNotFound(f"there is no submission {number} of yours", field="submission_id")
    return _submission(row)


def _claimed(connection: Connection, claim: str) -> Submission:
    row = None
    if claim:
        mine = (submissions.c.claim == claim) & (submissions.c.status == _Status.BUILDING.value)
        row = connection.execute(_query().where(mine)).mappings().first()
    if row is None:
        raise ClaimLost(
            "the submission is no longer yours to build: it was withdrawn, or another worker has it",
            field="claim",
        )
    return _submission(row)


def _waiting(worker: str, now: float) -> Select[Any]:
    """What a worker could have: it waits, or its worker is this one or silent."""
    lost = (submissions.c.worker == worker) | (submissions.c.claimed_until < now)
    building = (submissions.c.status == _Status.BUILDING.value) & lost
    return select(submissions.c.number).where(
        (submissions.c.status == _Status.QUEUED.value) | building
    )


def _give_up(connection: Connection, worker: str, now: float) -> None:
    """Queue what this worker had, and what silent ones have; refuse what was lost too often."""
    lost = (submissions.c.worker == worker) | (submissions.c.claimed_until < now)
    building = (submissions.c.status == _Status.BUILDING.value) & lost
    for row in connection.execute(_query().where(building)).mappings().all():
        one = _submission(row)
        if one.attempts >= MOST_ATTEMPTS:
            _set(connection, one.number, now, _Status.REFUSED, reason=_LOST.format(one.attempts))
        else:
            _set(connection, one.number, now, _Status.QUEUED, claim="")


def _next(connection: Connection, runtimes: Collection[Runtime]) -> int | None:
    served = submissions.alias("served")
    last = (
        select(func.max(served.c.changed))
        .where(served.c.player == submissions.c.player, served.c.status != _Status.QUEUED.value)
        .scalar_subquery()
    )
    query = (
        select(submissions.c.number)
        .where(
            submissions.c.status == _Status.QUEUED.value,
            submissions.c.runtime.in_([one.value for one in runtimes]),
        )
        .order_by(func.coalesce(last, 0.0), submissions.c.number)
        .limit(1)
    )
    if connection.dialect.name == "postgresql":
        query = query.with_for_update(skip_locked=True, of=submissions)
    return connection.scalar(query)


def _set(
    connection: Connection,
    number: int,
    now: float,
    status: SubmissionStatus,
    **values: str | int,
) -> None:
    values |= {"status": status.value, "phase": ""}
    connection.execute(
        update(submissions).where(submissions.c.number == number).values(changed=now, **values)
    )


def _same(one: Submission) -> Any:  # noqa: ANN401 - a condition
    return and_(submissions.c.player == one.player, submissions.c.game == one.game)


def _place(one: Submission) -> Any:  # noqa: ANN401 - a condition
    return and_(playing_versions.c.player == one.player, playing_versions.c.game == one.game)


def _play(connection: Connection, one: Submission) -> None:
    connection.execute(delete(playing_versions).where(_place(one)))
    connection.execute(
        insert(playing_versions).values(player=one.player, game=one.game, submission=one.number)
    )


def _key_of(done: Any) -> int:  # noqa: ANN401 - a result
    return int(done.inserted_primary_key[0])

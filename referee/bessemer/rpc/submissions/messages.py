"""Submissions as messages, and what is read of those that come."""

from collections.abc import Iterable
from typing import Any, Final

from bessemer.errors import BadRequest
from bessemer.ladder.ladder import Ladder
from bessemer.rpc.matches.match_messages import clock_message, set_time
from bessemer.submissions.records import (
    LogEntry,
    LogKind,
    Runtime,
    Submission,
    SubmissionStatus,
)
from bessemer.v1 import submission_service_pb2 as pb

_STATUSES: Final[dict[SubmissionStatus, Any]] = {
    status: pb.SubmissionStatus.Value(f"SUBMISSION_STATUS_{status.name}")
    for status in SubmissionStatus
}
_BY_VALUE: Final[dict[int, SubmissionStatus]] = {
    value: status for status, value in _STATUSES.items()
}
_KINDS: Final[dict[LogKind, Any]] = {
    kind: pb.LogKind.Value(f"LOG_KIND_{kind.name}") for kind in LogKind
}
_KINDS_BY_VALUE: Final[dict[int, LogKind]] = {value: kind for kind, value in _KINDS.items()}
MOST_LOG: Final = 65_536


def submission_message(one: Submission) -> pb.Submission:
    """A submission."""
    message = pb.Submission(
        submission_id=one.number,
        player=one.player,
        name=one.name,
        game=one.game,
        runtime=one.runtime.value,
        status=_STATUSES[one.status],
        phase=one.phase,
        version=str(one.version) if one.version else "",
        playing=one.is_playing,
        reason=one.reason,
        sha256=one.sha256,
        size=one.size,
        built_sha256=one.built_sha256,
        submitted_by=one.submitted_by,
        note=one.note,
        attempts=one.attempts,
        worker=one.worker,
        hosting=one.hosting,
    )
    set_time(message.create_time, one.created)
    set_time(message.status_time, one.changed)
    return message


def log_message(entry: LogEntry) -> pb.LogEntry:
    """A piece of a log."""
    message = pb.LogEntry(number=entry.number, kind=_KINDS[entry.kind], text=entry.text)
    set_time(message.time, entry.time)
    return message


def terms_of(ladders: Iterable[Ladder], game: str) -> list[pb.PlayingTerms]:
    """The different terms of the open ladders of a game."""
    found: list[pb.PlayingTerms] = []
    for ladder in ladders:
        if ladder.game != game or ladder.is_frozen:
            continue
        clock = clock_message(ladder.clock)
        terms = pb.PlayingTerms(options=ladder.options, seats=ladder.seats, clock=clock)
        if all(_unnamed(one) != terms for one in found):
            terms.ladder = ladder.name
            found.append(terms)
    return found


def statuses_of(values: Iterable[int]) -> list[SubmissionStatus]:
    """
    The statuses that are asked for.

    Raises:
        BadRequest: one is none.
    """
    found = [_BY_VALUE.get(value) for value in values]
    if None in found:
        raise BadRequest("there is no such status", field="statuses")
    return [one for one in found if one is not None]


def log_kind(value: int) -> LogKind | None:
    """
    The kind of log that is meant; `None` for all.

    Raises:
        BadRequest: there is no such kind.
    """
    if value and value not in _KINDS_BY_VALUE:
        raise BadRequest("there is no such kind of log", field="kind")
    return _KINDS_BY_VALUE.get(value)


def log_text(text: str) -> str:
    """
    What is added to a log.

    Raises:
        BadRequest: it is too much.
    """
    if len(text) > MOST_LOG:
        raise BadRequest(f"a log is added to by at most {MOST_LOG} characters", field="text")
    return text


def runtimes_of(names: Iterable[str]) -> list[Runtime]:
    """
    The runtimes of a worker.

    Raises:
        BadRequest: one is none.
    """
    try:
        found = [Runtime(name) for name in names]
    except ValueError as error:
        raise BadRequest(str(error), field="runtimes", allowed=tuple(Runtime)) from None
    if not found:
        raise BadRequest("say which runtimes the worker has", field="runtimes")
    return found


def _unnamed(terms: pb.PlayingTerms) -> pb.PlayingTerms:
    copy = pb.PlayingTerms()
    copy.CopyFrom(terms)
    copy.ladder = ""
    return copy

"""What the pages of a competition show, asked of the referee with the visitor's own token."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from bessemer.faces.language import key, tr_key
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import submission_service_pb2 as pb
from bessemer.web.pages import slug
from bessemer.web.server.forms import Refused

MOST_LISTED: Final = 50
_MOST_MATCHES: Final = 10
_STATUSES: Final = {
    pb.SUBMISSION_STATUS_QUEUED: key("waits to be built"),
    pb.SUBMISSION_STATUS_BUILDING: key("is being built"),
    pb.SUBMISSION_STATUS_ACCEPTED: key("accepted"),
    pb.SUBMISSION_STATUS_REFUSED: key("refused"),
    pb.SUBMISSION_STATUS_WITHDRAWN: key("withdrawn"),
}
OPEN: Final = (pb.SUBMISSION_STATUS_QUEUED, pb.SUBMISSION_STATUS_BUILDING)
CALL_SECONDS: Final = 30.0


class OpenLadder(NamedTuple):
    """A ladder on which bots may play."""

    name: str
    game: str
    folder: str
    locks: str
    """The deadline; "" for none."""
    is_locked: bool
    quota: int
    quiet: str


class Version(NamedTuple):
    """How a version stands on a ladder."""

    ladder: str
    folder: str
    player: str
    rating: str
    matches: int
    place: int


class OwnMatch(NamedTuple):
    """A rated match of a team."""

    match_id: str
    ladder: str
    ended: str
    player: str
    rank: int
    seats: int
    others: list[str]


async def asked(calls: RefereeCalls, request: Any) -> Any:  # noqa: ANN401 - a message and its response
    """
    The response of the referee.

    Raises:
        Refused: with its sentence, for the page.
    """
    try:
        return await calls(request)
    except CallFailed as error:
        status = 503 if error.is_away and not error.wait else 409
        raise Refused(status, f"{error}.".capitalize(), int(error.wait)) from None


async def ladders_of(calls: RefereeCalls) -> list[OpenLadder]:
    """The ladders that are not over."""
    found = await asked(calls, ladder_pb.ListLaddersRequest())
    now = datetime.now(UTC)
    return [
        OpenLadder(
            one.name,
            one.game,
            f"/ladders/{slug(one.name)}/",
            day_of(one.entry.lock_time),
            one.entry.HasField("lock_time") and one.entry.lock_time.ToDatetime(UTC) <= now,
            one.entry.submissions_per_day,
            one.entry.quiet_hours,
        )
        for one in found.ladders
        if not one.frozen
    ]


async def standing_of(
    calls: RefereeCalls, ladders: Sequence[OpenLadder], team: str
) -> tuple[list[Version], list[OwnMatch]]:
    """How the versions of a team stand, and its newest matches, on all these ladders."""
    found = await asyncio.gather(*(_on(calls, one, team) for one in ladders))
    versions = [version for on_ladder, _ in found for version in on_ladder]
    matches = [match for _, on_ladder in found for match in on_ladder]
    matches.sort(key=lambda one: one.ended, reverse=True)
    return versions, matches[:_MOST_MATCHES]


async def _on(
    calls: RefereeCalls, ladder: OpenLadder, team: str
) -> tuple[list[Version], list[OwnMatch]]:
    wanted = ladder_pb.ListPlayerMatchesRequest(
        ladder=ladder.name, player=team, page_size=_MOST_MATCHES
    )
    try:
        standing = await calls(ladder_pb.GetStandingRequest(ladder=ladder.name, player=team))
        played = await calls(wanted)
    except CallFailed:
        return [], []  # it has not played there
    rows = [
        Version(
            ladder.name,
            ladder.folder,
            one.player,
            f"{one.rating.value:.0f} ±{(one.rating.high - one.rating.low) / 2:.0f}",
            one.matches,
            one.place,
        )
        for one in standing.versions
    ]
    return rows, [_played(one, ladder.name, team) for one in played.matches if not one.voided]


def _played(match: ladder_pb.RatedMatch, ladder: str, team: str) -> OwnMatch:
    seats = list(match.players)
    mine = next((seat for seat, one in enumerate(seats) if one.partition(":")[0] == team), 0)
    rank = match.ranks[mine] if mine < len(match.ranks) else 0
    others = [one for seat, one in enumerate(seats) if seat != mine]
    return OwnMatch(
        match.match_id, ladder, day_of(match.end_time), seats[mine], rank, len(seats), others
    )


def status_words(one: pb.Submission) -> str:
    """How far a submission is, in the visitor's language."""
    return tr_key(_STATUSES[one.status]) if one.status in _STATUSES else ""


def day_of(stamp: Any) -> str:  # noqa: ANN401 - a Timestamp
    """A time in UTC, for a table; "" for none."""
    return f"{stamp.ToDatetime():%Y-%m-%d %H:%M}" if stamp.seconds else ""

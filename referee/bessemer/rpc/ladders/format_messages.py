"""The format of a ladder as a message."""

from typing import Any

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.errors import BadRequest
from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.tournament.seeds import seed_ladder
from bessemer.ladder.tournament.terms import ABSENCE, LONGEST_ABSENCE, Format, FormatTerms
from bessemer.rpc.matches.match_messages import set_time
from bessemer.v1 import ladder_service_pb2 as pb

_COUNTS = ("rounds", "top", "entrants", "matches", "stage")
_OF_ROUNDS = ("rounds", "seed_from", "top", "entrants", "start_time", "follows")
_OF_CONTINUOUS = ("matches", "end_time")


def format_message(terms: FormatTerms) -> pb.LadderFormat:
    """A format with what belongs to it."""
    message = pb.LadderFormat(
        format=pb.Format.Value(f"FORMAT_{terms.format.name}"),
        rounds=terms.rounds,
        seatings=pb.Seatings.Value(f"SEATINGS_{terms.seatings.name}"),
        seed_from=terms.seed_from,
        top=terms.top,
        entrants=terms.entrants,
        matches=terms.matches,
        competition=terms.competition,
        stage=terms.stage,
        follows=terms.follows,
    )
    message.absence.FromMicroseconds(round(terms.absence * 1e6))
    if terms.starts:
        set_time(message.start_time, terms.starts)
    if terms.ends:
        set_time(message.end_time, terms.ends)
    return message


def read_format(message: pb.LadderFormat) -> FormatTerms:
    """
    The format that is asked for.

    Raises:
        BadRequest: naming the field.
    """
    for name in _COUNTS:
        if getattr(message, name) < 0:
            raise _wrong(name, f"{name} is 0 or more, not {getattr(message, name)}")
    absence = (
        read_absence(message.absence, "format.absence") if message.HasField("absence") else ABSENCE
    )
    terms = FormatTerms(
        format=Format[_name(pb.Format, message.format, "FORMAT_", "CONTINUOUS")],
        rounds=message.rounds,
        seatings=Seatings[_name(pb.Seatings, message.seatings, "SEATINGS_", "ROTATED")],
        seed_from=message.seed_from,
        top=message.top,
        absence=absence,
        entrants=message.entrants,
        starts=_seconds(message.start_time),
        matches=message.matches,
        ends=_seconds(message.end_time),
        competition=message.competition,
        stage=message.stage,
        follows=message.follows,
    )
    given = {field.name for field, _ in message.ListFields()}
    for name in _OF_CONTINUOUS if terms.has_rounds else _OF_ROUNDS:
        if name in given:
            raise _wrong(name, f"the format {terms.format} has no {name}")
    if terms.format is Format.KNOCKOUT and terms.rounds:
        raise _wrong("rounds", "a knock-out has as many rounds as its players need")
    if terms.top and not terms.seed_from:
        raise _wrong("top", "top needs the ladder whose best players take part: seed_from")
    if terms.seed_from:
        seed_ladder(terms.seed_from)
    return terms


def read_absence(message: Duration, field: str) -> float:
    """
    How long a match waits for a player who is away, in seconds.

    Raises:
        BadRequest: naming `field`.
    """
    # Not ToMicroseconds, which any number of seconds passes, but which not every number leaves again.
    seconds = message.seconds + message.nanos / 1e9
    if not 0 <= seconds <= LONGEST_ABSENCE:
        raise BadRequest(f"absence is from 0 to {LONGEST_ABSENCE} seconds, a day", field=field)
    return seconds


# Any: the stubs of enums have no common type.
def _name(enum: Any, value: int, prefix: str, default: str) -> str:  # noqa: ANN401
    """The name of a value of an enum, `default` for the one that is never sent."""
    try:
        name: str = enum.Name(value).removeprefix(prefix)
    except ValueError:
        raise _wrong(prefix.lower().strip("_"), f"there is no such value: {value}") from None
    return default if name == "UNSPECIFIED" else name


def _seconds(time: Timestamp) -> float:
    return time.ToMicroseconds() / 1e6


def _wrong(field: str, what: str) -> BadRequest:
    return BadRequest(what, field=f"format.{field}")

"""Matches and their results as messages: what GetMatch, Joined and the like show of them."""

from collections.abc import Sequence
from typing import Final, assert_never

from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource
from bessemer.matches.match import Match
from bessemer.matches.records import (
    ClockSettings,
    Durability,
    Fault,
    Greeting,
    MatchEvent,
    MatchEventKind,
    MatchResult,
    MatchSpec,
    SavedMatch,
    SeatFault,
    Status,
    resigned_seats,
)
from bessemer.matches.registry import MatchRegistry
from bessemer.v1 import match_pb2

# The .proto files name what we name.
STATUSES: Final = {one: match_pb2.MatchStatus.Value(f"MATCH_STATUS_{one.name}") for one in Status}
DURABILITIES: Final = {
    one: match_pb2.Durability.Value(f"DURABILITY_{one.name}") for one in Durability
}
_FAULTS: Final = {one: match_pb2.Fault.Value(f"FAULT_{one.name}") for one in Fault}
_FAULT_OF: Final = {value: fault for fault, value in _FAULTS.items()}
GREETINGS: Final = {one: match_pb2.Greeting.Value(f"GREETING_{one.name}") for one in Greeting}
_SOURCES: Final = {
    one: match_pb2.ChanceSource.Value(f"CHANCE_SOURCE_{one.name}") for one in ChanceSource
}


def match_message(match: Match, registry: MatchRegistry) -> match_pb2.Match:
    """A match that is in the registry."""
    now = registry.now()
    message = _spec_message(match.spec, match.commitments)
    message.status = STATUSES[match.status]
    message.turn = match.turn
    set_time(message.start_time, match.started)
    if match.last_move_at and not match.is_over:
        set_time(message.last_move_time, registry.wall() - (now - match.last_move_at))
    resigned = resigned_seats(match.events[: match.told_events])
    for seat, seated in enumerate(match.seats):
        added = message.seats.add(
            seat=seat,
            player=seated.player,
            joined=seated.joined,
            connected=seated.subscriber is not None,
            strikes=seated.strikes,
            forfeited=seated.forfeit is not None,
            resigned=seat in resigned,
            time_left=seconds_message(match.time_left(Seat(seat), now)),
            deciding=match.open_decision(Seat(seat)) is not None,
        )
        _set_seat_clock(added, match.spec)
    if match.is_over and match.result is not None:
        _set_ending(message, match, match.result, tells_seed=not is_secret(registry, match))
    return message


def saved_message(saved: SavedMatch, registry: MatchRegistry) -> match_pb2.Match:
    """A match that only the store remembers."""
    message = _spec_message(saved.spec, saved.commitments)
    message.turn = saved.turn
    set_time(message.start_time, saved.started)
    if saved.result is not None:
        message.status = STATUSES[saved.result.status]
        _set_ending(message, saved, saved.result, tells_seed=not is_secret(registry, saved))
    else:
        message.status = STATUSES[Status.OPEN if saved.started is None else Status.RUNNING]
    forfeited = {fault.seat for fault in saved.result.seat_faults} if saved.result else set()
    resigned = resigned_seats(saved.result.events if saved.result else saved.events)
    for seat, player in enumerate(saved.players):
        added = message.seats.add(
            seat=seat,
            player=player,
            joined=saved.started is not None,
            forfeited=seat in forfeited | resigned and saved.started is not None,
            resigned=seat in resigned,
        )
        _set_seat_clock(added, saved.spec)
    return message


def _set_seat_clock(message: match_pb2.MatchSeat, spec: MatchSpec) -> None:
    """The clock of a seat, if it is not that of the match."""
    clock = spec.clocks[message.seat]
    if clock != spec.clock:
        message.clock.CopyFrom(clock_message(clock))


def is_secret(registry: MatchRegistry, match: Match | SavedMatch) -> bool:
    """Whether the seed of a match is secret, because others with its set-up are not over."""
    in_store = isinstance(match, SavedMatch) and match.is_secret
    return in_store or registry.open_blocks.hides(match.spec)


def seat_result(match: Match | SavedMatch, ending: MatchResult) -> match_pb2.MatchResult:
    """The result for a seat: with the seed, unless the match is one of a block."""
    return result_message(match, ending, tells_seed=match.spec.shared_setup is None)


def result_message(
    match: Match | SavedMatch, ending: MatchResult, *, tells_seed: bool
) -> match_pb2.MatchResult:
    """How a match ended; with the end the seed is no longer secret, unless siblings need it."""
    message = match_pb2.MatchResult(
        ranks=ending.ranks,
        scores=ending.scores,
        fault=_FAULTS[ending.fault] if ending.fault else match_pb2.FAULT_UNSPECIFIED,
        message=ending.message,
        seed=match.seed if tells_seed else b"",
        seat_faults=map(fault_message, ending.seat_faults),
    )
    if tells_seed and match.mix is not None:
        _set_chance(message.chance, match.spec.seed, match.mix)
    return message


def _set_chance(message: match_pb2.ChanceProof, secret: bytes, mix: ChanceMix) -> None:
    message.secret, message.match_id = secret, mix.match_id
    for player, source, commitment, content in mix.contributions:
        message.contributions.add(
            player=player, source=_SOURCES[source], commitment=commitment, content=content
        )


def clock_message(clock: ClockSettings) -> match_pb2.ClockSettings:
    """How time is counted."""
    message = match_pb2.ClockSettings(
        bank=seconds_message(clock.bank),
        increment=seconds_message(clock.increment),
        strike_limit=clock.strike_limit,
        join_timeout=seconds_message(clock.join_timeout),
    )
    if clock.away_limit:
        message.away_limit.CopyFrom(seconds_message(clock.away_limit))
    for kind, seconds in clock.increment_by_kind.items():
        message.increment_by_kind[kind].CopyFrom(seconds_message(seconds))
    return message


def seconds_message(seconds: float) -> Duration:
    """So many seconds."""
    whole, rest = divmod(round(seconds * 1_000_000), 1_000_000)
    return Duration(seconds=whole, nanos=rest * 1000)


def _spec_message(spec: MatchSpec, commitments: Sequence[bytes]) -> match_pb2.Match:
    message = match_pb2.Match(
        match_id=spec.match_id,
        game=spec.game,
        rules_version=spec.rules_version,
        options=spec.options,
        durability=DURABILITIES[spec.durability],
        seed_commitment=Chance(spec.seed).commitment,
        suggestions_allowed=spec.suggestions_allowed,
        repeatable=spec.is_repeatable,
        chance_commitments=commitments,
        creator=spec.creator,
        resignation_ends=spec.resignation_ends,
        anyone_may_join=spec.anyone_may_join,
        ladder=spec.ladder,
    )
    message.clock.CopyFrom(clock_message(spec.clock))
    set_time(message.create_time, spec.created)
    return message


def _set_ending(
    message: match_pb2.Match, match: Match | SavedMatch, ending: MatchResult, *, tells_seed: bool
) -> None:
    message.result.CopyFrom(result_message(match, ending, tells_seed=tells_seed))
    set_time(message.end_time, ending.ended)


def event_message(event: MatchEvent) -> match_pb2.MatchEvent:
    """Something that happened at a table."""
    message = match_pb2.MatchEvent(number=event.number, turn=event.turn, seat=event.seat)
    match event.kind:
        case MatchEventKind.RESIGNED:
            message.resignation.SetInParent()
        case MatchEventKind.GREETED:
            message.greeting = GREETINGS[Greeting(event.text)]
        case MatchEventKind.TAKE_BACK_WISHED:
            message.take_back_wish.to_turn = int(event.text)
        case MatchEventKind.TAKE_BACK_DECLINED:
            message.take_back_declined.SetInParent()
        case _:
            assert_never(event.kind)
    return message


def fault_message(fault: SeatFault) -> match_pb2.SeatFault:
    """The fault of a seat."""
    return match_pb2.SeatFault(seat=fault.seat, fault=_FAULTS[fault.fault], message=fault.message)


def read_fault(message: match_pb2.SeatFault) -> SeatFault:
    """Read what `fault_message` has made."""
    return SeatFault(Seat(message.seat), _FAULT_OF[message.fault], message.message)


_LAST_TIME: Final = 253_402_300_799
"""The end of the year 9999: no later time can be written."""


def read_time(stamp: Timestamp, field: str) -> float:
    """
    A time that somebody asks for, in seconds since the epoch.

    Raises:
        BadRequest: there is no such time.
    """
    time = stamp.seconds + stamp.nanos / 1e9
    if not 0 < time < _LAST_TIME:
        raise BadRequest(f"{field} is a time after 1970 and before the year 10000", field=field)
    return time


def set_time(message: Timestamp, seconds: float | None) -> None:
    """A point in time, if there is one."""
    if seconds is not None:
        message.FromMicroseconds(round(seconds * 1_000_000))

"""
Time-outs: the one place where it is decided that a seat, or a match that nobody joins, is too late.

Deadlines are numbers on the matches, not timers. One task looks at the matches whose time may be up,
fifty times a second.
"""

import asyncio
from typing import Final

import structlog

from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings, Fault, SeatFault, Status
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import Lateness, SeatState
from bessemer.matches.timing.referee_clock import TICK, RefereeClock

_MOMENT: Final = 0.01
"""An alarm that is set while the alarms are looked at is this much later, or it would ring for ever."""

_WORTH_TELLING: Final = 1.0
_BANKS: Final = 3.0
_LONGEST_OVERRUN: Final = 60.0

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


async def watch_deadlines(
    registry: MatchRegistry, clock: RefereeClock, grace: float = 0.05
) -> None:
    """
    Let the clock beat, and look who is late.

    A seat is out of time only when its answer would have been read if it had come in time. So
    `grace` seconds go by first, by a clock that stands while nothing is read; and after such a time
    what has come meanwhile is read before anybody is found late.
    """
    before = registry.now()
    while True:
        await asyncio.sleep(TICK)
        away = clock.beat()
        if away > _WORTH_TELLING:
            _log.warning(f"the referee was paused for {away:.1f} s; no clock is charged")
        now = registry.now()
        sweep(registry, now, (before if away else now) - grace)
        before = now


def sweep(registry: MatchRegistry, now: float, late_since: float) -> None:
    """
    Look at the matches whose alarm is due at `now`.

    Args:
        registry: where they are.
        now: the time.
        late_since: decisions whose time was up by then are moved for. It is a little before
            `now`: what has arrived in time may not have been read yet.
    """
    for match in registry.alarms.due(now):
        if match.result is not None:
            continue
        try:
            if match.status is Status.OPEN:
                _check_joined(registry, match, now, late_since)
            else:
                _check_clocks(registry, match, now, late_since)
        except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
            registry.ender.broken(match)
    registry.dispatch()


def _check_clocks(registry: MatchRegistry, match: Match, now: float, late_since: float) -> None:
    for seat in match.late(late_since):
        if not _has_more(registry, match, seat, late_since):
            _time_out(registry, match, seat, now)
    match.earliest = match.deadline()
    # Looked at again when the first decision will be late, or in a moment if it may be.
    registry.alarms.set(match, max(match.earliest, now + max(_MOMENT, now - late_since)))


def _has_more(registry: MatchRegistry, match: Match, seat: Seat, late_since: float) -> bool:
    """Whether the seat has time left, since not all that went by was its own; its deadline moves."""
    decision = match.open_decision(seat)
    if decision is None:
        return True  # a default move of another seat has answered for it
    excused = registry.excuses.seconds(match.seats[seat], seat, late_since, exact=True)
    decision.deadline = decision.since + decision.seconds + excused
    return match.due(seat, decision) > late_since


def _check_joined(registry: MatchRegistry, match: Match, now: float, late_since: float) -> None:
    if match.join_by > late_since:
        registry.alarms.set(match, max(match.join_by, now + _MOMENT))
        return
    missing = match.unclaimed() or registry.starter.absent(match)
    if not missing:  # all are there: some do not reveal their bytes, or the start is being written
        registry.starter.time_is_up(match)
        registry.alarms.set(match, now + _MOMENT)
        return
    faults = tuple(SeatFault(seat, Fault.PLAYER, "never joined") for seat in missing)
    seats = ", ".join(map(str, missing))
    registry.ender.abort(match, Fault.PLAYER, f"seat {seats} did not join in time", faults)


def longest_overrun(clock: ClockSettings) -> float:
    """
    How long one overrun may last, in seconds.

    Nobody can tell a seat that is still thinking from one that will never answer. So if nothing is
    heard of it for this time, the next timeout is another strike.
    """
    return min(_BANKS * (clock.bank + clock.increment), _LONGEST_OVERRUN)


def _lateness(seated: SeatState) -> Lateness:
    if seated.subscriber is None:
        return Lateness.WAS_AWAY if seated.lost else Lateness.NOBODY_THERE
    decision = seated.open_decision
    is_known = decision is not None and decision.processor is not None
    return Lateness.THOUGHT if is_known else Lateness.ANSWERED_LATE


def _time_out(registry: MatchRegistry, match: Match, seat: Seat, now: float) -> None:
    if registry.journal.failure and match.is_durable:
        return  # the referee cannot take moves: nobody's time runs out meanwhile
    seated = match.seats[seat]
    decision = seated.open_decision
    if seated.subscriber is None and decision is not None:
        seated.waited_for += max(0.0, now - seated.awaited_since(decision))
    cause = Cause.STILL_THINKING
    if now >= seated.overrun_until:
        cause = Cause.TIMED_OUT
        seated.late.append(_lateness(seated))
        if seated.subscriber is not None:
            seated.overrun_until = now + longest_overrun(match.spec.clocks[seat])
    if seated.subscriber is not None:
        seated.subscriber.timed_out()
    registry.move_for(match, seat, cause, now)
    if seated.forfeit is not None:
        match.tally.faults[seated.forfeit.fault] += 1
        _log.info(
            "seat forfeits",
            match_id=match.spec.match_id,
            ladder=match.spec.ladder or None,
            seat=seat,
            player=seated.player,
            fault=seated.forfeit.fault.value,
        )

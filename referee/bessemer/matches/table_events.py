"""
What happens at a table and is no move: somebody resigns, says hello, or calls the match off.

An event is in the journal before anything that follows from it, and known when it is durable. A seat that
has resigned is played by default moves, as one that has forfeited. Bots never hear of events: only
spectators do, and replays.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from bessemer.engine.game import Seat
from bessemer.errors import MatchOver, TooManyRequests, WrongStatus
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    Fault,
    Greeting,
    Happened,
    MatchEvent,
    MatchEventKind,
    SeatFault,
    Status,
    resigned_seats,
)
from bessemer.matches.registry import MatchRegistry

MOST_GREETINGS: Final = 20
"""Of one seat in a match."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


def resign(registry: MatchRegistry, match: Match, seat: Seat, then: Callable[[], None]) -> None:
    """
    Let a seat give up; call `then` when that is durable. A seat that has given up stays so.

    Raises:
        WrongStatus, MatchOver: the match has not begun, or is over.
        JournalUnavailable: nothing can be written now.
    """
    check_running(match)
    if match.seats[seat].forfeit is not None:
        then()
        return
    registry.check_journal()
    happened(registry, match, MatchEventKind.RESIGNED, seat, "", then)
    _log.info(
        "seat resigns", match_id=match.spec.match_id, ladder=match.spec.ladder or None, seat=seat
    )
    if is_given_up(match):
        registry.ender.played_out(match)
    elif match.open_decision(seat) is not None:
        registry.move_for(match, seat, Cause.FORFEITED, registry.now())
    if (subscriber := match.seats[seat].subscriber) is not None:
        registry.ready.append(subscriber)
    registry.dispatch()


def greet(
    registry: MatchRegistry, match: Match, seat: Seat, greeting: Greeting, then: Callable[[], None]
) -> None:
    """
    Let a seat say something to the others; call `then` when that is durable.

    Raises:
        WrongStatus, MatchOver: the match has not begun, or is over.
        TooManyRequests: it has said enough.
        JournalUnavailable: nothing can be written now.
    """
    check_running(match)
    said = Counter(event.seat for event in match.events if event.kind is MatchEventKind.GREETED)
    if said[seat] >= MOST_GREETINGS:
        raise TooManyRequests(f"a seat says at most {MOST_GREETINGS} things in a match")
    registry.check_journal()
    happened(registry, match, MatchEventKind.GREETED, seat, greeting.value, then)


def call_off(registry: MatchRegistry, match: Match) -> None:
    """
    End a match that has not begun: nobody needs to come any more.

    Raises:
        WrongStatus, MatchOver: it has begun, or is over.
    """
    if match.result is not None:
        raise MatchOver(f"match {match.spec.match_id} is over")
    if match.status is not Status.OPEN or match.commitments:
        raise WrongStatus(
            "the match has begun: you can resign your seat (Resign)", field="match_id"
        )
    registry.ender.abort(match, Fault.PLAYER, f"called off by {match.spec.creator}")
    registry.dispatch()


def take_event(match: Match, event: MatchEvent) -> None:
    """Let an event, which is new or from the journal, have its effect."""
    match.events.append(event)
    seated = match.seats[event.seat]
    if event.kind is MatchEventKind.RESIGNED and seated.forfeit is None:
        seated.forfeit = SeatFault(event.seat, Fault.PLAYER, "resigned")


def is_given_up(match: Match) -> bool:
    """Whether too few seats still play for the match to continue."""
    playing = sum(seated.forfeit is None for seated in match.seats)
    return match.spec.resignation_ends and playing <= 1 and bool(resigned_seats(match.events))


def happened(
    registry: MatchRegistry,
    match: Match,
    kind: MatchEventKind,
    seat: Seat,
    text: str,
    then: Callable[[], None],
    turn: int = 0,
) -> None:
    """Let something happen at a seat; `turn` is the first that it concerns, if not the seat's own next one."""
    decision = match.open_decision(seat)
    turn = turn or (match.turn + 1 if decision is None else decision.turn)
    event = MatchEvent(len(match.events) + 1, turn, seat, kind, text)
    take_event(match, event)
    record = Happened(match.spec.match_id, event)
    registry.journal.append(record, partial(_tell, registry, match, event, then))


def _tell(
    registry: MatchRegistry, match: Match, event: MatchEvent, then: Callable[[], None]
) -> None:
    """The event is durable: everybody may know."""
    match.told_events = event.number
    then()
    registry.ready.extend(match.observers)
    registry.dispatch()


def check_running(match: Match) -> None:
    """
    Refuse what can only happen while a match is played.

    Raises:
        WrongStatus, MatchOver: it has not begun, or is over.
    """
    if match.result is not None:
        raise MatchOver(f"match {match.spec.match_id} is over")
    if match.status is not Status.RUNNING:
        raise WrongStatus(
            "the match has not begun: its creator can call it off (CancelMatch)", field="match_id"
        )

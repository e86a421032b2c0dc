"""
Taking moves back, where everybody at the table agrees.

The table goes back to the turn of a person's last move, and that turn is asked again. Nothing is undone in the journal:
going back is one more record, which answers the one open decision in the place of a move (`TakenBack`), so turns count on,
a late answer is stale, and whoever follows the match sees one turn more. It is possible while

- the match is not rated, and shares its set-up with no other,
- exactly one seat is asked, and a person plays it; the same holds for all turns that are taken back,
- every seat is connected, so that the referee knows who is a person,
- nothing has come to light since that the person did not know before, by `Game.unseen`.

A wish lives until the open decision is answered. Every other person at the table must wish the same; what bots have played
since goes with the rest. The clocks keep what they show.
"""

from collections.abc import Callable
from itertools import islice
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.errors import StaleTurn, TooManyRequests, WrongStatus
from bessemer.matches.history import in_force, states
from bessemer.matches.match import Match
from bessemer.matches.records import MatchEventKind, MoveRecord
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import State
from bessemer.matches.table_events import check_running, happened

MOST_WISHES: Final = 100
"""Of one seat in a match, and as many refusals."""


class OpenWish(NamedTuple):
    """What is wished at a table now."""

    turn: int
    """The turn to go back to."""
    number: int
    """That of the event with which somebody wished it first."""
    seats: frozenset[Seat]
    """The seats that wish it."""


def wish_of(match: Match) -> OpenWish | None:
    """What is wished while the open decision has no answer; `None` if nothing is."""
    wish: OpenWish | None = None
    for event in match.events:
        if event.turn != match.turn:
            continue
        if event.kind is MatchEventKind.TAKE_BACK_DECLINED:
            wish = None
        elif event.kind is MatchEventKind.TAKE_BACK_WISHED and wish is None:
            wish = OpenWish(int(event.text), event.number, frozenset((event.seat,)))
        elif event.kind is MatchEventKind.TAKE_BACK_WISHED and wish is not None:
            wish = wish._replace(seats=wish.seats | {event.seat})
    return wish


def wish(
    registry: MatchRegistry, match: Match, seat: Seat, number: int, then: Callable[[], None]
) -> None:
    """
    Wish to take back the last move of a seat, or agree to the wish of this number; call `then` when that is durable.

    With the last agreement the table goes back.

    Raises:
        WrongStatus, MatchOver: it cannot be; says why.
        StaleTurn: the wish of this number is no longer there.
        TooManyRequests: the seat has wished enough.
        JournalUnavailable: nothing can be written now.
    """
    check_running(match)
    registry.check_journal()
    _check(match, seat)
    known = wish_of(match)
    if number and (known is None or known.number != number):
        raise _gone(match)
    turn = _last_turn(match, seat) if known is None else known.turn
    wisher = seat if known is None else match.events[known.number - 1].seat
    state = _state_before(match, wisher, turn)
    agreed = frozenset() if known is None else known.seats
    if seat in agreed:
        then()
    else:
        kind = MatchEventKind.TAKE_BACK_WISHED
        happened(registry, match, kind, seat, str(turn), then, match.turn)
    people = {Seat(one) for one, seated in enumerate(match.seats) if seated.is_person}
    if people <= agreed | {seat}:
        registry.go_back(match, TakenBack(turn), state)


def decline(
    registry: MatchRegistry, match: Match, seat: Seat, number: int, then: Callable[[], None]
) -> None:
    """
    Do not agree to the wish of this number, or wish it no longer.

    Raises:
        WrongStatus, MatchOver: the match has not begun, or is over.
        StaleTurn: it is no longer there.
        TooManyRequests: the seat has declined enough.
        JournalUnavailable: nothing can be written now.
    """
    check_running(match)
    registry.check_journal()
    known = wish_of(match)
    if known is None or known.number != number:
        raise _gone(match)
    _check_count(match, seat)
    kind = MatchEventKind.TAKE_BACK_DECLINED
    happened(registry, match, kind, seat, str(known.turn), then, match.turn)


def _gone(match: Match) -> StaleTurn:
    return StaleTurn(
        "nobody wishes that any more: the match has gone on", field="wish", turn=match.turn
    )


def _check(match: Match, seat: Seat) -> None:
    if match.spec.ladder or match.spec.shared_setup is not None:
        raise _no("the match is rated")
    asked = [one for one in match.seats if one.open_decision is not None]
    if len(asked) != 1 or any(one.decision is not one.open_decision for one in match.seats):
        raise _no("wait until exactly one player is asked")
    if not match.seats[seat].is_person:
        raise _no("your client has not said that a person plays this seat (JoinSeat.person)")
    if not asked[0].is_person:
        raise _no("a bot is choosing; wait until it has moved")
    if any(one.subscriber is None and one.forfeit is None for one in match.seats):
        raise _no("somebody is away, and cannot be asked")
    _check_count(match, seat)


def _check_count(match: Match, seat: Seat) -> None:
    kinds = MatchEventKind.TAKE_BACK_WISHED, MatchEventKind.TAKE_BACK_DECLINED
    if sum(event.seat == seat and event.kind in kinds for event in match.events) >= MOST_WISHES:
        raise TooManyRequests(f"a seat says at most {MOST_WISHES} things about taking back")


def _no(why: str) -> WrongStatus:
    return WrongStatus(f"nothing can be taken back now: {why}", field="seat")


def _kept(match: Match) -> list[MoveRecord]:
    return in_force(one.record for one in match.played)


def _last_turn(match: Match, seat: Seat) -> int:
    """The turn of the last move of a seat that nobody has taken back."""
    own = [one.turn for one in _kept(match) if one.seat == seat]
    if not own:
        raise _no("you have not moved yet")
    return own[-1]


def _state_before(match: Match, seat: Seat, turn: int) -> State:
    """The state in which `turn` was asked, if `seat` has learned nothing by what came after."""
    game, last = match.game, _kept(match)
    reached = list(islice(states(match), len(match.played) + 1))
    before = reached[turn - 1]
    for at in (one.turn - 1 for one in last if one.turn >= turn):
        if len(game.decisions(reached[at])) != 1:
            raise _no("several players moved at the same time")
        if game.unseen(reached[at], seat) != game.unseen(reached[at + 1], seat):
            raise _no("something hidden has come to light since")
    return before

"""What a seat saw at one turn of a logged match: the view that its bot was given."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bessemer.analysis.branch import kind_of
from bessemer.analysis.logged_match import LoggedMatch, read_match
from bessemer.bots.registry import seen
from bessemer.matches.timing.clock import MatchClock
from bessemer.replays.replaying import Step
from bessemer.sdk.offline.local_match import number_open
from bessemer.sdk.view import AnyView, SeatMove


def view_of(replay: str | Path, *, turn: int) -> AnyView:
    """
    The view of the seat that was asked at this turn of a replay, as its bot was given it.

    Its clock is the one that the seat had, and `moves_since` has the moves since it was asked last.

    Raises:
        LookupError: the match has no such turn.
        UnusableReplay: the file cannot be read, is no replay, or needs other rules.
    """
    match = read_match(str(replay))
    turns = [step.record.turn for step in match.steps]
    if turn not in turns:
        have = f"has turns {turns[0]} to {turns[-1]}" if turns else "has none"
        damage = "" if match.error is None else f"; the rest is damaged: {match.error}"
        raise LookupError(f"no turn {turn}: the match in {replay} {have}{damage}")
    step = match.steps[turns.index(turn)]
    seat = step.record.seat
    clock = MatchClock(match.header.clocks)
    known = 0
    for earlier in match.steps:
        if earlier.record.turn < turn and earlier.record.seat == seat:
            clock.ask(seat, kind_of(match.game, earlier.asked, seat))
            clock.restore(seat, earlier.record.time_used)
            known += len(_news(match, earlier, known))
    asked = match.game.view(step.asked, seat)
    view = seen(match.game, asked, clock.ask(seat, kind_of(match.game, step.asked, seat)))
    view.read_moves = partial(tuple, _news(match, step, known))
    return view


def _news(match: LoggedMatch, step: Step, known: int) -> Sequence[SeatMove]:
    """The moves that a seat may know of when it is asked for this step, after those `known`."""
    made = []
    for earlier in match.steps:
        if earlier.before.state is step.asked:
            break
        made.append(SeatMove(earlier.record.seat, earlier.move))
    return made[known : number_open(match.game, step.asked, step.record.seat, made)]

"""Matches of Brass in the middle, for the tests of what people see of them."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.faces.players import Players
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State, View
from bessemer.table.events import DecisionAsked, MatchUpdated
from bessemer.v1 import match_pb2

NAMES: Final = ("Ada", "Žofie", "bot-17", 'a "quoted" one')


def players_of(view: View) -> Players:
    """The players of a view, seen by whoever has it."""
    return Players(NAMES[: len(view.board.players)], view.seat)


def states(seats: int, seed: int) -> Iterator[State]:
    """Every state of a match that is played at random."""
    draws = Draws(Chance(b"terminal %d" % seed))
    state = BRASS.setup(BRASS.options({}), seats, Chance(b"table %d" % seed))
    yield state
    while asked := BRASS.decisions(state):
        seat = asked[0].seat
        state = BRASS.apply(state, seat, BRASS.sample_move(state, seat, draws.below))
        yield state


def asked_states(phase: Phase, seats: int = 3, seed: int = 1) -> Iterator[tuple[State, Seat]]:
    """Every state of a match in which a seat is asked for this kind of move."""
    for state in states(seats, seed):
        if state.board.phase is phase:
            yield state, state.board.waiting[0]


def view_in(phase: Phase, number: int = 0, seats: int = 3, seed: int = 1) -> View:
    """What the asked seat sees in one of those states."""
    state, seat = list(asked_states(phase, seats, seed))[number]
    return BRASS.view(state, seat)


def asked(view: View, turn: int = 7) -> tuple[MatchUpdated, DecisionAsked]:
    """What a session tells somebody who is asked."""
    match = match_pb2.Match(match_id="m1", game="brass", suggestions_allowed=True)
    for seat in range(len(view.board.players)):
        place = match.seats.add(seat=seat, player=NAMES[seat], joined=True, connected=True)
        place.time_left.FromSeconds(600)
    return MatchUpdated(match), DecisionAsked(turn, view, 754.0)

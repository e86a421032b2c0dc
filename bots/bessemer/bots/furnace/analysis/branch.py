"""
Another way to go on: a logged match up to one turn, and from there somebody else in one seat.

Cards and dice fall as they would have fallen: chance is part of the state. The other seats repeat
their logged moves as long as those are asked for and legal; then a bot takes over for them.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from bessemer.bots.furnace.analysis.log import LoggedMove
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Outcome, Seat
from bessemer.games.furnace import answers, choices
from bessemer.games.furnace.moves import Bid, Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Phase, State, View

Decide = Callable[[View], Move]
"""Answers a view with a move."""

LOGGED: Final = "logged"
DEFAULT: Final = "default"
FORFEITED: Final = "forfeited"


class BranchedMove(NamedTuple):
    """A move of the match that might have been."""

    turn: int
    seat: Seat
    move: Move
    by: str
    """`LOGGED`, `DEFAULT` (of a seat that had forfeited), or the name of who decided."""


class Branched(NamedTuple):
    """The match that might have been."""

    moves: tuple[BranchedMove, ...]
    """From the first turn, in the order made."""
    outcome: Outcome


class Chooser(NamedTuple):
    """Somebody who decides, and how they are called."""

    name: str
    decide: Decide


class Asked(NamedTuple):
    """A logged move, and what its seat saw when it was asked."""

    view: View
    made: LoggedMove


class Progress:
    """A match being played: its state, and the decisions that are open, numbered as they came."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.open: dict[Seat, tuple[int, View]] = {}
        """By seat: the turn, and what the seat saw when it was asked."""
        self._asked = 0
        self._ask()

    def play(self, seat: Seat, move: Move) -> None:
        """
        Make a move.

        Raises:
            IllegalMove: the rules refuse it.
        """
        self.state = FURNACE.apply(self.state, seat, move)
        del self.open[seat]
        self._ask()

    def _ask(self) -> None:
        for decision in FURNACE.decisions(self.state):
            if decision.seat not in self.open:
                self._asked += 1
                view = FURNACE.view(self.state, decision.seat)
                self.open[decision.seat] = self._asked, view


def asked(state: State, moves: Iterable[LoggedMove]) -> Iterator[Asked]:
    """Every logged move with the exact view that it answered."""
    match = Progress(state)
    for made in moves:
        yield Asked(match.open[made.seat][1], made)
        match.play(made.seat, made.move)


def branch(
    state: State,
    moves: Sequence[LoggedMove],
    turn: int,
    choosers: Mapping[Seat, Chooser],
    stand_ins: Mapping[Seat, Chooser],
) -> Branched:
    """
    Play `moves` up to `turn`, and from there to the end of the match.

    Args:
        state: the set-up.
        moves: the log, in the order of turns.
        turn: the first that is not taken from the log.
        choosers: who plays from there, by seat; all others repeat the log.
        stand_ins: who plays for those others once the log does not fit any more, by seat.

    Raises:
        IllegalMove: somebody chose what the rules refuse.
    """
    match, made = Progress(state), []
    log = list(asked(state, moves))
    for logged in moves:
        if logged.turn < turn:
            match.play(logged.seat, logged.move)
            made.append(BranchedMove(logged.turn, logged.seat, logged.move, LOGGED))
    scripts = {seat: _Script(log, seat, turn, stand_in) for seat, stand_in in stand_ins.items()}
    while match.open:
        seat = min(match.open)
        number, view = match.open[seat]
        if seat in choosers:
            by, move = choosers[seat].name, choosers[seat].decide(view)
        else:
            by, move = scripts[seat].decide(match.state, view)
        match.play(seat, move)
        made.append(BranchedMove(number, seat, move, by))
    outcome = FURNACE.outcome(match.state)
    assert outcome is not None, "a match without decisions is over"
    return Branched(tuple(made), outcome)


class _Script:
    """The logged moves of one seat from a turn on, for as long as they fit."""

    def __init__(self, log: Iterable[Asked], seat: Seat, turn: int, stand_in: Chooser) -> None:
        own = [one for one in log if one.made.seat == seat]
        self._moves: dict[tuple[int, Phase], deque[LoggedMove]] = defaultdict(deque)
        for view, made in own:
            if made.turn >= turn:
                self._moves[view.board.round, view.board.phase].append(made)
        self._has_forfeited = any(made.default == FORFEITED for _, made in own if made.turn < turn)
        self._seat, self._stand_in = seat, stand_in
        self._fits = True

    def decide(self, state: State, view: View) -> tuple[str, Move]:
        """Who decides, and what."""
        queue = self._moves[state.board.round, state.board.phase]
        logged = queue.popleft() if queue else None
        self._has_forfeited |= logged is not None and logged.default == FORFEITED
        if self._has_forfeited:
            return DEFAULT, choices.default_move(state.board, self._seat)
        if self._fits and logged is not None and _is_legal(state, self._seat, logged.move):
            return LOGGED, logged.move
        self._fits = False
        return self._stand_in.name, self._stand_in.decide(view)


def _is_legal(state: State, seat: Seat, move: Move) -> bool:
    try:
        FURNACE.apply(state, seat, move)
    except IllegalMove:
        return False
    return True


def leads_to_the_same(board: Board, seat: Seat, one: Move, other: Move) -> bool:
    """Whether two legal moves are equal, or leave the seat with the same."""
    if one == other or isinstance(one, Bid) or isinstance(other, Bid):
        return one == other
    results = [answers.player_after(board, seat, move) for move in (one, other)]
    return results[0] == results[1]

"""Alchemicus as the referee sees it: every question goes to the module of the phase it is about."""

from itertools import islice
from typing import ClassVar, Final

from bessemer.engine import drafts
from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, asked_are, say
from bessemer.engine.game import Below, Decision, Game, Outcome, Seat, asked
from bessemer.engine.scripted import ScriptedGame
from bessemer.games.alchemicus import hidden, legal, scoring, setup
from bessemer.games.alchemicus.legal import ENTER, PHASES
from bessemer.games.alchemicus.moves import Move, Pass, canonical
from bessemer.games.alchemicus.notation import parse_move, write_move
from bessemer.games.alchemicus.options import (
    OPTION_LIST,
    SEATS,
    Options,
    read_options,
    write_options,
)
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.quick_samples import QUICK
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import State, View

_OVER: Final = Phase.OVER
_TOLD: Final = 10
"""The number of legal moves that a refusal names."""


class Alchemicus(ScriptedGame[Options, State, Move, View]):
    """The rules of Alchemicus; see `Game` for what each method promises."""

    name = "alchemicus"
    rules_version = 2
    seats = SEATS
    option_list = OPTION_LIST
    decision_kinds: ClassVar = tuple(phase.value for phase in PHASES)
    options: ClassVar = staticmethod(read_options)
    option_texts: ClassVar = staticmethod(write_options)
    script: ClassVar = staticmethod(legal.script)
    view: ClassVar = staticmethod(hidden.view)
    resample: ClassVar = staticmethod(hidden.resample)
    unseen: ClassVar = staticmethod(hidden.unseen)
    parse: ClassVar = staticmethod(parse_move)
    format: ClassVar = staticmethod(write_move)
    follow_up: ClassVar = staticmethod(scoring.follow_up)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        play = Play(setup.set_up(options, seats, chance))
        _advance(play)
        return play.state()

    def decisions(self, state: State) -> tuple[Decision, ...]:
        board = state.board
        return asked(board.phase, board.waiting)

    def sample_move(self, state: State, seat: Seat, below: Below) -> Move:
        board = state.board
        quick = QUICK.get(board.phase)
        move = quick(board, seat, state.hands[seat], below) if quick is not None else None
        return super().sample_move(state, seat, below) if move is None else move

    def default_move(self, state: State, seat: Seat) -> Move:
        return legal.default_move(hidden.view(state, seat))

    def canonical(self, view: View, move: Move) -> Move:  # noqa: ARG002 - the same in all views
        return canonical(move)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        board = state.board
        if seat not in board.waiting:
            raise IllegalMove(Code.NOT_ASKED, *asked_are(seat, board.waiting))
        phase = PHASES[board.phase]
        try:
            if type(move) not in phase.moves:
                raise _wrong_kind(board.phase, move)
            play = Play(state)
            phase.carry_out(play, seat, move)
        except Refused as refused:
            raise _illegal(state, seat, move, refused) from None
        _advance(play)
        return play.state()

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state.board)

    def standing(self, state: State) -> Outcome:
        return scoring.result_now(state.board)


ALCHEMICUS: Final[Game[Options, State, Move, View]] = Alchemicus()


def _advance(play: Play) -> None:
    """Go from phase to phase until somebody must decide, or the match is over."""
    while not play.waiting and play.phase is not _OVER:
        ENTER[play.phase](play)


def _wrong_kind(phase: Phase, move: Move) -> Refused:
    if isinstance(move, Pass):
        return Refused(Code.MUST_ACT, say("nobody can pass in the phase {phase}", phase=phase))
    text = write_move(move)[:80]
    return Refused(Code.WRONG_KIND, say("'{move}' is no answer to {phase}", move=text, phase=phase))


def _illegal(state: State, seat: Seat, move: Move, refused: Refused) -> IllegalMove:
    """The refusal with what would have been legal: moves of the same kind, if there are any."""
    view = hidden.view(state, seat)
    is_answer = type(move) in PHASES[state.board.phase].moves
    start = drafts.path_towards(ALCHEMICUS, view, move) if is_answer else ()
    # One more than are told: the first may be a pass.
    near = list(islice(drafts.moves(ALCHEMICUS, view, start), _TOLD + 1))
    alike = [other for other in near if type(other) is type(move)]
    told = tuple((alike or near)[:_TOLD])
    return IllegalMove(
        refused.code,
        refused.why,
        say("seat {seat} may for instance '{move}'", seat=seat, move=write_move(told[0])),
        part=refused.part,
        card=refused.card,
        missing=refused.missing,
        moves=told,
        write=write_move,
    )

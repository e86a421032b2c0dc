"""Brass as the referee sees it: every question goes to the module of the action it is about."""

from collections.abc import Iterator
from typing import ClassVar, Final

from bessemer.engine.chance import Chance
from bessemer.engine.game import Below, Decision, Game, Outcome, Seat, asked
from bessemer.engine.scripted import ScriptedGame
from bessemer.games.brass import hidden, legal, rounds, scoring, scripts, setup, table
from bessemer.games.brass.actions import sell_cotton
from bessemer.games.brass.board.tables import SEATS
from bessemer.games.brass.moves import DISTANT, Build, Move, Remove, Sell, Stop, parse_move
from bessemer.games.brass.options import OPTION_LIST, Options, read_options, write_options
from bessemer.games.brass.state import Board, Phase, State, View
from bessemer.games.brass.turn import Turn


class Brass(ScriptedGame[Options, State, Move, View]):
    """The rules of Brass; see `Game` for what each method promises."""

    name = "brass"
    rules_version = 2
    seats = SEATS
    option_list = OPTION_LIST
    decision_kinds: ClassVar = tuple(phase.value for phase, kinds in legal.ASKED.items() if kinds)
    options: ClassVar = staticmethod(read_options)
    option_texts: ClassVar = staticmethod(write_options)
    script: ClassVar = staticmethod(scripts.script)
    canonical: ClassVar = staticmethod(scripts.canonical)
    view: ClassVar = staticmethod(hidden.view)
    resample: ClassVar = staticmethod(hidden.resample)
    unseen: ClassVar = staticmethod(hidden.unseen)
    parse: ClassVar = staticmethod(parse_move)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:  # noqa: ARG002 - none
        return setup.set_up(seats, chance)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        board = state.board
        return asked(board.phase, board.waiting)

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        # Paths leave out that a rail's coal may come to its other end as well.
        for move in super().legal_moves(state, seat):
            yield from scripts.with_same_effect(state.board, seat, move)

    def sample_move(self, state: State, seat: Seat, below: Below) -> Move:
        return legal.sample_move(Turn(state.board, seat, state.hands[seat]), below)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        # A seat that is not asked may not even exist; `after` refuses it.
        hand = state.hands[seat] if seat in state.board.waiting else ()
        drawn = state.distant[0] if state.distant else None
        board = table.after(state.board, seat, hand, move, drawn)
        match move:
            case Build() if move.second_card:
                cards = tuple(sorted((move.card, move.second_card)))
                return rounds.played(state, board, seat, cards, 2)
            case Sell():
                return _sold(state, board, seat, move)
            case Stop():
                return rounds.played(state, board, seat, (), 1)
            case Remove():
                return rounds.with_turns(state, board)
            case _:
                return rounds.played(state, board, seat, (move.card,), 1)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state.board)

    def standing(self, state: State) -> Outcome:
        return scoring.result_now(state.board)


BRASS: Final[Game[Options, State, Move, View]] = Brass()


def _sold(state: State, board: Board, seat: Seat, move: Sell) -> State:
    """One mill sold; the seat is asked for the next if there is one, else the action is over."""
    is_first = state.board.phase is Phase.ACTION
    goes_on = True
    if move.buyer == DISTANT:
        state = state._replace(distant=state.distant[1:])
        goes_on = board.cotton < sell_cotton.CLOSED
    goes_on = goes_on and bool(sell_cotton.open_mills(board, seat))
    return rounds.played(state, board, seat, (move.card,) if is_first else (), 0 if goes_on else 1)

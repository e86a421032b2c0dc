"""Furnace as the referee sees it: every question goes to the module of the phase it is about."""

from typing import ClassVar, Final, assert_never

from bessemer.engine.chance import Chance
from bessemer.engine.game import Below, Decision, Game, Outcome, Seat, asked
from bessemer.engine.scripted import ScriptedGame
from bessemer.games.furnace import hidden, legal, moves, scoring, scripts, setup
from bessemer.games.furnace.legal import ASKED, not_asked
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.options import OPTION_LIST, SEATS, Options, read_options, write_options
from bessemer.games.furnace.phases import auction, compensation, simultaneous
from bessemer.games.furnace.state import Phase, State, View


class Furnace(ScriptedGame[Options, State, Move, View]):
    """The rules of Furnace; see `Game` for what each method promises."""

    name = "furnace"
    rules_version = 1
    seats = SEATS
    option_list = OPTION_LIST
    decision_kinds: ClassVar = tuple(phase.value for phase in ASKED)
    options: ClassVar = staticmethod(read_options)
    option_texts: ClassVar = staticmethod(write_options)
    script: ClassVar = staticmethod(scripts.script)
    canonical: ClassVar = staticmethod(scripts.canonical)
    view: ClassVar = staticmethod(hidden.view)
    resample: ClassVar = staticmethod(hidden.resample)
    unseen: ClassVar = staticmethod(hidden.unseen)
    parse: ClassVar = staticmethod(moves.parse_move)

    def setup(self, options: Options, seats: int, chance: Chance) -> State:
        return auction.begin(setup.set_up(options, seats, chance))

    def decisions(self, state: State) -> tuple[Decision, ...]:
        board = state.board
        return asked(board.phase, board.waiting)

    def sealed(self, state: State) -> tuple[Seat, ...]:
        if not any(state.sealed):
            return ()  # asked after every bid
        return tuple(Seat(seat) for seat, entry in enumerate(state.sealed) if entry)

    def sample_move(self, state: State, seat: Seat, below: Below) -> Move:
        return legal.sample_move(state.board, seat, below)

    def default_move(self, state: State, seat: Seat) -> Move:
        return legal.default_move(state.board, seat)

    def apply(self, state: State, seat: Seat, move: Move) -> State:
        board = state.board
        if seat not in board.waiting or type(move) is not ASKED[board.phase]:
            raise not_asked(board, seat, move)
        match move:
            case moves.Bid():
                state = auction.bid(state, seat, move)
            case moves.Compensation() | moves.ChainPlacement() | moves.ProductionPlan():
                player = simultaneous.player_after(state.board, seat, move)
                state = simultaneous.seal(state, seat, move, player)
            case _:
                assert_never(move)
        return state if state.board.waiting else _advance(state)

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state.board)

    def standing(self, state: State) -> Outcome:
        return scoring.result_now(state.board)


FURNACE: Final[Game[Options, State, Move, View]] = Furnace()


def _advance(state: State) -> State:
    """A round is an auction, its compensations, and production; go on until somebody must decide."""
    while not state.board.waiting:
        match state.board.phase:
            case Phase.BID:
                board = state.board
                board = board._replace(owed=compensation.claims(board.table, board.row))
                state = simultaneous.begin(state._replace(board=board), Phase.COMPENSATION)
            case Phase.COMPENSATION:
                state = compensation.settle(state)
                with_chain = state.board.table.options.chain
                state = simultaneous.begin(state, Phase.PLACEMENT if with_chain else Phase.PLAN)
            case Phase.PLACEMENT:
                state = simultaneous.begin(simultaneous.reveal(state), Phase.PLAN)
            case Phase.PLAN:
                state = scoring.end_round(simultaneous.reveal(state))
                if state.board.phase is not Phase.OVER:
                    state = auction.begin(state)
            case Phase.OVER:
                return state
            case _:
                assert_never(state.board.phase)
    return state

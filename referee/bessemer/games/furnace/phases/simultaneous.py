"""
Answers given at the same time: sealed until the last is in, then all take effect together.

Players do not interact in these phases, so what an answer makes of its player is known at once.
"""

from typing import assert_never

from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.phases import chain, compensation, production
from bessemer.games.furnace.state import Answer, Board, Phase, Player, Sealed, State, make, replaced


def asked(board: Board) -> tuple[Seat, ...]:
    """The seats that were asked when this phase began, whether or not the answer is in."""
    match board.phase:
        case Phase.COMPENSATION:
            return compensation.asked(board)
        case Phase.PLACEMENT:
            return chain.asked(board)
        case Phase.PLAN:
            return tuple(map(Seat, range(len(board.players))))
        case Phase.BID | Phase.OVER:
            return ()
        case _:
            assert_never(board.phase)


def begin(state: State, phase: Phase) -> State:
    """Ask everybody who has a choice in `phase`."""
    board = state.board._replace(phase=phase)
    return state._replace(board=board._replace(waiting=asked(board)))


def player_after(board: Board, seat: Seat, answer: Answer) -> Player:
    """
    What `answer` makes of the player at `seat`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    match answer:
        case ProductionPlan():
            return production.produced(board, seat, answer)
        case Compensation():
            return compensation.paid(board, seat, answer)
        case ChainPlacement():
            return chain.placed(board, seat, answer)
        case _:
            assert_never(answer)


def seal(state: State, seat: Seat, answer: Answer, player: Player) -> State:
    """Keep the legal `answer` of `seat` until the last is in."""
    board, pile, sealed, chance = state
    table, number, phase, first, before, *rest = board
    waiting = tuple([other for other in before if other != seat])
    sealed = replaced(sealed, seat, make(Sealed, (answer, player)))
    board = make(Board, (table, number, phase, first, waiting, *rest))
    return make(State, (board, pile, sealed, chance))


def reveal(state: State) -> State:
    """All answers of the phase take effect together."""
    pairs = zip(state.board.players, state.sealed, strict=True)
    players = tuple([player if entry is None else entry.player for player, entry in pairs])
    board = state.board._replace(players=players)
    return state._replace(board=board, sealed=(None,) * len(players))

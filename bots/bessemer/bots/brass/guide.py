"""What the search must know of Brass."""

from collections.abc import Hashable

from bessemer.bots.brass.prices import Weights, prices_at
from bessemer.bots.brass.quick import quick_move
from bessemer.bots.brass.worth import Worth
from bessemer.engine.game import Seat
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, State, View
from bessemer.sdk.brass import BrassView


class BrassGuide:
    """Quick seats play on to the end of a later round; a table is worth what `Worth` says."""

    def __init__(self, weights: Weights, rounds: int) -> None:
        self._weights = weights
        self._rounds = rounds

    def apply(self, state: State, seat: int, move: Move) -> State:
        """By the rules."""
        return BRASS.apply(state, Seat(seat), move)

    def waiting(self, state: State) -> int:
        """One seat at a time decides."""
        waiting = state.board.waiting
        return waiting[0] if waiting else -1

    def answer(self, state: State, seat: int) -> Move:
        """The best single action at a glance."""
        view = BrassView(View(Seat(seat), state.board, state.hands[seat]))
        return quick_move(view, self._weights)

    def key(self, state: State, seat: int) -> Hashable:
        """A seat's actions of a round; runs of sales differ with what is built."""
        board = state.board
        if board.phase is not Phase.ACTION:
            return None
        return board.era, board.round, seat, board.actions

    def ends(self, start: State, state: State, seat: int) -> bool:  # noqa: ARG002 - the same for all
        """After so many rounds, the one of `start` included."""
        return _rounds_played(state) - _rounds_played(start) >= self._rounds

    def values(self, state: State) -> list[float]:
        """Points, and before the end what may be expected."""
        board = state.board
        if board.phase is Phase.OVER:
            return [float(player.points) for player in board.players]
        prices = prices_at(board, self._weights)
        return [Worth(Seat(seat), prices).of(board) for seat in range(len(board.players))]


def _rounds_played(state: State) -> int:
    board = state.board
    rounds: int = SETTINGS[len(board.players)].rounds
    return board.round + (0 if board.era is Era.CANAL else rounds)

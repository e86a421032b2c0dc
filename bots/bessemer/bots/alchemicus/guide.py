"""What the search must know of Alchemicus."""

from collections.abc import Hashable
from typing import Final

from bessemer.bots.alchemicus.value import Weights, values
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.scoring import outcome
from bessemer.games.alchemicus.state import State, View
from bessemer.sdk.alchemicus import AlchemicusBot, AlchemicusView

_RANK: Final = 2.0
"""The worth of a better rank at the end, in Fame."""


class AlchemicusGuide:
    """Greedy seats play on for some turns; a table is worth what matches like it ended with."""

    def __init__(self, policy: AlchemicusBot, weights: Weights, turns: int) -> None:
        self._policy = policy
        self._weights = weights
        self._turns = turns

    def apply(self, state: State, seat: int, move: Move) -> State:
        """By the rules."""
        return ALCHEMICUS.apply(state, Seat(seat), move)

    def waiting(self, state: State) -> int:
        """One seat at a time decides."""
        waiting = state.board.waiting
        return waiting[0] if waiting else -1

    def answer(self, state: State, seat: int) -> Move:
        """What a greedy seat does."""
        view = View(Seat(seat), state.board, state.hands[seat], state.recalled[seat])
        move: Move = self._policy.decide(AlchemicusView(view))
        return move

    def key(self, state: State, seat: int) -> Hashable:
        """A step of a turn."""
        board = state.board
        return seat, _turns(state), board.phase

    def ends(self, start: State, state: State, seat: int) -> bool:  # noqa: ARG002 - the same for all
        """When everybody has had so many turns."""
        return _turns(state) - _turns(start) >= self._turns * len(state.board.players)

    def values(self, state: State) -> list[float]:
        """What similar tables led to; at the end Fame and the rank, in the Race who has won."""
        board = state.board
        result = outcome(board)
        if result is None:
            return values(state, self._weights)
        if board.table.options.race:
            return [float(score) for score in result.scores]
        return [fame - _RANK * rank for fame, rank in zip(result.scores, result.ranks, strict=True)]


def _turns(state: State) -> int:
    return sum([player.turns for player in state.board.players])

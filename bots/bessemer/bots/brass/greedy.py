"""
A simple bot for Brass: of the actions it can take in its turn, those that gain most.

What a table is worth is guessed in victory points (`bessemer.bots.brass.worth`): what is scored, what will
be as good as surely, income and money at prices that fall during the match. It looks no further
than the end of its turn, and never at what the others want.
"""

from typing import Final

from bessemer.bots.brass.actions import Sales
from bessemer.bots.brass.prices import USUAL, Weights, prices_at
from bessemer.bots.brass.turns import whole_turns
from bessemer.bots.brass.worth import Worth
from bessemer.games.brass.actions.debts import removed
from bessemer.games.brass.board.geography import SPACE_IDS, bits
from bessemer.games.brass.moves import Action, Remove, Sell, Stop
from bessemer.sdk.brass import BrassBot, BrassView

_TRIED: Final = 4
"""The number of first actions that are tried with what may follow them in the same turn."""


class GreedyBot(BrassBot):
    """Takes what gains most in its turn."""

    def __init__(self, weights: Weights = USUAL, tried: int = _TRIED) -> None:
        self._weights = weights
        self._tried = tried

    def action(self, view: BrassView) -> Action:
        """The action that gains most together with the best one after it, if there is one."""
        return whole_turns(view, self._weights, self._tried)[0].first

    def sale(self, view: BrassView) -> Sell | Stop:
        """The sale that gains most, while one gains."""
        sale = Sales(view, self._worth(view)).best(view.board)
        return sale.move if sale is not None and sale.gain > 0 else Stop()

    def shortfall(self, view: BrassView) -> Remove:
        """The tile without which the table is worth most."""
        worth = self._worth(view)
        removals = [Remove(SPACE_IDS[space]) for space in bits(view.board.players[view.seat].tiles)]
        return max(removals, key=lambda move: worth.of(removed(view.board, view.seat, move)))

    def _worth(self, view: BrassView) -> Worth:
        return Worth(view.seat, prices_at(view.board, self._weights))

"""
A simple bot for Brass: of the actions it can take in its turn, those that gain most.

What a table is worth is guessed in victory points (`bessemer.bots.brass.worth`): what is scored, what will
be as good as surely, income and money at prices that fall during the match. It looks no further
than the end of its turn, and never at what the others want.
"""

from typing import Final

from bessemer.bots.brass.actions import Actions, Option, Sales
from bessemer.bots.brass.prices import USUAL, Weights, prices_at
from bessemer.bots.brass.worth import Worth
from bessemer.games.brass.actions.debts import removed
from bessemer.games.brass.board.geography import SPACE_IDS, bits
from bessemer.games.brass.moves import Action, Remove, Sell, Stop
from bessemer.games.brass.state import View
from bessemer.sdk.brass import BrassBot, BrassView

_TRIED: Final = 4
"""The number of first actions that are tried with what may follow them in the same turn."""


class GreedyBot(BrassBot):
    """Takes what gains most in its turn."""

    def __init__(self, weights: Weights = USUAL) -> None:
        self._weights = weights

    def action(self, view: BrassView) -> Action:
        """The action that gains most together with the best one after it, if there is one."""
        options = self._options(view)
        if view.actions_left < 2:
            return options[0].move
        return max(options[:_TRIED], key=lambda option: self._turn_gain(view, option)).move

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

    def _options(self, view: BrassView) -> list[Option]:
        """Possible actions, what gains most first."""
        options = Actions(view, self._worth(view)).options()
        return sorted(options, key=lambda option: -option.gain)

    def _turn_gain(self, view: BrassView, first: Option) -> float:
        """The gain of an action together with the best one after it."""
        if len(first.cards) > 1:
            return first.gain
        hand = list(view.hand)
        hand.remove(first.cards[0])
        board = first.board._replace(actions=view.actions_left - 1)
        return first.gain + self._options(BrassView(View(view.seat, board, tuple(hand))))[0].gain

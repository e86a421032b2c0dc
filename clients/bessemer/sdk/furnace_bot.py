"""
A bot for Furnace: a class with one method for each kind of decision.

    class Cautious(FurnaceBot):
        def bid(self, view):
            return view.legal_bids()[0]
"""

from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
)
from bessemer.games.furnace.state import Phase
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.furnace_view import UNLIMITED, FurnaceView, Offer

__all__ = ["UNLIMITED", "FurnaceBot", "FurnaceView", "Offer"]


class FurnaceBot:
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    is_quick = False
    """
    Whether every decision takes less than about a millisecond.

    A quick bot is asked on the event loop; any other thinks on a thread of its own, so that it
    holds up nobody. The thread costs about 0.1 ms a decision.
    """

    def begin(self, match: MatchStart) -> None:
        """Called once, before the first decision, when the seat is taken."""

    def end(self, match: MatchEnd) -> None:
        """Called once, when the match is over."""

    def decide(self, view: FurnaceView) -> Move:
        """The move for whatever is asked."""
        match view.board.phase:
            case Phase.BID:
                return self.bid(view)
            case Phase.COMPENSATION:
                return self.compensation(view)
            case Phase.PLACEMENT:
                return self.place(view)
            case _:
                return self.plan(view)

    def bid(self, view: FurnaceView) -> Bid:
        """A disc on a card of the row."""
        move = view.default_move()
        assert isinstance(move, Bid)
        return move

    def compensation(self, view: FurnaceView) -> Compensation:
        """How often to use each compensation."""
        move = view.default_move()
        assert isinstance(move, Compensation)
        return move

    def place(self, view: FurnaceView) -> ChainPlacement:
        """The line of the chain variant, with the new cards in it."""
        move = view.default_move()
        assert isinstance(move, ChainPlacement)
        return move

    def plan(self, view: FurnaceView) -> ProductionPlan:
        """What the companies produce, in which order."""
        move = view.default_move()
        assert isinstance(move, ProductionPlan)
        return move

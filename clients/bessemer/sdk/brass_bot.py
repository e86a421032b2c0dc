"""
A bot for Brass: a class with one method for each kind of decision.

    class Borrower(BrassBot):
        def act(self, view):
            return next(view.legal_loans(), view.default_move())

The moves are in `bessemer.games.brass.moves`.
"""

from bessemer.games.brass.moves import Action, Move, Remove, Sell, Stop
from bessemer.games.brass.state import Phase
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.brass_view import UNLIMITED, BrassView

__all__ = ["UNLIMITED", "BrassBot", "BrassView"]


class BrassBot:
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    is_quick = False
    """Whether every decision takes less than about a millisecond: see `FurnaceBot`."""

    def begin(self, match: MatchStart) -> None:
        """Called once, before the first decision, when the seat is taken."""

    def end(self, match: MatchEnd) -> None:
        """Called once, when the match is over."""

    def decide(self, view: BrassView) -> Move:
        """The move for whatever is asked."""
        match view.board.phase:
            case Phase.ACTION:
                return self.act(view)
            case Phase.SALE:
                return self.sell_on(view)
            case _:
                return self.give_up(view)

    def act(self, view: BrassView) -> Action:
        """An action: build, link, develop, sell, borrow or pass."""
        move = view.default_move()
        assert isinstance(move, Action)
        return move

    def sell_on(self, view: BrassView) -> Sell | Stop:
        """The next mill of a sale and its buyer, or the end of the sale."""
        move = view.default_move()
        assert isinstance(move, Sell | Stop)
        return move

    def give_up(self, view: BrassView) -> Remove:
        """The tile to remove for a debt."""
        move = view.default_move()
        assert isinstance(move, Remove)
        return move

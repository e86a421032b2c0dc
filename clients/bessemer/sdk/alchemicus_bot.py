"""
A bot for Alchemicus: a class with one method for each kind of decision.

    class Generous(AlchemicusBot):
        def gifts(self, view):
            return Gift(view.hand[:5])

The moves are in `bessemer.games.alchemicus.moves`.
"""

from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.sdk.alchemicus_view import UNLIMITED, AlchemicusView
from bessemer.sdk.bot import MatchEnd, MatchStart

__all__ = ["UNLIMITED", "AlchemicusBot", "AlchemicusView"]


class AlchemicusBot:
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

    def decide(self, view: AlchemicusView) -> Move:  # noqa: C901, PLR0912 - one case a question
        """The move for whatever is asked."""
        match view.board.phase:
            case Phase.DRAW:
                return self.draw(view)
            case Phase.NOCTIS:
                return self.noctis(view)
            case Phase.DEFENCE:
                return self.defence(view)
            case Phase.MOVE:
                return self.move(view)
            case Phase.REWARD:
                return self.reward(view)
            case Phase.CLEARING:
                return self.clearing(view)
            case Phase.BUILD:
                return self.build(view)
            case Phase.SPIRIT:
                return self.spirit(view)
            case Phase.ACQUIRE:
                return self.acquire(view)
            case Phase.TRANSPORT:
                return self.transport(view)
            case Phase.TRANSMUTE:
                return self.transmute(view)
            case Phase.SALE:
                return self.sale(view)
            case Phase.BUY_BACK:
                return self.buy_back(view)
            case Phase.GIFTS:
                return self.gifts(view)
            case Phase.GLORIA:
                return self.gloria(view)
            case _:
                return self.hand_limit(view)

    # ------------------------------------------------------------------------- before the action

    def draw(self, view: AlchemicusView) -> Move:
        """Where the card that begins the turn comes from: `DrawBase`, `DrawBank`, `DrawNoctis`."""
        return view.default_move()

    def noctis(self, view: AlchemicusView) -> Move:
        """A Noctis card to play, or `Pass`; asked again after each."""
        return view.default_move()

    def defence(self, view: AlchemicusView) -> Move:
        """The answer to Infamia: `GiveGolem`, `GiveCards`, or `Pass` to suffer it."""
        return view.default_move()

    def move(self, view: AlchemicusView) -> Move:
        """How far the pawn goes, `Walk`, or in the first turn where it begins, `Place`."""
        return view.default_move()

    def reward(self, view: AlchemicusView) -> Move:
        """The deck of the card for passing the Spirit's field: `Reward`."""
        return view.default_move()

    def clearing(self, view: AlchemicusView) -> Move:
        """How many Infamia cards to get rid of in the Race: `ClearInfamia`, or `Pass`."""
        return view.default_move()

    # ------------------------------------------------------------------------- the field

    def build(self, view: AlchemicusView) -> Move:
        """A card to build, or `Pass`; asked again after each."""
        return view.default_move()

    def spirit(self, view: AlchemicusView) -> Move:
        """Where the Spirit goes, and whom it robs: `MoveSpirit`."""
        return view.default_move()

    def acquire(self, view: AlchemicusView) -> Move:
        """Whether the sources gain their goods: `Acquire`, or `Pass`."""
        return view.default_move()

    def transport(self, view: AlchemicusView) -> Move:
        """A good to carry, or `Pass`; asked again after each."""
        return view.default_move()

    def transmute(self, view: AlchemicusView) -> Move:
        """Whether the processors run: `Transmute`, or `Pass`."""
        return view.default_move()

    def sale(self, view: AlchemicusView) -> Move:
        """A good to sell, or `Pass`; asked again after each."""
        return view.default_move()

    def buy_back(self, view: AlchemicusView) -> Move:
        """Whether to buy what another sells, in the advanced sale: `BuyBack`, or `Pass`."""
        return view.default_move()

    def gifts(self, view: AlchemicusView) -> Move:
        """Whether to give five cards for a Fame: `Gift`, or `Pass`."""
        return view.default_move()

    # ------------------------------------------------------------------------- after the action

    def gloria(self, view: AlchemicusView) -> Move:
        """Whether to play a Gloria, if there is one: `PlayGloria`, or `Pass`."""
        return view.default_move()

    def hand_limit(self, view: AlchemicusView) -> Move:
        """What to discard of too many cards: `DiscardDown`."""
        return view.default_move()

"""
Alchemicus for bot authors: all that a bot of Alchemicus needs.

    from bessemer.alchemicus import Bot, Gift, Move, View, run

    class MyBot(Bot):
        def gifts(self, view: View) -> Move:
            return Gift(view.hand[:5])

    if __name__ == "__main__":
        run(MyBot)

A bot is a subclass of `Bot` with a method for each kind of decision, which says what moves answer
it; those that it leaves out do as little as may be. Each gets a `View` and returns a `Move`: any of
the moves below, such as `Walk(2)` or `Pass()`. `ALCHEMICUS` are the rules, for bots that search.
gRPC is not imported before `run` is called.
"""

from bessemer.engine.choices import Choice, Draft, Thing, Word
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import (
    Acquire,
    Banish,
    Build,
    BuyBack,
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawBase,
    DrawNoctis,
    FieldGolem,
    Gift,
    GiveCards,
    GiveGolem,
    Golem,
    Infamia,
    Move,
    MoveSpirit,
    Mutabilus,
    Pactum,
    Pass,
    Place,
    PlayGloria,
    Reward,
    Sell,
    Spiritus,
    Transmute,
    Transport,
    Undo,
    Walk,
)
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import (
    Board,
    Building,
    Hand,
    Lying,
    Offer,
    Player,
    Recalled,
    State,
)
from bessemer.sdk.alchemicus import AlchemicusBot as Bot
from bessemer.sdk.alchemicus import AlchemicusView as View
from bessemer.sdk.bot import MatchEnd, MatchStart, run
from bessemer.sdk.view import UNLIMITED

__all__ = [
    "ALCHEMICUS",
    "UNLIMITED",
    "Acquire",
    "Banish",
    "Board",
    "Bot",
    "Build",
    "Building",
    "BuyBack",
    "Choice",
    "ClearInfamia",
    "DiscardDown",
    "Draft",
    "DrawBank",
    "DrawBase",
    "DrawNoctis",
    "FieldGolem",
    "Gift",
    "GiveCards",
    "GiveGolem",
    "Golem",
    "Good",
    "Hand",
    "IllegalMove",
    "Infamia",
    "Kind",
    "Lying",
    "MatchEnd",
    "MatchStart",
    "Move",
    "MoveSpirit",
    "Mutabilus",
    "NotOffered",
    "Offer",
    "Options",
    "Pactum",
    "Pass",
    "Phase",
    "Place",
    "PlayGloria",
    "Player",
    "Recalled",
    "Reward",
    "Seat",
    "Sell",
    "Spiritus",
    "State",
    "Thing",
    "Transmute",
    "Transport",
    "Undo",
    "View",
    "Walk",
    "Word",
    "run",
]

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

# ruff: noqa: F403, F405 - `__all__` says what is public

from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import *
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
from bessemer.sdk import every_game
from bessemer.sdk.alchemicus import AlchemicusBot as Bot
from bessemer.sdk.alchemicus import AlchemicusView as View
from bessemer.sdk.every_game import *

__all__ = [
    "ALCHEMICUS",
    "Acquire",
    "Banish",
    "Board",
    "Bot",
    "Build",
    "Building",
    "BuyBack",
    "ClearInfamia",
    "DiscardDown",
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
    "Infamia",
    "Kind",
    "Lying",
    "Move",
    "MoveSpirit",
    "Mutabilus",
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
    "Sell",
    "Spiritus",
    "State",
    "Transmute",
    "Transport",
    "Undo",
    "View",
    "Walk",
]
__all__ += every_game.__all__

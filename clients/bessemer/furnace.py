"""
Furnace for bot authors: all that a bot of Furnace needs.

    from bessemer.furnace import Bid, Bot, View, run

    class MyBot(Bot):
        def bid(self, view: View) -> Bid:
            return view.legal_bids()[-1]

    if __name__ == "__main__":
        run(MyBot)

A bot is a subclass of `Bot` with a method for each kind of decision; those that it leaves out do as
little as may be. Each gets a `View` and returns a move: `bid` a `Bid`, `compensation` a
`Compensation`, `placement` a `ChainPlacement`, `plan` a `ProductionPlan` of `Step`s. `FURNACE` are
the rules, for bots that search. gRPC is not imported before `run` is called.
"""

# ruff: noqa: F403, F405 - `__all__` says what is public

from bessemer.games.furnace.deck import Capitalist, Company, Startup
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import *
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Claim, Disc, Phase, Player, State
from bessemer.sdk import every_game
from bessemer.sdk.every_game import *
from bessemer.sdk.furnace import FurnaceBot as Bot
from bessemer.sdk.furnace import FurnaceView as View
from bessemer.sdk.furnace import Offer
from bessemer.sdk.plan_draft import PlanDraft

__all__ = [
    "FURNACE",
    "Bid",
    "Board",
    "Bot",
    "Capitalist",
    "ChainPlacement",
    "Claim",
    "Company",
    "Compensation",
    "Disc",
    "Effect",
    "Move",
    "Offer",
    "Phase",
    "PlanDraft",
    "Player",
    "ProductionPlan",
    "Startup",
    "State",
    "Step",
    "Stock",
    "View",
]
__all__ += every_game.__all__

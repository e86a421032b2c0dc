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

from bessemer.engine.choices import Choice, Draft, Thing, Word
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist, Company, Startup
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Claim, Disc, Phase, Player, State
from bessemer.sdk.bot import MatchEnd, MatchStart, run
from bessemer.sdk.furnace import FurnaceBot as Bot
from bessemer.sdk.furnace import FurnaceView as View
from bessemer.sdk.furnace import Offer
from bessemer.sdk.plan_draft import PlanDraft
from bessemer.sdk.view import UNLIMITED

__all__ = [
    "FURNACE",
    "UNLIMITED",
    "Bid",
    "Board",
    "Bot",
    "Capitalist",
    "ChainPlacement",
    "Choice",
    "Claim",
    "Company",
    "Compensation",
    "Disc",
    "Draft",
    "Effect",
    "IllegalMove",
    "MatchEnd",
    "MatchStart",
    "Move",
    "NotOffered",
    "Offer",
    "Phase",
    "PlanDraft",
    "Player",
    "ProductionPlan",
    "Seat",
    "Startup",
    "State",
    "Step",
    "Stock",
    "Thing",
    "View",
    "Word",
    "run",
]

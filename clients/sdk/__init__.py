"""
The kit for bot authors: write a class, add a line that runs it.

    from clients.sdk import FurnaceBot, run

    class MyBot(FurnaceBot):
        def bid(self, view):
            return view.legal_bids()[-1]

    if __name__ == "__main__":
        run(MyBot)

Everything below is imported when it is first used, so a bot that is only tested, or trained, never
loads gRPC. `clients.sdk.testing` is a referee for tests, without a network. The moves here are those
of Furnace; those of Brass and Alchemicus are in `referee.games.brass.moves` and
`referee.games.alchemicus.moves`, as games call different things alike.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clients.sdk.alchemicus_bot import AlchemicusBot
    from clients.sdk.alchemicus_view import AlchemicusView
    from clients.sdk.bot import Bot, MatchEnd, MatchStart
    from clients.sdk.brass_bot import BrassBot
    from clients.sdk.brass_view import BrassView
    from clients.sdk.errors import BotFailed, ConnectionGone, MoveRefused, SeatError, SeatRefused
    from clients.sdk.furnace_bot import FurnaceBot
    from clients.sdk.furnace_view import FurnaceView, Offer
    from clients.sdk.matches import Seating, play_matches
    from clients.sdk.plan_draft import PlanDraft
    from clients.sdk.player import play_seat
    from clients.sdk.running import run
    from referee.games.furnace.moves import (
        Bid,
        ChainPlacement,
        Compensation,
        Move,
        ProductionPlan,
        Step,
    )

__all__ = [
    "AlchemicusBot",
    "AlchemicusView",
    "Bid",
    "Bot",
    "BotFailed",
    "BrassBot",
    "BrassView",
    "ChainPlacement",
    "Compensation",
    "ConnectionGone",
    "FurnaceBot",
    "FurnaceView",
    "MatchEnd",
    "MatchStart",
    "Move",
    "MoveRefused",
    "Offer",
    "PlanDraft",
    "ProductionPlan",
    "SeatError",
    "SeatRefused",
    "Seating",
    "Step",
    "play_matches",
    "play_seat",
    "run",
]

_MODULES: Final = {
    "clients.sdk.alchemicus_bot": ("AlchemicusBot",),
    "clients.sdk.alchemicus_view": ("AlchemicusView",),
    "clients.sdk.bot": ("Bot", "MatchEnd", "MatchStart"),
    "clients.sdk.brass_bot": ("BrassBot",),
    "clients.sdk.brass_view": ("BrassView",),
    "clients.sdk.errors": (
        "BotFailed",
        "ConnectionGone",
        "MoveRefused",
        "SeatError",
        "SeatRefused",
    ),
    "clients.sdk.furnace_bot": ("FurnaceBot",),
    "clients.sdk.furnace_view": ("FurnaceView", "Offer"),
    "clients.sdk.matches": ("Seating", "play_matches"),
    "clients.sdk.plan_draft": ("PlanDraft",),
    "clients.sdk.player": ("play_seat",),
    "clients.sdk.running": ("run",),
    "referee.games.furnace.moves": (
        "Bid",
        "ChainPlacement",
        "Compensation",
        "Move",
        "ProductionPlan",
        "Step",
    ),
}
_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """What is public here, imported from its module."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)

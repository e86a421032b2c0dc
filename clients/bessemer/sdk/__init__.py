"""
The kit for bot authors: write a class, add a line that runs it.

    from bessemer.sdk import FurnaceBot, run

    class MyBot(FurnaceBot):
        def bid(self, view):
            return view.legal_bids()[-1]

    if __name__ == "__main__":
        run(MyBot)

Everything below is imported when it is first used, so a bot that is only tested, or trained, never
loads gRPC. `bessemer.sdk.testing` is a referee for tests, without a network. The moves here are those
of Furnace; those of Brass and Alchemicus are in `bessemer.games.brass.moves` and
`bessemer.games.alchemicus.moves`, as games call different things alike.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bessemer.games.furnace.moves import (
        Bid,
        ChainPlacement,
        Compensation,
        Move,
        ProductionPlan,
        Step,
    )
    from bessemer.sdk.alchemicus_bot import AlchemicusBot
    from bessemer.sdk.alchemicus_view import AlchemicusView
    from bessemer.sdk.bot import Bot, MatchEnd, MatchStart
    from bessemer.sdk.brass_bot import BrassBot
    from bessemer.sdk.brass_view import BrassView
    from bessemer.sdk.errors import BotFailed, ConnectionGone, MoveRefused, SeatError, SeatRefused
    from bessemer.sdk.furnace_bot import FurnaceBot
    from bessemer.sdk.furnace_view import FurnaceView, Offer
    from bessemer.sdk.matches import SeatCredentials, play_matches
    from bessemer.sdk.plan_draft import PlanDraft
    from bessemer.sdk.running import run
    from bessemer.sdk.seat import play_seat

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
    "SeatCredentials",
    "SeatError",
    "SeatRefused",
    "Step",
    "play_matches",
    "play_seat",
    "run",
]

_MODULES: Final = {
    "bessemer.sdk.alchemicus_bot": ("AlchemicusBot",),
    "bessemer.sdk.alchemicus_view": ("AlchemicusView",),
    "bessemer.sdk.bot": ("Bot", "MatchEnd", "MatchStart"),
    "bessemer.sdk.brass_bot": ("BrassBot",),
    "bessemer.sdk.brass_view": ("BrassView",),
    "bessemer.sdk.errors": (
        "BotFailed",
        "ConnectionGone",
        "MoveRefused",
        "SeatError",
        "SeatRefused",
    ),
    "bessemer.sdk.furnace_bot": ("FurnaceBot",),
    "bessemer.sdk.furnace_view": ("FurnaceView", "Offer"),
    "bessemer.sdk.matches": ("SeatCredentials", "play_matches"),
    "bessemer.sdk.plan_draft": ("PlanDraft",),
    "bessemer.sdk.seat": ("play_seat",),
    "bessemer.sdk.running": ("run",),
    "bessemer.games.furnace.moves": (
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

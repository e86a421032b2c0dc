"""
Furnace for bot authors: everything that a bot of Furnace needs, and nothing else.

    from bessemer.furnace import Bot, View, run

Each name is imported when it is first used: a bot that is only tested never loads gRPC.
"""

from collections.abc import Callable, Sequence
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
    from bessemer.sdk.bot import MatchEnd
    from bessemer.sdk.furnace_bot import FurnaceBot as Bot
    from bessemer.sdk.furnace_view import FurnaceView as View

__all__ = [
    "Bid",
    "Bot",
    "ChainPlacement",
    "Compensation",
    "MatchEnd",
    "Move",
    "ProductionPlan",
    "Step",
    "View",
    "run",
]

_HOME: Final = {
    "Bot": ("bessemer.sdk.furnace_bot", "FurnaceBot"),
    "View": ("bessemer.sdk.furnace_view", "FurnaceView"),
    "MatchEnd": ("bessemer.sdk.bot", "MatchEnd"),
}


def run(new_bot: "Callable[[], Bot]", words: Sequence[str] | None = None) -> "list[MatchEnd]":
    """Play the seats that the environment or the command line name: see `bessemer.sdk.running`."""
    from bessemer.sdk import running  # noqa: PLC0415 - gRPC, when it is needed

    return running.run(new_bot, words)


def __getattr__(name: str) -> object:
    """What is public here, imported from its module."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, there = _HOME.get(name, ("bessemer.games.furnace.moves", name))
    return getattr(import_module(module), there)


def __dir__() -> list[str]:
    """For pydoc and completion."""
    return __all__

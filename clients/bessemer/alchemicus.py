"""
Alchemicus for bot authors: everything that a bot of Alchemicus needs, and nothing else.

    from bessemer.alchemicus import Bot, View, run

Each name is imported when it is first used: a bot that is only tested never loads gRPC.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
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
    from bessemer.sdk.alchemicus_bot import AlchemicusBot as Bot
    from bessemer.sdk.alchemicus_view import AlchemicusView as View
    from bessemer.sdk.bot import MatchEnd

__all__ = [
    "Acquire",
    "Banish",
    "Bot",
    "Build",
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
    "Infamia",
    "MatchEnd",
    "Move",
    "MoveSpirit",
    "Mutabilus",
    "Pactum",
    "Pass",
    "Place",
    "PlayGloria",
    "Reward",
    "Sell",
    "Spiritus",
    "Transmute",
    "Transport",
    "Undo",
    "View",
    "Walk",
    "run",
]

_HOME: Final = {
    "Bot": ("bessemer.sdk.alchemicus_bot", "AlchemicusBot"),
    "View": ("bessemer.sdk.alchemicus_view", "AlchemicusView"),
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
    module, there = _HOME.get(name, ("bessemer.games.alchemicus.moves", name))
    return getattr(import_module(module), there)


def __dir__() -> list[str]:
    """For pydoc and completion."""
    return __all__

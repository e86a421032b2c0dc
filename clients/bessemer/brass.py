"""
Brass for bot authors: everything that a bot of Brass needs, and nothing else.

    from bessemer.brass import Bot, View, run

Each name is imported when it is first used: a bot that is only tested never loads gRPC.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bessemer.games.brass.moves import (
        Build,
        Canal,
        Develop,
        Development,
        Loan,
        Move,
        Pass,
        Rail,
        Rails,
        Remove,
        Sell,
        Stop,
    )
    from bessemer.sdk.bot import MatchEnd
    from bessemer.sdk.brass_bot import BrassBot as Bot
    from bessemer.sdk.brass_view import BrassView as View

__all__ = [
    "Bot",
    "Build",
    "Canal",
    "Develop",
    "Development",
    "Loan",
    "MatchEnd",
    "Move",
    "Pass",
    "Rail",
    "Rails",
    "Remove",
    "Sell",
    "Stop",
    "View",
    "run",
]

_HOME: Final = {
    "Bot": ("bessemer.sdk.brass_bot", "BrassBot"),
    "View": ("bessemer.sdk.brass_view", "BrassView"),
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
    module, there = _HOME.get(name, ("bessemer.games.brass.moves", name))
    return getattr(import_module(module), there)


def __dir__() -> list[str]:
    """For pydoc and completion."""
    return __all__

"""
The kit that plays a bot, whatever the game: its contract, and the ways to run it.

A bot's own game is in `bessemer.furnace`, `bessemer.brass` or `bessemer.alchemicus`, which also have
`run`; `bessemer.testing` is a referee for tests. This is for programs that do more:

    from bessemer.sdk import (SeatCredentials, play_matches,)

    ends = await play_matches("127.0.0.1:7777", [SeatCredentials(match, seat, token)], MyBot)

Everything is imported when it is first used, so a bot that is only tested, or trained, never loads
gRPC.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bessemer.sdk.bot import Bot, MatchEnd, MatchStart, run
    from bessemer.sdk.connection.tls import Tls
    from bessemer.sdk.errors import BotFailed, ConnectionGone, MoveRefused, SeatError, SeatRefused
    from bessemer.sdk.seats.matches import SeatCredentials, play_matches
    from bessemer.sdk.seats.seat import play_seat

__all__ = [
    "Bot",
    "BotFailed",
    "ConnectionGone",
    "MatchEnd",
    "MatchStart",
    "MoveRefused",
    "SeatCredentials",
    "SeatError",
    "SeatRefused",
    "Tls",
    "play_matches",
    "play_seat",
    "run",
]

_HOMES: Final = ("bot", "errors", "seats.matches", "seats.seat", "connection.tls")
"""Where these names come from; the first needs no gRPC."""


def __getattr__(name: str) -> object:
    """A public name, imported from its module."""
    if name in __all__:
        for home in _HOMES:
            module = import_module(f"{__name__}.{home}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """For completion and `pydoc`, which do not see what is not imported yet."""
    return __all__

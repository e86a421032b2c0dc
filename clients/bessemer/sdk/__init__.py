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

_MODULES: Final = {
    "bot": ("Bot", "MatchEnd", "MatchStart", "run"),
    "errors": ("BotFailed", "ConnectionGone", "MoveRefused", "SeatError", "SeatRefused"),
    "seats.matches": ("SeatCredentials", "play_matches"),
    "seats.seat": ("play_seat",),
    "connection.tls": ("Tls",),
}
_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    """What is public here, imported from its module."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """For completion and `pydoc`, which do not see what is not imported yet."""
    return __all__

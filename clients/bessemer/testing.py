"""
A referee for the tests of a bot, without a network.

    from bessemer.furnace import View
    from bessemer.testing import FakeReferee, RandomBot, play, view_of

    match = FakeReferee(View, seed=7).play(MyBot(), RandomBot(), RandomBot())
    assert match.ranks[0] == 1
    match = play([MyBot, "greedy", "./old_bot.py"], game="furnace", seed=7)
    view = view_of("game.replay", turn=47)

It plays whole matches by the real rules of the game, and shows positions. Whatever a bot does wrong
is raised as a `BotFault`. gRPC is not imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from bessemer.sdk.offline.fake_referee import FakeReferee, PlayedMatch
from bessemer.sdk.offline.local_match import BotFault
from bessemer.sdk.offline.opponents import IdleBot, RandomBot

if TYPE_CHECKING:
    from bessemer.analysis.logged_views import view_of
    from bessemer.bots.in_process import play

__all__ = ["BotFault", "FakeReferee", "IdleBot", "PlayedMatch", "RandomBot", "play", "view_of"]


_HOMES: Final = {"play": "bessemer.bots.in_process", "view_of": "bessemer.analysis.logged_views"}
"""Loaded when they are asked for: they bring all shipped bots, and replays, along."""


def __getattr__(name: str) -> object:
    """A public name that is not imported yet."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """For completion and `pydoc`."""
    return __all__

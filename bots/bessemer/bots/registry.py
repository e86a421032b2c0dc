"""
The shipped bots by game and name.

A game's own are the `BOTS` of `bessemer.bots.<game>`; `random` and `idle` play every game. A bot's
module is imported when the first one of it is made: every command and every bot's process passes
here, and the strong ones bring much along.
"""

import random
from collections.abc import Mapping
from importlib import import_module
from math import inf
from typing import TYPE_CHECKING, Any, Final

from bessemer.bots.factory import LEVELS, Factory, factory
from bessemer.bots.own import is_file_name, own_bot
from bessemer.engine.catalogue import NAMES as GAMES
from bessemer.faces.lessons import PARTNER
from bessemer.sdk.bot import Bot
from bessemer.sdk.program.bot_checks import UnusableBot
from bessemer.sdk.view import AnyView, view_class
from bessemer.suggestions import did_you_mean

if TYPE_CHECKING:
    from bessemer.engine.catalogue import AnyGame


class NoSuchBot(Exception):
    """Nobody of this name plays the game."""


_ANY_GAME: Final[Mapping[str, Factory]] = {
    "random": factory("bessemer.sdk.offline.opponents", "RandomBot"),
    "idle": factory("bessemer.sdk.offline.opponents", "IdleBot", draws=False),
}

BOTS: Final[Mapping[str, Mapping[str, Factory]]] = {
    game: {
        **import_module(f"bessemer.bots.{game}").BOTS,
        **_ANY_GAME,
        **import_module(f"bessemer.bots.{game}").LEVELS,
    }
    for game in GAMES
}
"""The shipped bots by game and name: the strongest first, and at the end the levels for people."""

_UNLISTED: Final[Mapping[str, Factory]] = {
    PARTNER: factory("bessemer.bots.lesson_partner", "LessonPartner"),
}

NAMES: Final = tuple(
    dict.fromkeys([*(name for bots in BOTS.values() for name in bots), *_UNLISTED])
)
"""The names of all of them; not everybody plays every game."""


def own_names(game: str) -> list[str]:
    """The bots that the game lists under names of their own, the strongest first: a level is one of them, or weaker."""
    return [name for name in BOTS.get(game, ()) if name not in LEVELS]


def names_by_game() -> str:
    """The names as a phrase for people: `furnace: greedy, random; brass: …; by level: easy, …`."""
    by_game = (f"{game}: {', '.join(own_names(game))}" for game in BOTS)
    return "; ".join((*by_game, f"by level: {', '.join(LEVELS)}"))


def new_bot(game: str, name: str, rng: random.Random) -> Bot:
    """
    A bot for one seat of one match: a shipped one, or your own from its file, `./my_bot.py`.

    Raises:
        NoSuchBot: nobody of this name plays `game`; or why the file has no such bot.
    """
    if is_file_name(name):
        try:
            return own_bot(game, name, rng)
        except UnusableBot as error:
            raise NoSuchBot(str(error)) from error.__cause__
    listed = BOTS.get(game, _ANY_GAME)
    playing = {**listed, **_UNLISTED}
    if name not in playing:
        hint = did_you_mean(name, listed) or (
            f": the shipped bots are {', '.join(listed)}; a bot of your own is a file, such as "
            "./my_bot.py"
        )
        raise NoSuchBot(f"no bot {name!r} plays {game}{hint}")
    return playing[name](rng)


def seen(game: "AnyGame", view: Any, clock: float = inf) -> AnyView:  # noqa: ANN401 - any game's
    """The view that a bot is shown; by default no clock runs."""
    return view_class(game.name)(view, clock)

"""How a shipped bot is named and made: its module is imported when the first one of it is."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Final

from bessemer.sdk.bot import Bot

Factory = Callable[[random.Random], Bot]

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The names by which people choose an opponent, in every game."""


def factory(module: str, name: str, *, draws: bool = True) -> Factory:
    """Makes bots by the class or function `name` of `module`; `draws` if it takes a source of luck."""

    def new_bot(rng: random.Random) -> Bot:
        bot: Bot = getattr(import_module(module), name)(*((rng,) if draws else ()))
        return bot

    return new_bot

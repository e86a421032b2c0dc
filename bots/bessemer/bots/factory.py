"""How a shipped bot is named and made: its module is imported when the first one of it is."""

import random
from collections.abc import Callable
from importlib import import_module

from bessemer.sdk.bot import Bot

Factory = Callable[[random.Random], Bot]


def factory(module: str, name: str, *, draws: bool = True) -> Factory:
    """Makes bots of the class `name` of `module`; `draws` if they take a source of luck."""

    def new_bot(rng: random.Random) -> Bot:
        bot: Bot = getattr(import_module(module), name)(*((rng,) if draws else ()))
        return bot

    return new_bot

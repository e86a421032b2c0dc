"""A bot that plays any game: the view itself says what is legal."""

import random

from bessemer.sdk.codecs import BotView


class RandomBot:
    """Plays anything legal."""

    is_quick = True

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def decide(self, view: BotView) -> object:
        return view.sample_move(self._below)

    def _below(self, n: int) -> int:
        return int(self._random() * n)  # a third of the time of `randrange`

"""A bot for Brass that plays as a person does who is still learning: see `bessemer.bots.attention`."""

import random
from typing import Final

from bessemer.bots.attention import Attention, Skill
from bessemer.bots.brass.actions import Option
from bessemer.bots.brass.greedy import GreedyBot
from bessemer.bots.brass.prices import USUAL, Weights
from bessemer.bots.brass.turns import options
from bessemer.games.brass.moves import Action, Build
from bessemer.sdk.brass import BrassView

_NOVICE: Final = USUAL._replace(stacks=0.3, need=0.1)
"""A novice thinks little of the tiles and the money that later actions need."""


class CasualBot(GreedyBot):
    """One action at a time, of those that it notices."""

    def __init__(self, rng: random.Random, skill: Skill, weights: Weights = USUAL) -> None:
        super().__init__(weights)
        self._attention = Attention(skill, rng)

    def action(self, view: BrassView) -> Action:
        """The action that it likes best."""
        noticed = self._attention.noticed(options(view, self._weights))
        return max(noticed, key=self._felt).move

    def _felt(self, option: Option) -> float:
        move = option.move
        kind = move.industry if isinstance(move, Build) else type(move).__name__
        return self._attention.felt(kind, option.gain)


def easy(rng: random.Random) -> CasualBot:
    """A first match."""
    return CasualBot(rng, Skill(notices=0.12, misjudges=0.6), _NOVICE)


def medium(rng: random.Random) -> CasualBot:
    """Some matches later."""
    return CasualBot(rng, Skill(notices=0.4, misjudges=0.3))

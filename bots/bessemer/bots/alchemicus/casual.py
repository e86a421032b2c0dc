"""A bot for Alchemicus that plays as a person does who is still learning: see `bessemer.bots.attention`."""

import random

from bessemer.bots.alchemicus.builds import builds
from bessemer.bots.alchemicus.greedy import GreedyBot
from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.travel import ways
from bessemer.bots.attention import Attention, Skill
from bessemer.games.alchemicus.moves import Build, Move, Pass
from bessemer.sdk.alchemicus import AlchemicusView


class CasualBot(GreedyBot):
    """It looks one or two turns ahead, at the ways and buildings that it notices."""

    def __init__(self, rng: random.Random, skill: Skill, depth: int) -> None:
        super().__init__(rng, depth)
        self._attention = Attention(skill, rng)

    def move(self, view: AlchemicusView) -> Move:
        """To where it likes best to go."""
        found = list(ways(view, Purse(view), self._depth).items())
        return max(self._attention.noticed(found), key=lambda way: way[1])[0]

    def build(self, view: AlchemicusView) -> Move:
        """The building that it likes best, if it gains."""
        found: list[tuple[Build | Pass, float]] = [(Pass(), 0.0), *builds(view, Purse(view))]

        def felt(one: tuple[Build | Pass, float]) -> float:
            move, gain = one
            return self._attention.felt(move.card, gain) if isinstance(move, Build) else gain

        return max(self._attention.noticed(found), key=felt)[0]


def easy(rng: random.Random) -> CasualBot:
    """A first match."""
    return CasualBot(rng, Skill(notices=0.5, misjudges=0.6), depth=1)


def medium(rng: random.Random) -> CasualBot:
    """Some matches later."""
    return CasualBot(rng, Skill(notices=0.75, misjudges=0.3), depth=2)

"""What a bot is, and the shipped ones by name."""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from bots.anything import AnyGameBot, RandomFurnaceBot
from bots.greedy import GreedyBot
from bots.magnate import MagnateBot
from bots.planner import PlannerBot
from bots.search import SearchBot
from clients.sdk.furnace_bot import FurnaceView
from referee.games.catalogue import AnyGame
from referee.games.furnace.rules import FURNACE


class Bot(Protocol):
    """A player of one match."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for; Furnace's is a `FurnaceView`."""


def random_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Plays anything legal."""
    if game.name == FURNACE.name:
        return RandomFurnaceBot(rng)
    return AnyGameBot(game, rng, lambda state, seat: game.sample_move(state, seat, rng.randrange))


def idle_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Does as little as the rules permit: what the referee plays for a seat that never answers."""
    return AnyGameBot(game, rng, game.default_move)


def seen(game: AnyGame, view: Any) -> Any:  # noqa: ANN401 - views are the game's own
    """What a bot is shown where no clock runs: Furnace's views come with helpers."""
    return FurnaceView(view) if game.name == FURNACE.name else view


BOTS: Final[Mapping[str, Callable[[AnyGame, random.Random], Bot]]] = {
    "magnate": lambda _, rng: MagnateBot(rng),
    "search": lambda _, rng: SearchBot(rng),
    "planner": lambda _, __: PlannerBot(),
    "greedy": lambda _, __: GreedyBot(),
    "random": random_bot,
    "idle": idle_bot,
}
"""The shipped bots by name, the strongest first."""

"""
What a bot is, and the shipped ones by name.

Each bot's module is imported when the first one of it is made: every command and every bot's process
passes here, and the strong ones bring much along.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from referee.games.catalogue import AnyGame

_FURNACE: Final = "furnace"


class Bot(Protocol):
    """A player of one match."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for; Furnace's is a `FurnaceView`."""


def random_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Plays anything legal."""
    from bots.anything import AnyGameBot, RandomFurnaceBot

    if game.name == _FURNACE:
        return RandomFurnaceBot(rng)
    return AnyGameBot(game, rng, lambda state, seat: game.sample_move(state, seat, rng.randrange))


def idle_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Does as little as the rules permit: what the referee plays for a seat that never answers."""
    from bots.anything import AnyGameBot

    return AnyGameBot(game, rng, game.default_move)


def greedy_bot(_: AnyGame, __: random.Random) -> Bot:
    """Values cards one at a time."""
    from bots.greedy import GreedyBot

    return GreedyBot()


def planner_bot(_: AnyGame, __: random.Random) -> Bot:
    """Bids like greedy and produces exactly."""
    from bots.planner import PlannerBot

    return PlannerBot()


def search_bot(_: AnyGame, rng: random.Random) -> Bot:
    """Looks ahead through the auction."""
    from bots.search import SearchBot

    return SearchBot(rng)


def magnate_bot(_: AnyGame, rng: random.Random) -> Bot:
    """Looks ahead by tuned forecasts."""
    from bots.magnate import MagnateBot

    return MagnateBot(rng)


def seen(game: AnyGame, view: Any) -> Any:  # noqa: ANN401 - views are the game's own
    """What a bot is shown where no clock runs: Furnace's views come with helpers."""
    from clients.sdk.furnace_bot import FurnaceView

    return FurnaceView(view) if game.name == _FURNACE else view


BOTS: Final[Mapping[str, Callable[[AnyGame, random.Random], Bot]]] = {
    "magnate": magnate_bot,
    "search": search_bot,
    "planner": planner_bot,
    "greedy": greedy_bot,
    "random": random_bot,
    "idle": idle_bot,
}
"""The shipped bots by name, the strongest first."""

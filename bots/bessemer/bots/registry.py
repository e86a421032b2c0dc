"""
What a bot is, and the shipped ones by name.

Each bot's module is imported when the first one of it is made: every command and every bot's process
passes here, and the strong ones bring much along.
"""

import math
import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from bessemer.engine.catalogue import AnyGame


class Bot(Protocol):
    """A player of one match."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for: a `FurnaceView`, or another game's."""


class NoSuchBot(Exception):
    """Nobody of this name plays the game."""


Factory = Callable[[random.Random], Bot]


def _made(module: str, name: str, *, by_chance: bool = True) -> Factory:
    """Makes bots of a class; `by_chance` if they draw lots."""

    def make(rng: random.Random) -> Bot:
        bot: Bot = getattr(import_module(module), name)(*((rng,) if by_chance else ()))
        return bot

    return make


_ANY_GAME: Final = {
    "random": _made("bessemer.bots.any_game", "RandomBot"),
    "idle": _made("bessemer.sdk.opponents", "IdleBot", by_chance=False),
}

BOTS: Final[Mapping[str, Mapping[str, Factory]]] = {
    "furnace": {
        "magnate": _made("bessemer.bots.furnace.magnate", "MagnateBot"),
        "search": _made("bessemer.bots.furnace.search", "SearchBot"),
        "planner": _made("bessemer.bots.furnace.planner", "PlannerBot", by_chance=False),
        "greedy": _made("bessemer.bots.furnace.greedy", "GreedyBot", by_chance=False),
        **_ANY_GAME,
    },
    "brass": {
        "greedy": _made("bessemer.bots.brass.greedy", "GreedyBot", by_chance=False),
        **_ANY_GAME,
    },
    "alchemicus": {"greedy": _made("bessemer.bots.alchemicus.greedy", "GreedyBot"), **_ANY_GAME},
}
"""The shipped bots by game and name, the strongest first."""

NAMES: Final = tuple(dict.fromkeys(name for bots in BOTS.values() for name in bots))
"""The names of all of them; not everybody plays every game."""

_VIEWS: Final = {
    "furnace": ("bessemer.sdk.furnace_view", "FurnaceView"),
    "brass": ("bessemer.sdk.brass_view", "BrassView"),
    "alchemicus": ("bessemer.sdk.alchemicus_view", "AlchemicusView"),
}


def new_bot(game: str, name: str, rng: random.Random) -> Bot:
    """
    A shipped bot for one seat of one match.

    Raises:
        NoSuchBot: nobody of this name plays `game`.
    """
    playing = BOTS.get(game, _ANY_GAME)
    if name not in playing:
        raise NoSuchBot(f"{name} does not play {game}; {', '.join(playing)} do")
    return playing[name](rng)


def seen(game: "AnyGame", view: Any, clock: float = math.inf) -> Any:  # noqa: ANN401 - views are the game's own
    """What a bot is shown, with so many seconds on its clock."""
    module, name = _VIEWS[game.name]
    return getattr(import_module(module), name)(view, clock)

"""
What a bot is: it sees a view and answers with a move.

Bots that play any game ask the game itself what is legal, through a state that looks like their
view; whatever that state makes up about hidden things, the legal moves are the real ones.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from bots import greedy
from referee.games.catalogue import AnyGame
from referee.games.chance import Chance
from referee.games.game import Seat

Choose = Callable[[Any, Seat], Any]


class Bot(Protocol):
    """A player of one match."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for."""


class AnyGameBot:
    """Plays any game: `choose` picks a move of a seat in a state that looks like its view."""

    def __init__(self, game: AnyGame, rng: random.Random, choose: Choose) -> None:
        self._game = game
        self._rng = rng
        self._choose = choose

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        state = self._game.resample(view, Chance(self._rng.randbytes(8)))
        return self._choose(state, Seat(view.seat))


def random_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Plays anything legal."""
    return AnyGameBot(game, rng, lambda state, seat: game.sample_move(state, seat, rng.randrange))


def idle_bot(game: AnyGame, rng: random.Random) -> Bot:
    """Does as little as the rules permit: what the referee plays for a seat that never answers."""
    return AnyGameBot(game, rng, game.default_move)


BOTS: Final[Mapping[str, Callable[[AnyGame, random.Random], Bot]]] = {
    "greedy": lambda _, rng: greedy.GreedyBot(rng, plans=64),
    "hasty": lambda _, rng: greedy.GreedyBot(rng, plans=4),
    "random": random_bot,
    "idle": idle_bot,
}
"""The shipped bots by name."""

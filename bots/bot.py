"""
What a bot is: it sees a view and answers with a move.

Bots that play any game ask the game itself what is legal, through a state that looks like their
view; whatever that state makes up about hidden things, the legal moves are the real ones.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from bots import greedy
from referee.games.chance import Chance
from referee.games.game import Game, Seat

AnyGame = Game[Any, Any, Any, Any]


class Bot(Protocol):
    """A player of one match."""

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for."""


class RandomBot:
    """Plays anything legal."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self._game = game
        self._rng = rng

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        state = self._game.resample(view, Chance(self._rng.randbytes(8)))
        return self._game.sample_move(state, Seat(view.seat), self._rng.randrange)


class IdleBot:
    """Does as little as the rules permit: what the referee plays for a seat that never answers."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self._game = game
        self._rng = rng

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        state = self._game.resample(view, Chance(self._rng.randbytes(8)))
        return self._game.default_move(state, Seat(view.seat))


BOTS: Final[Mapping[str, Callable[[AnyGame, random.Random], Bot]]] = {
    "greedy": lambda _, rng: greedy.GreedyBot(rng, plans=64),
    "hasty": lambda _, rng: greedy.GreedyBot(rng, plans=4),
    "random": RandomBot,
    "idle": IdleBot,
}
"""The shipped bots by name."""

"""
Bots that play any game: they ask the game itself what is legal.

They do so through a state that looks like their view; whatever that state makes up about hidden
things, the legal moves are the real ones.
"""

import random
from collections.abc import Callable
from typing import Any

from clients.sdk.furnace_bot import FurnaceBot, FurnaceView
from referee.games.catalogue import AnyGame
from referee.games.chance import Chance
from referee.games.furnace.choices import sample_move
from referee.games.furnace.moves import Move
from referee.games.game import Seat

Choose = Callable[[Any, Seat], Any]


class AnyGameBot:
    """`choose` picks a move of a seat in a state that looks like its view."""

    is_quick = True

    def __init__(self, game: AnyGame, rng: random.Random, choose: Choose) -> None:
        self._game = game
        self._rng = rng
        self._choose = choose

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        state = self._game.resample(view, Chance(self._rng.randbytes(8)))
        return self._choose(state, Seat(view.seat))


class RandomFurnaceBot(FurnaceBot):
    """Plays anything legal; a board of Furnace says by itself what that is, without a state."""

    is_quick = True

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random

    def decide(self, view: FurnaceView) -> Move:
        return sample_move(view.board, view.seat, self._below)

    def _below(self, n: int) -> int:
        return int(self._random() * n)  # a third of the time of `randrange`

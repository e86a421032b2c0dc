"""The other players of a guided match: they make the moves that it was prepared with, then play on as `greedy`."""

import random
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

from bessemer.bots.factory import Factory
from bessemer.faces.lessons import course_of
from bessemer.sdk.bot import Bot, BotBase, MatchStart
from bessemer.sdk.offline.opponents import RandomBot
from bessemer.sdk.view import AnyView

AFTERWARDS: Final = "greedy"
"""What it plays like when nothing is prepared any longer: a new player's usual opponent."""


class LessonPartner:
    """Plays one seat of a lesson; it goes its own way after the lesson, or where the learner has."""

    runs_inline = True

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._otherwise: Bot = RandomBot(rng)
        self._prepared = list[str]()

    def begin(self, match: MatchStart) -> None:
        """Take the replies of this seat; the learner has seat 0."""
        self._prepared = list(course_of(match.game, match.options).replies[match.seat - 1])
        shipped: Mapping[str, Factory] = import_module(f"bessemer.bots.{match.game}").BOTS
        if AFTERWARDS in shipped:
            self._otherwise = shipped[AFTERWARDS](self._rng)
            if isinstance(self._otherwise, BotBase):
                self._otherwise.begin(match)

    def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """The next prepared move, if it is legal."""
        if self._prepared:
            move = view.game.parse(self._prepared.pop(0))
            if view.why_illegal(move) is None:
                return move
            self._prepared = []  # the learner has gone another way
        return self._otherwise.decide(view)

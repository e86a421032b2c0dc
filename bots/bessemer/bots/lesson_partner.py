"""The other players of a guided first match: they make the moves that the lesson was prepared with."""

import random
from typing import Any

from bessemer.faces.lessons import course_of
from bessemer.sdk.bot import MatchStart
from bessemer.sdk.offline.opponents import RandomBot
from bessemer.sdk.view import AnyView


class LessonPartner:
    """Plays one seat of a lesson; where the learner made a prepared move impossible, it plays at random."""

    runs_inline = True

    def __init__(self, rng: random.Random) -> None:
        self._otherwise = RandomBot(rng)
        self._prepared = list[str]()

    def begin(self, match: MatchStart) -> None:
        """Take the replies of this seat; the learner has seat 0."""
        self._prepared = list(course_of(match.game).replies[match.seat - 1])

    def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's
        """The next prepared move, if it is legal."""
        if self._prepared:
            move = view.game.parse(self._prepared.pop(0))
            if view.why_illegal(move) is None:
                return move
        return self._otherwise.decide(view)

"""A bot that takes its time is the same bot otherwise."""

import random

from bessemer.bots.lesson_partner import LessonPartner
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.offline.opponents import IdleBot
from bessemer.sdk.program.slowed_bot import paced

_START = MatchStart("", "furnace", 1, ("", ""), {})
_END = MatchEnd("", 1, (1, 2), (9, 3), "", ())


class _Listening(IdleBot):
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.told = list[object]()

    def begin(self, match: MatchStart) -> None:
        """A match begins."""
        self.told.append(match)

    def end(self, match: MatchEnd) -> None:
        """It is over."""
        self.told.append(match)


def test_it_hears_of_its_match() -> None:
    """A match begins and ends for it as for any other bot; one that does not listen is told nothing."""
    bot = _Listening()
    for slow in (paced(bot, 0.01), paced(LessonPartner(random.Random()), 0.01)):
        slow.begin(_START)  # type: ignore[attr-defined]
        slow.end(_END)  # type: ignore[attr-defined]

    assert bot.told == [_START, _END]

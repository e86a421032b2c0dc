"""What a program would do: the strongest of the shipped bots is asked."""

import random
from typing import Final

from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import View
from bessemer.terminal.face import Suggestion

_SEED: Final = 0


def suggest(view: View) -> Suggestion:
    """A good move for the view's seat, and a word about it."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    adviser = next(iter(BOTS[ALCHEMICUS.name]))
    bot = new_bot(ALCHEMICUS.name, adviser, random.Random(_SEED))  # noqa: S311 - no secret
    return Suggestion(bot.decide(seen(ALCHEMICUS, view)), f"what the bot {adviser!r} would do")

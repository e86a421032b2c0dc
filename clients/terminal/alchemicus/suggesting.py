"""What a program would do: the strongest of the shipped bots is asked."""

import random
from typing import Final

from bots.bot import BOTS, new_bot, seen
from clients.terminal.face import Suggestion
from referee.games.alchemicus.rules import ALCHEMICUS
from referee.games.alchemicus.state import View

_SEED: Final = 0


def suggest(view: View) -> Suggestion:
    """A good move for the view's seat, and a word about it."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    adviser = next(iter(BOTS[ALCHEMICUS.name]))
    bot = new_bot(ALCHEMICUS.name, adviser, random.Random(_SEED))  # noqa: S311 - no secret
    return Suggestion(bot.decide(seen(ALCHEMICUS, view)), f"what the bot {adviser!r} would do")

"""What a program would do: the strongest bot that plays Brass."""

import random

from bessemer.bots.registry import BOTS, new_bot
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import View
from bessemer.sdk.brass import BrassView
from bessemer.terminal.face import Suggestion

# A bot spends a small share of its clock on one decision.
_SHARES = 25


def suggest(view: View, seconds: float) -> Suggestion:
    """A good move for the view's seat, and a word about it."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    adviser = next(iter(BOTS[BRASS.name]))
    bot = new_bot(BRASS.name, adviser, random.Random(0))  # noqa: S311 - no secret
    move = bot.decide(BrassView(view, seconds * _SHARES))
    return Suggestion(move, f"what the bot {adviser!r} would do")

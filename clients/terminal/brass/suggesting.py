"""What a program would do: the strongest bot that plays Brass."""

import random

from bots.bot import BOTS, new_bot
from clients.sdk.brass_view import BrassView
from clients.terminal.face import Suggestion
from referee.games.brass.rules import BRASS
from referee.games.brass.state import View

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

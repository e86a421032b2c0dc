"""What a shipped bot would do, for people who ask for a suggestion."""

import random
from typing import Any, Final

from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.engine.catalogue import GAMES
from bessemer.faces.language import tr
from bessemer.table.answers.drafts import Suggestion

_SEED: Final = 0
_SHARES: Final = 25
"""A bot spends a small share of its clock on one decision."""


def bot_suggestion(
    game: str,
    view: Any,  # noqa: ANN401 - any game's
    seconds: float,
    adviser: str = "",
) -> Suggestion:
    """What a bot, the first of its game if none is named, would do in the place of the view's seat."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    adviser = adviser or next(iter(BOTS[game]))
    bot = new_bot(game, adviser, random.Random(_SEED))  # noqa: S311 - a bot's guesses are no secret
    move = bot.decide(seen(GAMES[game], view, seconds * _SHARES))
    return Suggestion(move, tr("what the bot {bot} would do", bot=repr(adviser)))

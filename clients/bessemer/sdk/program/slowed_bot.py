"""A bot that takes its time, for people who watch."""

import asyncio
import inspect
from typing import Any

from bessemer.sdk.bot import Bot, MatchEnd, MatchStart
from bessemer.sdk.seats.executor import runs_inline


class PacedBot:
    """Answers as another bot does, but not before some seconds have passed."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        self._bot = bot
        self._seconds = seconds
        self.runs_inline = True

    def begin(self, match: MatchStart) -> Any:  # noqa: ANN401 - the other bot's
        """Tell the other bot, if it listens."""
        told = getattr(self._bot, "begin", None)
        return None if told is None else told(match)

    def end(self, match: MatchEnd) -> Any:  # noqa: ANN401 - the other bot's
        """Tell the other bot, if it listens."""
        told = getattr(self._bot, "end", None)
        return None if told is None else told(match)

    async def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """The other bot's move."""
        pause = asyncio.create_task(asyncio.sleep(self._seconds))
        if runs_inline(self._bot):
            move = self._bot.decide(view)
        else:
            move = await asyncio.to_thread(self._bot.decide, view)
        if inspect.isawaitable(move):
            move = await move
        await pause
        return move


def paced(bot: Bot, seconds: float) -> Bot:
    """The bot, made to take at least this long for each move; itself for 0."""
    return PacedBot(bot, seconds) if seconds else bot

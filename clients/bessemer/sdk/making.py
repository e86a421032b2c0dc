"""Making the bot for a seat, and telling its author in a sentence why that is impossible."""

from collections.abc import Callable

from bessemer.engine.catalogue import NAMES
from bessemer.sdk.bot import Bot


class UnusableBot(Exception):
    """A bot that cannot be made, or not for this game; the message says why."""


def make_bot(new_bot: Callable[[], Bot]) -> Bot:
    """
    The bot for one seat.

    Raises:
        UnusableBot: it cannot be made, or what was made cannot decide.
    """
    name = getattr(new_bot, "__name__", type(new_bot).__name__)
    try:
        bot = new_bot()
    except Exception as error:
        raise UnusableBot(
            f"{name} cannot be made: it raised {type(error).__name__}: {error}"
        ) from error
    if not callable(getattr(bot, "decide", None)):
        raise UnusableBot(f"{name} made {bot!r:.80}, which is no bot: it has no method decide")
    return bot


def game_of(bot: Bot) -> str | None:
    """The game whose `Bot` a bot extends; `None` for one that would play any."""
    for kind in type(bot).__mro__:
        room, _, name = kind.__module__.rpartition(".")
        if room == "bessemer.sdk" and name in NAMES:
            return name
    return None


def check_game(bot: Bot, game: str) -> None:
    """
    Refuse a bot of another game: it could answer nothing that it is asked.

    Raises:
        UnusableBot: it is one.
    """
    own = game_of(bot)
    if own not in (None, game):
        raise UnusableBot(
            f"{type(bot).__name__} is a bot of {own} and cannot play {game}: "
            f"it extends the Bot of bessemer.{own}, not that of bessemer.{game}"
        )

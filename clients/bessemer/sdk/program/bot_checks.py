"""Making the bot for a seat, and telling its author why that is impossible, or looks wrong."""

import logging
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from typing import Any, Final

from bessemer.engine.catalogue import NAMES
from bessemer.sdk.bot import Bot, BotBase

_LIKENESS: Final = 0.75
"""Names that are as like one another as `bids` and `bid`, or `trasmute` and `transmute`."""
_log: Final = logging.getLogger("bessemer.sdk")


class UnusableBot(Exception):
    """A bot that cannot be made, or not for this game; the message says why."""


def make_bot(new_bot: Callable[[], Bot]) -> Bot:
    """
    The bot for one seat; what looks like an oversight in it is logged, once.

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
    _warn(type(bot))
    return bot


@cache
def _warn(kind: type) -> None:
    for sentence in oversights(kind):
        _log.warning("%s", sentence)


def oversights(kind: type) -> list[str]:
    """
    The probable oversights of the author of this class of bots.

    None of them is an error: a bot may have other methods, and one that answers nothing plays the
    default moves. But nobody would notice a misspelt method otherwise.
    """
    base = _base(kind)
    if base is None:
        return []
    decisions = [name for name in vars(base) if not name.startswith("_")]
    own = {name for one in kind.__mro__[: kind.__mro__.index(base)] for name in vars(one)}
    if "decide" in own:
        return []
    missing = [name for name in ("decide", "begin", "end", *decisions) if name not in own]
    said = []
    for name in sorted(name for name in own if name not in dir(base) and name[0] != "_"):
        near = get_close_matches(name.lower(), missing, n=1, cutoff=_LIKENESS)
        if near and callable(getattr(kind, name)):
            said.append(
                f"{kind.__name__} has a method {name}, which nobody calls: is it {near[0]}?"
            )
    if own.isdisjoint(decisions):
        said.append(
            f"{kind.__name__} overrides no decision, so it plays the default move every time: give it "
            f"one of the methods {', '.join(decisions)}, or decide for all of them"
        )
    elif left_out := [name for name in base._needed if name not in own]:  # noqa: SLF001 - ours
        said.append(
            f"{kind.__name__} has no method {' and no method '.join(left_out)}: it plays the default "
            "move there, which does as little as possible"
        )
    return said


def game_of(bot: Bot) -> str | None:
    """The game whose `Bot` a bot extends; `None` for one that would play any."""
    base = _base(type(bot))
    return None if base is None else base.__module__.rpartition(".")[2]


def _base(kind: type) -> type[BotBase[Any, Any]] | None:
    """The `Bot` of a game that a class extends, or is."""
    for one in kind.__mro__:
        room, _, name = one.__module__.rpartition(".")
        if room == "bessemer.sdk" and name in NAMES and issubclass(one, BotBase):
            return one
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

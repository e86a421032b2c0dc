"""Typed moves, suggestions and help: all that a game's choices do not say."""

import random
from typing import Any, ClassVar, Final, NamedTuple

from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.engine import drafts
from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import MalformedMove
from bessemer.faces.language import Key, said_lines, tr

_SEED: Final = 0
_SHARES: Final = 25
"""A bot spends a small share of its clock on one decision."""


class Suggestion(NamedTuple):
    """A program's move, and why."""

    move: Any
    why: str


class Typing:
    """
    What people may type in one game: `TYPING` in `bessemer.table.<game>.typing`.

    Unless the game has more, moves are typed in their canonical text, and its strongest bot suggests.
    """

    help_texts: ClassVar[tuple[Key, ...]] = ()
    """How moves are typed."""

    def __init__(self, game: str) -> None:
        self._game = game

    def parse(self, view: Any, text: str) -> Any:  # noqa: ANN401, ARG002 - views and moves are the game's
        """The move that a text, or a short form such as `3 C07`, means; `None` if it means none."""
        try:
            return GAMES[self._game].parse(text)
        except MalformedMove:
            return None

    def extend(self, made: drafts.Draft[Any], text: str) -> drafts.Draft[Any] | None:  # noqa: ARG002
        """
        The move in the making after a phrase of the game's own, such as a step of a plan.

        `None` if it is no such phrase.

        Raises:
            IllegalMove: it is, but the rules do not allow it.
        """
        return None

    def suggest(self, view: Any, seconds: float) -> Suggestion:  # noqa: ANN401
        """A program's move in the place of the view's seat, found in about this time."""
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        adviser = next(iter(BOTS[self._game]))
        bot = new_bot(self._game, adviser, random.Random(_SEED))  # noqa: S311 - a guess is no secret
        move = bot.decide(seen(GAMES[self._game], view, seconds * _SHARES))
        return Suggestion(move, tr("what the bot {bot} would do", bot=repr(adviser)))

    def hand_after(self, view: Any, move: Any) -> Any:  # noqa: ANN401, ARG002
        """`view` with the hand that the seat's own move leaves: other changes are drawn or lost."""
        return view

    def help(self) -> tuple[str, ...]:
        return said_lines(self.help_texts)

"""Moves in their canonical text: for games that have no short forms of their own."""

from typing import Any

from bessemer.engine import choices
from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import MalformedMove
from bessemer.table.answers.drafts import Suggestion
from bessemer.table.suggestion import bot_suggestion


class PlainTyping:
    """Moves in their canonical text, and suggestions by the game's first bot; see `Typing`."""

    def __init__(self, game: str) -> None:
        self._game = game

    def parse(self, view: Any, text: str) -> Any:  # noqa: ANN401, ARG002 - no short forms
        try:
            return GAMES[self._game].parse(text)
        except MalformedMove:
            return None

    def extend(self, made: choices.Draft[Any], text: str) -> choices.Draft[Any] | None:  # noqa: ARG002
        return None

    def suggest(self, view: Any, seconds: float) -> Suggestion:  # noqa: ANN401
        return bot_suggestion(self._game, view, seconds)

    def hand_after(self, view: Any, move: Any) -> Any:  # noqa: ANN401, ARG002 - no hand is known
        return view

    def help(self) -> tuple[str, ...]:
        return ()

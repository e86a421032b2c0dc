"""
The games, by name. The names here are the only list of games anywhere.

Everything else about a game is found by convention, in the room that bears its name: its rules are
`FURNACE` in `bessemer.games.furnace.rules`, and so on for `wire`, `sdk`, `faces`, `terminal` and
`bots`.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from bessemer.engine.game import Game

# Any: here four type parameters per game become one mapping; behind it each game is typed.
AnyGame = Game[Any, Any, Any, Any]

NAMES: Final = ("furnace", "brass", "alchemicus")


class Catalogue(Mapping[str, AnyGame]):
    """Every game by name; each is imported when it is first asked for."""

    def __init__(self) -> None:
        self._loaded: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        game = self._loaded.get(name)
        if game is None:
            if name not in NAMES:
                raise KeyError(name)
            rules = import_module(f"bessemer.games.{name}.rules")
            game = self._loaded[name] = getattr(rules, name.upper())
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


GAMES: Final = Catalogue()

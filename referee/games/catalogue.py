"""Every game that the referee knows, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from referee.games.alchemicus.rules import ALCHEMICUS
from referee.games.brass.rules import BRASS
from referee.games.furnace.rules import FURNACE
from referee.games.game import Game

# Any: here four type parameters per game become one mapping; behind it each game is typed.
AnyGame = Game[Any, Any, Any, Any]

GAMES: Final[Mapping[str, AnyGame]] = MappingProxyType(
    {FURNACE.name: FURNACE, BRASS.name: BRASS, ALCHEMICUS.name: ALCHEMICUS}
)

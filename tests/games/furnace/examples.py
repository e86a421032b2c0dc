"""What the tests of all games know of Furnace; see `tests.games.walks.Examples`."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.furnace.rules import FURNACE

SHORT: Final[Mapping[str, str]] = {"rounds": "3"}
ALWAYS: Final[Mapping[str, str]] = {}

# Random play is busy, and comes to every part of a match by itself.
busy_move = FURNACE.sample_move
midgame = FURNACE.setup

"""What the tests of all games know of Brass; see `tests.games.walks.Examples`."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.brass.rules import BRASS

SHORT: Final[Mapping[str, str]] = {}
ALWAYS: Final[Mapping[str, str]] = {}

# Random play is busy, and comes to every part of a match by itself.
busy_move = BRASS.sample_move
midgame = BRASS.setup

"""What the tests of all games know of Brass; see `tests.games.walks.Examples`."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.brass.rules import BRASS

SHORT: Final[Mapping[str, str]] = {}
ALWAYS: Final[Mapping[str, str]] = {}

ILLEGAL: Final = "stop"
PUBLIC: Final = """
    DISTANT INDUSTRIES MARKET Action Build Canal Develop Development Era Hand Loan Pass
    Rail Rails Remove Sell Stop Tile TileKind
"""
RULINGS: Final = """
    supply debt fresh-start virtual-link combined-overbuild port-order overbuild-reach
    first-link rail-end distant-bonus income-tie shown-cards
"""
TUTORIAL: Final = (5, 0.1, 0.8)

# Random play is busy, and comes to every part of a match by itself.
busy_move = BRASS.sample_move
midgame = BRASS.setup

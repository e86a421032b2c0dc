"""What the tests of all games know of Furnace; see `tests.games.walks.Examples`."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.furnace.rules import FURNACE

SHORT: Final[Mapping[str, str]] = {"rounds": "3"}
ALWAYS: Final[Mapping[str, str]] = {}

ILLEGAL: Final = "bid 9 on C99"
PUBLIC: Final = """
    Bid Capitalist ChainPlacement Claim Company Compensation Disc Effect Offer PlanDraft
    ProductionPlan Startup Step Stock
"""
RULINGS: Final = """
    cut neutral pass tie stack answer agent-pass chain-start tokens
"""
TUTORIAL: Final = (20, 0.6, 1.1)

# Random play is busy, and comes to every part of a match by itself.
busy_move = FURNACE.sample_move
midgame = FURNACE.setup

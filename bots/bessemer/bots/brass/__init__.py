"""The bots that play Brass."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "greedy": factory("bessemer.bots.brass.greedy", "GreedyBot", draws=False)
}
"""By name, the strongest first."""

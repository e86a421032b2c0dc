"""The bots that play Alchemicus."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "greedy": factory("bessemer.bots.alchemicus.greedy", "GreedyBot")
}
"""By name, the strongest first."""

"""The bots that play Alchemicus."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "search": factory("bessemer.bots.alchemicus.search", "SearchBot"),
    "greedy": factory("bessemer.bots.alchemicus.greedy", "GreedyBot"),
}
"""By name, the strongest first."""

LEVELS: Final[Mapping[str, Factory]] = {
    "easy": factory("bessemer.bots.alchemicus.casual", "easy"),
    "medium": factory("bessemer.bots.alchemicus.casual", "medium"),
    "hard": BOTS["greedy"],
    "expert": BOTS["search"],
}
"""Opponents for people."""

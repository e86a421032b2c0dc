"""The bots that play Alchemicus."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "greedy": factory("bessemer.bots.alchemicus.greedy", "GreedyBot"),
}
"""By name, the strongest first."""

LEVELS: Final[Mapping[str, Factory]] = {
    "easy": factory("bessemer.bots.alchemicus.casual", "easy"),
    "medium": factory("bessemer.bots.alchemicus.casual", "medium"),
    "hard": factory("bessemer.bots.alchemicus.casual", "hard"),
    "expert": BOTS["greedy"],
}
"""Opponents for people."""

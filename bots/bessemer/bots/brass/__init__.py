"""The bots that play Brass."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "search": factory("bessemer.bots.brass.search", "SearchBot"),
    "greedy": factory("bessemer.bots.brass.greedy", "GreedyBot", draws=False),
}
"""By name, the strongest first."""

LEVELS: Final[Mapping[str, Factory]] = {
    "easy": factory("bessemer.bots.brass.casual", "easy"),
    "medium": factory("bessemer.bots.brass.casual", "medium"),
    "hard": BOTS["greedy"],
    "expert": BOTS["search"],
}
"""Opponents for people."""

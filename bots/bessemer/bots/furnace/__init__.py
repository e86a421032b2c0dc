"""The bots that play Furnace."""

from collections.abc import Mapping
from typing import Final

from bessemer.bots.factory import Factory, factory

BOTS: Final[Mapping[str, Factory]] = {
    "magnate": factory("bessemer.bots.furnace.magnate", "MagnateBot"),
    "search": factory("bessemer.bots.furnace.search", "SearchBot"),
    "planner": factory("bessemer.bots.furnace.planner", "PlannerBot", draws=False),
    "greedy": factory("bessemer.bots.furnace.greedy", "GreedyBot", draws=False),
}
"""By name, the strongest first."""

LEVELS: Final[Mapping[str, Factory]] = {
    "easy": factory("bessemer.bots.furnace.casual", "easy"),
    "medium": BOTS["greedy"],
    "hard": BOTS["planner"],
    "expert": BOTS["magnate"],
}
"""Opponents for people."""

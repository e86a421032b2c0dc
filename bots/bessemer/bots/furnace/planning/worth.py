"""The value of a plan's result."""

from collections.abc import Mapping
from typing import NamedTuple

from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.state import Player


class Prices(NamedTuple):
    """A linear worth: so much for each resource, and so much for each card that was flipped."""

    stock: tuple[float, float, float, float, float]
    """Of one coal, iron, oil, upgrade token and dollar."""
    upgraded: Mapping[str, float]
    """Of a company on its upgraded side, by card; those not named are worth nothing more."""

    def of(self, player: Player) -> float:
        """The worth of what `player` owns."""
        held = sum(price * amount for price, amount in zip(self.stock, player.stock, strict=True))
        return held + sum(self.upgraded.get(card, 0.0) for card in player.upgraded)


MONEY_ALONE = Prices((0.0, 0.0, 0.0, 0.0, 1.0), {})
"""The prices of the last round."""


class BestPlan(NamedTuple):
    """The planner's answer."""

    plan: ProductionPlan
    player: Player
    """The player after it."""
    worth: float
    bound: float
    """No plan is worth more than this."""
    is_best: bool
    """Whether it is proven that none is better: `worth == bound`."""

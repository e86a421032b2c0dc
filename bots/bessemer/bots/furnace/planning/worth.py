"""What is to be made much of: how a plan's result is valued."""

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
        """What `player` owns is worth."""
        held = sum(price * amount for price, amount in zip(self.stock, player.stock, strict=True))
        return held + sum(self.upgraded.get(card, 0.0) for card in player.upgraded)


MONEY_ALONE = Prices((0.0, 0.0, 0.0, 0.0, 1.0), {})
"""What counts in the last round."""


class BestPlan(NamedTuple):
    """What the planner found."""

    plan: ProductionPlan
    player: Player
    """What the seat owns after it."""
    worth: float
    bound: float
    """No plan is worth more than this."""
    is_best: bool
    """Whether it is proven that none is better: `worth == bound`."""

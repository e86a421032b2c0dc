"""The goods to sell in a visit, through which outlets and for what; the rest is kept for later."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bessemer.bots.alchemicus.prices import LAP, Prices
from bessemer.games.alchemicus.cards.kinds import (
    ALEMBIC,
    DONARIUM,
    FORNAX,
    GOLD,
    HERB,
    LABRIUM,
    METAL,
    ORE,
    PERGULA,
    TABERNA,
    TINCTURE,
    Good,
    Kind,
)

_ORDER: Final = (
    (GOLD, (DONARIUM, TABERNA, PERGULA)),
    (TINCTURE, (TABERNA, PERGULA)),
    (METAL, (TABERNA, PERGULA)),
    (HERB, (PERGULA, TABERNA)),
    (ORE, (PERGULA, TABERNA)),
)
"""Dear goods are sold first, through the outlets that pay most for them."""


class Deal(NamedTuple):
    """One good sold."""

    good: Good
    outlet: Kind
    fame: bool
    worth: float


def deals(
    goods: Sequence[int], row: Sequence[int], room: Mapping[Kind, int], prices: Prices
) -> list[Deal]:
    """
    The sales of a visit, in order.

    Args:
        goods: how many there are of each, wherever they lie.
        row: how many buildings of each kind we have.
        room: how many goods the outlets of each kind still take.
        prices: what things are worth.
    """
    found: list[Deal] = []
    free = dict(room)
    kept = _kept(goods, row, prices)
    for good, outlets in _ORDER:
        left = goods[good] - kept[good]
        for outlet in outlets:
            sale = prices.sales[outlet].get(good)
            if sale is None or left <= 0:
                continue
            if good == GOLD and outlet == PERGULA and row[DONARIUM]:
                continue  # it waits for the treasury
            sold = min(left, free[outlet])
            found += [Deal(good, outlet, sale.fame, sale.worth)] * sold
            free[outlet] -= sold
            left -= sold
    return found


def _kept(goods: Sequence[int], row: Sequence[int], prices: Prices) -> list[int]:
    """How much of each good is worth more in the next step of the chain."""
    kept = [0] * len(Good)
    if prices.turns <= LAP / 2:
        return kept
    kept[HERB], kept[ORE] = row[ALEMBIC], row[FORNAX]
    if prices.turns > LAP and makes_gold(goods, row):
        kept[TINCTURE] = kept[METAL] = row[LABRIUM]
    return kept


def makes_gold(goods: Sequence[int], row: Sequence[int]) -> bool:
    """Whether both parts of gold can come together."""
    return bool(
        row[LABRIUM] and (row[ALEMBIC] or goods[TINCTURE]) and (row[FORNAX] or goods[METAL])
    )

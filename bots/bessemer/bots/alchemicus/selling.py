"""The goods to sell in a visit, through which outlets and for what; the rest is kept for later."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bessemer.bots.alchemicus.prices import LAP, Prices
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import Good, Kind

_ORDER: Final = (
    (Good.GOLD, (Kind.DONARIUM, Kind.TABERNA, Kind.PERGULA)),
    (Good.TINCTURE, (Kind.TABERNA, Kind.PERGULA)),
    (Good.METAL, (Kind.TABERNA, Kind.PERGULA)),
    (Good.HERB, (Kind.PERGULA, Kind.TABERNA)),
    (Good.ORE, (Kind.PERGULA, Kind.TABERNA)),
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
            if good == kinds.GOLD and outlet == kinds.PERGULA and row[kinds.DONARIUM]:
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
    kept[kinds.HERB], kept[kinds.ORE] = row[kinds.ALEMBIC], row[kinds.FORNAX]
    if prices.turns > LAP and makes_gold(goods, row):
        kept[kinds.TINCTURE] = kept[kinds.METAL] = row[kinds.LABRIUM]
    return kept


def makes_gold(goods: Sequence[int], row: Sequence[int]) -> bool:
    """Whether both parts of gold can come together."""
    _, _, _, alembic, fornax, _, _, labrium, _ = row
    _, _, tincture, metal, _ = goods
    return bool(labrium and (alembic or tincture) and (fornax or metal))

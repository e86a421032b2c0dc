"""
The earnings of a row of buildings in a lap, and so the gain of one more building.

A building of a chain earns nothing before the chain is whole. So a card is valued by itself and as a
part of the next whole chain to gold; what that chain still lacks costs cards, and time to find them.
"""

from collections.abc import Collection, Sequence
from typing import Final

from bessemer.bots.alchemicus.prices import LAP, Prices
from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.cards.kinds import (
    BUILDINGS,
    DONARIUM,
    GLORIA,
    GOLD,
    HERB,
    TINCTURE,
    Kind,
)
from bessemer.sdk.alchemicus import AlchemicusView

Row = tuple[int, ...]
"""The number of somebody's buildings, by kind."""

_CHAIN: Final = (Kind.HORTEN, Kind.METALLE, Kind.ALEMBIC, Kind.FORNAX, Kind.LABRIUM)
_GOLD_ROW: Final = frozenset({*_CHAIN, Kind.DONARIUM})
_DOMO_CARDS: Final = (0.0, 3.0, 6.0, 8.0, 9.0, 9.5, 10.0)
"""The cards that so many Domos bring in a lap: one each on three fields, but a hand holds ten."""
_DEAR_OUTLETS_FIRST: Final = (Kind.DONARIUM, Kind.TABERNA, Kind.PERGULA)
_SEARCH: Final = 2.0
"""The cost of waiting for a card that is not in the hand."""


def row_of(view: AlchemicusView) -> Row:
    """Our own buildings."""
    counts = [0] * len(BUILDINGS)
    for building in view.buildings:
        counts[building.kind] += 1
    return tuple(counts)


def income(row: Sequence[int], prices: Prices) -> float:
    """The earnings of the row in a lap when production runs, in cards."""
    horten, metalle, _, alembic, fornax, _, domo, labrium, _ = row
    tinctures, metals = min(horten, alembic), min(metalle, fornax)
    gold = min(tinctures, metals, labrium)
    goods = (
        (GOLD, gold),
        (TINCTURE, tinctures + metals - 2 * gold),
        (HERB, horten + metalle - tinctures - metals),
    )
    earned = _DOMO_CARDS[min(domo, len(_DOMO_CARDS) - 1)]
    room = {kind: row[kind] * OUTLETS[kind].goods for kind in _DEAR_OUTLETS_FIRST}
    for good, number in goods:
        left = number
        for outlet, free in room.items():
            sale = prices.sales[outlet].get(good)
            if sale is not None and left and free:
                sold = min(left, free)
                earned += sold * sale.worth
                room[outlet] -= sold
                left -= sold
    return earned


def gains(
    row: Row, hand: Collection[Kind], costs: Sequence[int], prices: Prices
) -> dict[Kind, float]:
    """By kind of building among `hand`: what it would gain, its cost deducted."""
    now = income(row, prices)
    chains = _next_chains(row)
    laps = max(0.0, prices.laps - 1 / LAP)
    found = {}
    for kind in hand:
        if kind >= GLORIA:
            continue
        best = (income(_with(row, (kind,), prices), prices) - now) * laps - costs[kind] - 1
        for chain in chains:
            if kind in chain:
                lacking = sum(other not in hand for other in chain)
                price = sum(costs[other] + 1 for other in chain) + lacking * _SEARCH
                later = max(0.0, laps - lacking * _SEARCH / LAP)
                gain = (income(_with(row, chain, prices), prices) - now) * later - price
                best = max(best, gain / len(chain))
        found[kind] = best
    return found


def least_useful(row: Row, prices: Prices) -> Kind:
    """The kind of building that the row would miss least; no part of the next chain if possible."""
    gold = _gold(row)
    standing = [kind for kind in BUILDINGS if row[kind]]
    spare = [kind for kind in standing if kind not in _GOLD_ROW or row[kind] > gold + 1]
    return max(spare or standing, key=lambda kind: income(_changed(row, kind, -1), prices))


def _with(row: Row, more: Collection[Kind], prices: Prices) -> Row:
    """The row with these buildings too; what is needed least makes room for them."""
    while sum(row) + len(more) > LIMIT:
        row = _changed(row, least_useful(row, prices), -1)
    for kind in more:
        row = _changed(row, kind, 1)
    return row


def _changed(row: Row, kind: Kind, number: int) -> Row:
    return (*row[:kind], row[kind] + number, *row[kind + 1 :])


def _gold(row: Row) -> int:
    """How much gold the row makes in a lap."""
    return min(row[kind] for kind in _CHAIN)


def _next_chains(row: Row) -> list[tuple[Kind, ...]]:
    """The missing buildings for one more gold in a lap, with an outlet of its own and without."""
    gold = _gold(row)
    parts = tuple(kind for kind in _CHAIN if row[kind] <= gold)
    chains = [parts]
    if row[DONARIUM] <= gold:
        chains.append((*parts, DONARIUM))
    return chains

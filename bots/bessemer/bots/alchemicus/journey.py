"""
Where to go: the next turns on the outer circle, in a coarse model of the own production.

It goes every way that the pawn could go, does on each field what the bot would do there, and takes the
best way. Others are left out of it, and luck too.
"""

from collections.abc import Callable, Sequence
from typing import Final

from bessemer.bots.alchemicus.income import Row
from bessemer.bots.alchemicus.prices import LAP, Prices
from bessemer.bots.alchemicus.selling import deals, makes_gold
from bessemer.bots.alchemicus.workshop import PROCESSORS, Workshop
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.landing import DOMO_FIELDS, price_on
from bessemer.games.alchemicus.actions.movement import FIELDS, FREE_DISTANCE, passes
from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.actions.turn_end import HAND_LIMIT
from bessemer.games.alchemicus.cards.kinds import DOMO, DONARIUM, GOLD, HERB, TINCTURE, Good, Kind
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import Building

DEPTH: Final = 4
_LATER: Final = 0.03
"""The share that a gain loses with each turn that it comes later."""
_SOURCE, _INSIDE, _DONE, _LAID, _GOLD = 0.35, 0.55, 0.75, 0.8, 0.9
"""The part of its final price that a good on its way is worth: on a source, in a processor, processed,
in a Labrium, and as gold."""
_BARRED: Final = 0.5
"""The part of that which is left for gold that Infamia forbids us to sell."""

Action = Callable[[Workshop, float], None]
"""The action on a field; the second argument is how much a gain counts in that turn."""
Wish = tuple[int, float]
"""A building of the hand: its cost with the card itself, and what it gains beyond that."""


class Journey:
    """The ways ahead of one seat."""

    def __init__(
        self,
        fields: tuple[Phase, ...],
        row: Row,
        prices: Prices,
        wishes: Sequence[Wish],
        spirit: Kind,
        *,
        gloria: bool,
        depth: int = DEPTH,
    ) -> None:
        """
        Keep what stays the same on all ways.

        Args:
            fields: the outer circle.
            row: our buildings.
            prices: what things are worth.
            wishes: the buildings of the hand that are worth building, the best first.
            spirit: where we would move the Spirit.
            gloria: whether we hold one to play.
            depth: how many turns to look ahead, if the match lasts as long.
        """
        self._fields, self._row, self._prices = fields, row, prices
        self._wishes, self._spirit, self._gloria = wishes, spirit, gloria
        self._actions: dict[Phase, Action] = {
            Phase.ACQUIRE: lambda shop, _: shop.acquire(row),
            Phase.TRANSPORT: lambda shop, _: shop.transport(row),
            Phase.TRANSMUTE: lambda shop, _: shop.transmute(),
            Phase.SALE: self._sell,
            Phase.BUILD: self._build,
            Phase.SPIRIT: self._haunt,
            Phase.GIFTS: self._give,
        }
        self._spirit_field = fields.index(Phase.SPIRIT)
        self.depth = int(min(depth, max(1.0, prices.turns)))
        self._best = {good: _best_price(good, row, prices) for good in (GOLD, TINCTURE, HERB)}
        self._future = min(1.0, max(0.0, (prices.turns - self.depth) / LAP))

    def worth(self, shop: Workshop, field: int, turns: int) -> float:
        """The gain from stopping on `field` now and going on from there for `turns` turns."""
        self._act(shop, field, turns)
        if turns <= 1:
            return shop.won + self._potential(shop)
        best = 0.0
        for distance in range(1, FREE_DISTANCE + 1):
            twin = shop.copy()
            twin.cards += 1 + self.passes(field, distance)
            best = max(best, self.worth(twin, (field + distance) % FIELDS, turns - 1))
        return best

    def passes(self, start: int, distance: int) -> bool:
        """Whether such a move passes the field of the Spirit."""
        return passes(start, distance, self._spirit_field)

    def stock_worth(self, buildings: Sequence[Building]) -> float:
        """The worth that the goods on such buildings may come to."""
        return self._potential(Workshop(buildings, 0, self._spirit))

    def _act(self, shop: Workshop, field: int, turns: int) -> None:
        """Stop on a field and do there what pays."""
        phase = self._fields[field]
        weight = 1.0 - _LATER * (self.depth - turns)
        if phase in DOMO_FIELDS and shop.spirit != DOMO:
            shop.cards += self._row[DOMO]
        self._actions[phase](shop, weight)
        if self._gloria and turns == self.depth:
            self._buy_fame(shop, GLORIA_COST + 1, weight)
        shop.cards = min(shop.cards, HAND_LIMIT)

    def _haunt(self, shop: Workshop, _weight: float) -> None:
        shop.spirit = self._spirit

    def _give(self, shop: Workshop, weight: float) -> None:
        self._buy_fame(shop, GIFT, weight)
        price = price_on(Phase.GIFTS)
        cleared = min(shop.infamia, shop.cards // price)
        shop.infamia -= cleared
        shop.cards -= cleared * price

    def _sell(self, shop: Workshop, weight: float) -> None:
        row = self._row
        room = {kind: row[kind] * outlet.goods for kind, outlet in OUTLETS.items()}
        if shop.infamia:
            room[DONARIUM] = 0  # in the Race, where gold has no other outlet
        for deal in deals(shop.goods(), row, room, self._prices):
            shop.take(deal.good)
            if deal.fame or deal.good == GOLD:
                shop.won += deal.worth * weight
            else:
                shop.cards += int(deal.worth)

    def _build(self, shop: Workshop, weight: float) -> None:
        while shop.built < len(self._wishes):
            cost, gain = self._wishes[shop.built]
            if shop.cards < cost:
                return
            shop.cards -= cost
            shop.won += (cost + gain) * weight
            shop.built += 1

    def _buy_fame(self, shop: Workshop, cost: int, weight: float) -> None:
        if shop.cards >= cost and self._prices.fame > cost:
            shop.cards -= cost
            shop.won += self._prices.fame * weight

    def _potential(self, shop: Workshop) -> float:
        """The worth of what is left at the end of the way."""
        row, best = self._row, self._best
        processed = best[TINCTURE]
        if makes_gold(shop.goods(), row):
            processed = max(processed, best[GOLD] / 2)
        gold = _GOLD * best[GOLD] * (_BARRED if shop.infamia else 1.0)
        worth = gold * shop.gold + 2 * _LAID * processed * shop.pairs
        for side, processor in enumerate(PROCESSORS):
            raw = _SOURCE * processed if row[processor] else _DONE * best[HERB]
            worth += raw * shop.raw[side] + _INSIDE * processed * shop.inside[side]
            worth += processed * (_DONE * shop.done[side] + _LAID * shop.laid[side])
        return self._future * worth + (0.3 + 0.7 * self._future) * shop.cards


def _best_price(good: Good, row: Row, prices: Prices) -> float:
    """The price of the best of our outlets."""
    sales = prices.sales
    paid = [sales[kind][good].worth for kind in sales if row[kind] and good in sales[kind]]
    return max(paid, default=0.0)

"""
A hand at work, roughly: amounts may be fractions, and the order within a phase is ignored.

In each phase the hand extracts, flips what gains most, then sells along the most profitable ways
first: a way is a sale, or a sale one of whose needs is made by a conversion.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from bessemer.games.furnace.effects import COAL, MONEY, TOKENS, Effect

_MOST_KEPT: Final = 5_000
"""Sets of lines whose ways are remembered at a time: some megabytes."""


class Line:
    """An effect as an object that is quick to look up: equal lines of a deck are one object."""

    __slots__ = ("gives", "limit", "net", "number", "revenue", "takes")

    def __init__(self, effect: Effect, number: int) -> None:
        self.takes, self.gives, self.limit, self.net = effect
        self.number = number
        self.revenue = sum(amount for resource, amount in effect.gives if resource == MONEY)


class WorkWay(NamedTuple):
    """One way to sell: what one unit takes, earns, and uses of the lines."""

    takes: tuple[tuple[int, float], ...]
    money: float
    uses: tuple[tuple[Line, float], ...]


class WorkWays(NamedTuple):
    """All that can be done with a set of lines."""

    sales: tuple[WorkWay, ...]
    """The most profitable first."""
    conversions: tuple[Line, ...]
    """Those that gain by the prices and make something that some sale takes, the best first."""
    to_tokens: tuple[Line, ...]


class Mood:
    """Which ways to sell come first, and which flips are worth it, by one set of prices."""

    def __init__(self, prices: tuple[float, ...], flip: float) -> None:
        self.flip = flip
        """The least gain of a flip."""
        self._prices = (*prices, 1.0)
        self._ways: dict[frozenset[Line], WorkWays] = {}
        self._flip_gains: dict[Line, float] = {}

    def flip_gain(self, line: Line) -> float:
        """The gain from a line in each phase; a processing seldom finds all that it could use."""
        gain = self._flip_gains.get(line)
        if gain is None:
            share = (1 + line.limit) / 2 if line.takes else 1
            gain = self._flip_gains[line] = self._price(line.net) * share
        return gain

    def ways(self, lines: Iterable[Line]) -> WorkWays:
        """The things that can be done with these lines."""
        key = frozenset(lines)
        found = self._ways.get(key)
        if found is None:
            if len(self._ways) >= _MOST_KEPT:
                self._ways.clear()
            found = self._ways[key] = self._work_out(sorted(key, key=lambda line: line.number))
        return found

    def _work_out(self, lines: Sequence[Line]) -> WorkWays:
        sales = [line for line in lines if line.revenue]
        conversions = [line for line in lines if not line.revenue]
        ways = [way for sale in sales for way in _ways_of(sale, conversions)]
        sold = {resource for sale in sales for resource, _ in sale.takes}
        useful = [
            line
            for line in conversions
            if self._price(line.net) > 0 and any(resource in sold for resource, _ in line.gives)
        ]
        return WorkWays(
            tuple(sorted(ways, key=lambda way: -way.money / (self._price(way.takes) or 1e-9))),
            tuple(sorted(useful, key=lambda line: -self._price(line.net))),
            tuple(line for line in conversions if any(what == TOKENS for what, _ in line.gives)),
        )

    def _price(self, amounts: Iterable[tuple[int, float]]) -> float:
        return sum(self._prices[resource] * amount for resource, amount in amounts)


class RoughHand:
    """A hand at work."""

    __slots__ = ("dormant", "extracted", "free", "limits", "stock")

    def __init__(self, stock: Sequence[float]) -> None:
        self.stock = list(stock)
        self.extracted = [0, 0, 0, 0, 0]
        """The amounts that each phase brings by itself."""
        self.limits: dict[Line, float] = {}
        """How often each processing may be done in a phase, all cards together."""
        self.free: dict[Line, float] = {}
        """The rest of it in this phase."""
        self.dormant: list[Line] = []
        """The additional lines that no flip has woken yet."""

    def copy(self) -> "RoughHand":
        """Another hand in the same state, between two phases."""
        twin = RoughHand(self.stock)
        twin.extracted, twin.limits = self.extracted.copy(), self.limits.copy()
        twin.dormant = self.dormant.copy()
        return twin

    def receive(self, amounts: Iterable[float]) -> None:
        """Add so much of each resource."""
        for resource, amount in enumerate(amounts):
            self.stock[resource] += amount

    def produce(self, phase: int, mood: Mood) -> None:
        """One phase, this one and the later ones being so many."""
        self.receive(self.extracted)
        self.free = self.limits.copy()
        if self.dormant:
            self._flip(phase, mood)
        ways = mood.ways(self.limits)
        for way in ways.sales:
            self._sell(way)
        if phase > 1:
            for line in ways.conversions:
                self._convert(line, self.free[line])

    def wake(self, line: Line) -> None:
        """From now on `line` runs in every phase."""
        if line.takes:
            self.limits[line] = self.limits.get(line, 0) + line.limit
        else:
            for resource, amount in line.gives:
                self.extracted[resource] += amount

    def _flip(self, phase: int, mood: Mood) -> None:
        """Flip what is worth it and can be paid; the new lines run at once."""
        stock, free = self.stock, self.free
        gain = mood.flip_gain
        self.dormant.sort(key=gain, reverse=True)
        wanted = sum([gain(line) * phase > mood.flip for line in self.dormant])
        for line in mood.ways(self.limits).to_tokens:
            if stock[TOKENS] < wanted:
                self._convert(line, min(free[line], wanted - stock[TOKENS]))
        flips = min(wanted, int(stock[COAL]), int(stock[TOKENS]))
        for line in self.dormant[:flips]:
            self.wake(line)
            if line.takes:
                free[line] = free.get(line, 0) + line.limit
            else:
                for resource, amount in line.gives:
                    stock[resource] += amount
        del self.dormant[:flips]
        stock[COAL] -= flips
        stock[TOKENS] -= flips

    def _sell(self, way: WorkWay) -> None:
        stock, free = self.stock, self.free
        takes, money, uses = way
        times = 1e9
        for line, share in uses:
            most = free[line] / share
            if most < times:  # noqa: PLR1730 - min() costs a call on the hot path
                times = most
        for resource, amount in takes:
            most = stock[resource] / amount
            if most < times:  # noqa: PLR1730
                times = most
        if times > 0:
            stock[MONEY] += money * times
            for line, share in uses:
                free[line] -= share * times
            for resource, amount in takes:
                stock[resource] -= amount * times

    def _convert(self, line: Line, times: float) -> None:
        for resource, amount in line.takes:
            times = min(times, self.stock[resource] / amount)
        if times > 0:
            self.free[line] -= times
            for resource, change in line.net:
                self.stock[resource] += change * times


def _ways_of(sale: Line, conversions: Iterable[Line]) -> Iterable[WorkWay]:
    """The sale from stock, and with each of its needs made by each line that makes it."""
    money = float(sale.revenue)
    yield WorkWay(tuple((what, float(n)) for what, n in sale.takes), money, ((sale, 1.0),))
    for needed, amount in sale.takes:
        for line in conversions:
            made = dict(line.gives).get(needed)
            if made:
                share = amount / made
                takes = {what: float(n) for what, n in sale.takes if what != needed}
                for what, n in line.takes:
                    takes[what] = takes.get(what, 0.0) + n * share
                yield WorkWay(tuple(takes.items()), money, ((sale, 1.0), (line, share)))

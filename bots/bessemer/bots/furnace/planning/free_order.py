"""
The best plan where the cards may be resolved in any order.

What a plan is worth follows from its uses alone (`menus`); its order must only see to it that
nothing is spent before it is there. So the search is for the best uses whose balances are not
negative, card by card, and an order is sought for those alone (`schedule`). Uses that have no
order are passed over for the next best.
"""

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP_COST, KINDS, Hand
from bessemer.bots.furnace.planning.layers import Layer, Option, Stage, run, way_back
from bessemer.bots.furnace.planning.limits import Deadline, OutOfTime
from bessemer.bots.furnace.planning.menus import CardUse, Menu
from bessemer.bots.furnace.planning.packed import packing
from bessemer.bots.furnace.planning.schedule import CardRole, Job, Order, in_order

_QUICK_TRIES: Final = 2000
"""How long a quick search looks for an order."""


class _Trail(NamedTuple):
    """Uses made from the last stage back to some stage."""

    use: CardUse
    rest: "_Trail | None"


class FreeOrder:
    """The uses of a hand, searched stage by stage."""

    def __init__(self, hand: Hand, menu: Menu) -> None:
        self._hand = hand
        self.hope = menu.hope
        self._ledger, self._weights = menu.ledger, menu.weights
        self._packing = menu.ledger.packing
        self._stock_packing = packing(KINDS, max(hand.most))
        self._fixed = [uses[0].job for uses in menu.cards if len(uses) == 1]
        # Sales come first here, so that going back from the end meets them last: they need no
        # order. Then those whose uses differ most: they cut most.
        self._cards = sorted(
            [uses for uses in menu.cards if len(uses) > 1],
            key=lambda uses: (not _are_sales(uses), -_mean_loss(uses)),
        )
        self._sales = sum(_are_sales(uses) for uses in self._cards)
        # The balances are kept as what they can still become: each use takes from that.
        most = [_columns(uses, max) for uses in menu.cards]
        self._opening = self._packing.pack(map(sum, zip(menu.opening, *most, strict=True)))
        self._stages = self._made_stages()

    def _made_stages(self) -> list[Stage]:
        stages: list[Stage] = []
        usable = [0] * self._ledger.columns
        idle = self._weights if any(self._weights) else None
        for uses in reversed(self._cards):
            most, least = _columns(uses, max), _columns(uses, min)
            usable = [a + b - c for a, b, c in zip(usable, most, least, strict=True)]
            options = []
            for loss, entry, _ in uses:
                spent = self._packing.pack([a - b for a, b in zip(most, entry, strict=True)])
                options.append(Option(loss, spent, -spent))
            stages.append(Stage(options, None, idle, usable))
        return stages[::-1]

    def candidates(
        self, floor: float, deadline: Deadline, *, width: int | None = None
    ) -> Iterator[tuple[float, Order]]:
        """
        All uses worth more than `floor`, the best first, each with an order or an attempt.

        With a `width` only some of them.

        Raises:
            OutOfTime: with what the uses not seen yet are worth at most.
        """
        opening = self._opening, self.hope
        layers = run(self._stages, opening, self._packing, floor, deadline, width)
        heap: list[tuple[float, int, int, int, float, float, _Trail | None]] = []
        for balance, hope in layers[-1].items():
            unused = self._unused(balance)
            worth = hope - unused
            if worth > floor:
                heap.append((-worth, -len(heap), len(self._stages), balance, 0.0, unused, None))
        pushed = -len(heap)
        heapq.heapify(heap)
        while heap:
            debt, _, depth, balance, loss, unused, trail = heapq.heappop(heap)
            if deadline.is_past:
                raise OutOfTime(-debt)
            if depth == self._sales:
                try:
                    jobs = self._jobs(trail, layers, balance)
                    order = self._ordered(jobs, deadline, _QUICK_TRIES if width else None)
                except OutOfTime:
                    raise OutOfTime(-debt) from None
                yield -debt, order
                continue
            depth -= 1
            earlier = layers[depth].get
            options = zip(self._stages[depth].options, self._cards[depth], strict=True)
            for (own_loss, spent, _), use in options:
                hope_then = earlier(balance + spent)
                if hope_then is None:
                    continue
                lost = own_loss + loss
                worth = hope_then - lost - unused
                if worth > floor:
                    entry = (-worth, pushed, depth, balance + spent, lost, unused)
                    heapq.heappush(heap, (*entry, _Trail(use, trail)))
                    pushed -= 1

    def _unused(self, balance: int) -> float:
        """The part of the hope that is lost by all that is left over in the end."""
        left = self._packing.unpack(balance)
        return sum([weight * amount for weight, amount in zip(self._weights, left, strict=True)])

    def _jobs(self, trail: _Trail | None, layers: Sequence[Layer], balance: int) -> list[Job]:
        """The jobs chosen for the cards; for the sales the best are chosen here."""
        jobs = list(self._fixed)
        while trail is not None:
            jobs.append(trail.use.job)
            trail = trail.rest
        sales = self._stages[: self._sales]
        numbers = way_back(sales, layers[: len(sales) + 1], self._packing, balance)
        chosen = zip(self._cards, numbers, strict=False)
        return jobs + [uses[number].job for uses, number in chosen]

    def _ordered(self, jobs: Sequence[Job], deadline: Deadline, most_tries: int | None) -> Order:
        """These jobs in an order; the start-up pays for the flips."""
        flips = sum(job.turn.is_flipped for job in jobs)
        paying = [_with_flips(job, flips) if job.role is CardRole.STARTUP else job for job in jobs]
        stock = self._hand.player.stock[:KINDS]
        return in_order(stock, paying, self._stock_packing, deadline, most_tries)


def _with_flips(startup: Job, flips: int) -> Job:
    net = tuple(amount - flips * cost for amount, cost in zip(startup.net, FLIP_COST, strict=True))
    need = tuple(max(a, -b) for a, b in zip(startup.need, net, strict=True))
    return startup._replace(net=net, need=need)


def _columns(uses: Sequence[CardUse], pick: Callable[[Sequence[int]], int]) -> list[int]:
    """The most, or the least, that a card's uses enter in each column."""
    return [pick(column) for column in zip(*[use.entry for use in uses], strict=True)]


def _are_sales(uses: Sequence[CardUse]) -> bool:
    """Whether nobody waits for this card, nor it for the start-up: it may come last."""
    return all(
        job.role is CardRole.FREE
        and all(-net == need for net, need in zip(job.net, job.need, strict=True))
        for _, _, job in uses
    )


def _mean_loss(uses: Sequence[CardUse]) -> float:
    return sum([use.loss for use in uses]) / len(uses)

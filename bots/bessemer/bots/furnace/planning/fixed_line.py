"""
The best plan where the cards are resolved in the order in which they stand.

The search runs along the line with the real stock. Two more amounts go with it: the flips of
earlier cards that the start-up has yet to pay for, and those that it has paid for cards to come.
"""

from collections.abc import Sequence
from math import inf
from typing import Final

from bessemer.bots.furnace.planning.hand import FLIP, FLIP_COST, KINDS, Hand, Lines, Turn
from bessemer.bots.furnace.planning.layers import Layer, Option, Stage, run, way_back
from bessemer.bots.furnace.planning.limits import Deadline
from bessemer.bots.furnace.planning.packed import Ledger
from bessemer.bots.furnace.planning.shadow import (
    Vector,
    amounts_value,
    most_worth,
    prices_along_line,
)
from bessemer.bots.furnace.planning.worth import Prices

_DEBTS: Final = 2
"""The extra columns in the ledger: flips owed for, and flips paid for in advance."""

_FREE: Final = (0.0,) * KINDS
_NOTHING: Final = Option(0.0, 0, 0)


class FixedLine:
    """The line of a hand, searched card by card."""

    def __init__(self, hand: Hand, prices: Prices) -> None:
        self._hand, self._prices = hand, prices
        self._shadow = shadow = prices_along_line(hand, prices)
        self._ledger = Ledger(hand, _DEBTS)
        flippable = sum(card.flipped_lines is not None for card in hand.cards)
        self._most_flips = min(flippable, *(hand.most[resource] for resource, _ in FLIP))
        self._stages: list[Stage] = []
        self._turns: list[list[Turn]] = []
        """By stage what its options mean; nothing for the stages between cards."""
        self.hope = amounts_value(tuple(enumerate(hand.player.stock)), shadow.opening[0])
        self.hope += sum(prices.upgraded.get(card, 0.0) for card in hand.player.upgraded)
        for place in range(len(hand.cards)):
            self._add_card(place)
            if place == hand.start:
                self._add_flips()
        self._add_stage([_NOTHING], len(hand.cards))

    def layers(self, floor: float, deadline: Deadline, width: int | None = None) -> list[Layer]:
        """See `layers.run`; at the end a hope is what the plan is worth."""
        packing = self._ledger.packing
        opening = packing.pack(self._ledger.opening), self.hope
        return run(self._stages, opening, packing, floor, deadline, width)

    def turns(self, layers: Sequence[Layer], balance: int) -> list[Turn]:
        """The turns of the best plan that ends with `balance`."""
        numbers = way_back(self._stages, layers, self._ledger.packing, balance)
        return [turns[number] for turns, number in zip(self._turns, numbers, strict=True) if turns]

    def _add_card(self, place: int) -> None:
        hand, shadow = self._hand, self._shadow
        card, moments = hand.cards[place], shadow.moments[place]
        is_early = place < hand.start
        sides: list[tuple[Lines, bool, float]] = [(card.lines, False, 0.0)]
        if card.flipped_lines is not None:
            gain = self._prices.upgraded.get(card.id, 0.0) - amounts_value(FLIP, shadow.flips)
            sides.append((card.lines if is_early else card.flipped_lines, True, gain))
        most = max(gain + most_worth(lines, moments) for lines, _, gain in sides)
        self.hope += most
        # The start-up's flips come after its lines, at prices of their own.
        closing = shadow.flips if place == hand.start else shadow.opening[place + 1]
        choices = []
        for lines, is_flipped, gain in sides:
            for way in hand.ways(lines):
                worth = gain + amounts_value(tuple(enumerate(way.net)), closing)
                debts = (0, 0)
                if is_flipped:
                    debts = (1, 0) if is_early else (0, -1)
                need = self._packed(way.need, (0, max(0, -debts[1])))
                change = self._packed(way.net[:KINDS], debts)
                turn = Turn(card.id, way, is_flipped)
                choices.append((Option(most - worth, need, change), turn))
        choices.sort(key=lambda choice: choice[0].loss)
        self._add_stage([option for option, _ in choices], place, shadow.opening[place], closing)
        self._turns[-1] = [turn for _, turn in choices]

    def _add_flips(self) -> None:
        """One flip after another is paid: an earlier card's, or one for a card to come."""
        start, paid = self._hand.start, tuple(-amount for amount in FLIP_COST)
        earlier = Option(0.0, self._packed(FLIP_COST, (1, 0)), self._packed(paid, (-1, 0)))
        later = Option(0.0, self._packed(FLIP_COST, (0, 0)), self._packed(paid, (0, 1)))
        for done in range(self._most_flips):
            self._add_stage([_NOTHING, earlier, later], start, owed=self._most_flips - done)
        self._add_stage(
            [_NOTHING], start, self._shadow.flips, self._shadow.opening[start + 1], owed=0
        )

    def _add_stage(
        self,
        options: list[Option],
        place: int,
        before: Vector = _FREE,
        after: Vector = _FREE,
        owed: int | None = None,
    ) -> None:
        """A stage at which so much may be owed, and not more be paid for than comes later."""
        start = self._hand.start
        falls = [a - b for a, b in zip(before[:KINDS], after[:KINDS], strict=True)]
        if owed is None:
            owed = self._most_flips
        left = sum(card.flipped_lines is not None for card in self._hand.cards[max(place, start) :])
        idle, usable = [*_FREE, inf, inf], [0] * KINDS + [owed, left]
        self._stages.append(Stage(options, [*falls, 0.0, 0.0], idle, usable))
        self._turns.append([])

    def _packed(self, amounts: Sequence[int], debts: Sequence[int]) -> int:
        return self._ledger.packing.pack([*amounts, *debts])

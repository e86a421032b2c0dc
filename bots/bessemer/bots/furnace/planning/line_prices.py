"""Shadow prices along a line of the chain variant; see `shadow` for what they are."""

from collections.abc import Sequence
from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP, KINDS, Hand, Lines
from bessemer.bots.furnace.planning.shadow import Vector, amounts_value
from bessemer.bots.furnace.planning.simplex import Program
from bessemer.bots.furnace.planning.worth import Prices
from bessemer.games.furnace.effects import Amounts, Effect


class Moment(NamedTuple):
    """The prices at which a line takes, and at which it gives."""

    takes: Vector
    gives: Vector


class LinePrices(NamedTuple):
    """Shadow prices along a line."""

    opening: tuple[Vector, ...]
    """When each card is reached; and after the last, where they are the worth of what is left."""
    moments: tuple[tuple[Moment, ...], ...]
    """Of each card's lines, the additional one included if it can be flipped."""
    flips: Vector
    """When the start-up flips."""


def most_worth(lines: Lines, moments: Sequence[Moment]) -> float:
    """The most that resolving a card can be worth: every processing in full or not at all."""
    total = 0.0
    for line, (takes, gives) in zip(lines, moments, strict=False):
        gain = amounts_value(line.gives, gives) - amounts_value(line.takes, takes)
        total += max(0.0, gain) * line.limit if line.takes else gain
    return total


def prices_along_line(hand: Hand, prices: Prices) -> LinePrices:
    """Shadow prices that can fall whenever something is taken."""
    events = _events(hand)
    supplies = _Supplies(hand, events)
    for time, event in enumerate(events):
        supplies.add(time, event, prices)
    falls = dict(zip(supplies.rows, supplies.program.duals(), strict=True))
    price = list(prices.stock)
    moments: list[Moment] = []
    for time in reversed(range(len(events))):
        gives = tuple(price)
        for kind in range(KINDS):
            price[kind] += falls.get((time, kind), 0.0)
        moments.append(Moment(tuple(price), gives))
    moments.reverse()
    by_card: list[list[Moment]] = [[] for _ in hand.cards]
    for event, moment in zip(events, moments, strict=True):
        if event.line is not None:
            by_card[event.place].append(moment)
    opening = (*(own[0].takes for own in by_card), prices.stock)
    return LinePrices(opening, tuple(map(tuple, by_card)), moments[supplies.flips_at].takes)


class _Event(NamedTuple):
    """A line of a card, or the flips."""

    place: int
    line: Effect | None
    """`None` for the flips."""
    is_additional: bool = False
    """Whether the card must be flipped for it."""


def _events(hand: Hand) -> list[_Event]:
    """All that happens along the line, in order."""
    events = []
    for place, card in enumerate(hand.cards):
        events += [_Event(place, line) for line in card.lines]
        if card.flipped_lines is not None:
            events.append(_Event(place, card.flipped_lines[-1], is_additional=True))
        if place == hand.start:
            events.append(_Event(place, None))
    return events


class _Supplies:
    """One supply for each event and resource that it takes: what there is of it then."""

    def __init__(self, hand: Hand, events: Sequence[_Event]) -> None:
        self._hand = hand
        self.flips_at = [event.line for event in events].index(None)
        self.rows = [
            (time, resource)
            for time, event in enumerate(events)
            for resource, _ in (FLIP if event.line is None else event.line.takes)
        ]
        self.program = Program(float(hand.player.stock[resource]) for _, resource in self.rows)

    def add(self, time: int, event: _Event, prices: Prices) -> None:
        """Make an event a column of the program, or an extraction part of the supplies."""
        place, line, is_additional = event
        if line is None:
            return
        if is_additional:
            card, times = self._hand.cards[place], line.limit or 1
            gain = prices.upgraded.get(card.id, 0.0) - amounts_value(FLIP, prices.stock)
            uses = self._uses(self.flips_at, FLIP, ())
            if place > self._hand.start:
                gain += amounts_value(line.net, prices.stock) * times
                for row, use in self._uses(time, line.takes, line.gives).items():
                    uses[row] = uses.get(row, 0.0) + use * times
            self.program.add_column(gain, uses, 1.0)
        elif line.takes:
            gain = amounts_value(line.net, prices.stock)
            self.program.add_column(gain, self._uses(time, line.takes, line.gives), line.limit)
        else:
            for row, use in self._uses(time, (), line.gives).items():
                self.program.supplies[row] -= use

    def _uses(self, time: int, takes: Amounts, gives: Amounts) -> dict[int, float]:
        """The supplies used: by what is taken from `time` on, less what is given right after it."""
        uses: dict[int, float] = {}
        for row, (when, what) in enumerate(self.rows):
            use = 0
            if when >= time:
                use += sum([amount for resource, amount in takes if resource == what])
            if when > time:
                use -= sum([amount for resource, amount in gives if resource == what])
            if use:
                uses[row] = use
        return uses

"""
Shadow prices: what each resource is worth at each moment of a production, if used as well as can be.

They are the duals of a linear program in which counts need not be whole, a card's lines need not
run together, and a flipped card runs its additional line in full. At these prices every choice can
be judged by itself, and the sum of the best judgements is a bound on what any plan is worth. That
holds for all prices that never rise with time and never fall below what is left is worth; good
prices only make the bound tight.
"""

from collections.abc import Sequence
from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP, KINDS, Card, Hand, Lines
from bessemer.bots.furnace.planning.simplex import Program
from bessemer.bots.furnace.planning.worth import Prices
from bessemer.games.furnace.effects import Amounts, Effect

Vector = tuple[float, ...]
"""A price for each resource, money included."""

_PAID_FLIP = tuple((resource, -amount) for resource, amount in FLIP)


class Around(NamedTuple):
    """The prices until the start-up is resolved, and after it."""

    before: Vector
    after: Vector


def amounts_value(amounts: Amounts, prices: Vector) -> float:
    """The worth of these amounts."""
    return sum([prices[resource] * amount for resource, amount in amounts])


def prices_around_startup(hand: Hand, prices: Prices) -> Around:
    """Shadow prices where the order is free: only the start-up divides the time."""
    # Supplies: what there is of each resource in the end, then what there is for the start-up.
    program = Program([float(amount) for amount in hand.player.stock[:KINDS]] * 2)
    for place, card in enumerate(hand.cards):
        for line in card.lines:
            _add_line(program, line, prices, is_startup=place == hand.start)
        _add_flip(program, card, prices)
    found = program.duals()
    after = [price + found[kind] for kind, price in enumerate(prices.stock[:KINDS])]
    before = [price + found[KINDS + kind] for kind, price in enumerate(after)]
    money = prices.stock[KINDS]
    return Around((*before, money), (*after, money))


def _add_line(program: Program, line: Effect, prices: Prices, *, is_startup: bool) -> None:
    """An extraction may come before the start-up, a sale after it; what is neither can do both."""
    gain, limit = amounts_value(line.net, prices.stock), line.limit
    if not line.takes:
        for supply, amount in _uses(line.gives, line.gives).items():
            program.supplies[supply] -= amount
    elif is_startup:
        program.add_column(gain, _uses(line.net, line.net), limit)
    elif all(resource >= KINDS for resource, _ in line.gives):
        program.add_column(gain, _uses(line.net, ()), limit)
    else:
        times = program.add_supply(limit)
        program.add_column(gain, {**_uses(line.net, line.net), times: 1.0}, limit)
        program.add_column(gain, {**_uses(line.net, ()), times: 1.0}, limit)


def _add_flip(program: Program, card: Card, prices: Prices) -> None:
    """Before the card's turn, with its additional line in full, or after it; either once at most."""
    if card.flipped_lines is None:
        return
    basic, additional = card.flipped_lines
    more = tuple((kind, change * (additional.limit or 1)) for kind, change in additional.net)
    # What the card would have given before the start-up it gives after it.
    moved = () if basic.takes else tuple((kind, -amount) for kind, amount in basic.gives)
    bonus = prices.upgraded.get(card.id, 0.0) - amounts_value(FLIP, prices.stock)
    gain = bonus + amounts_value(more, prices.stock)
    once = program.add_supply(1.0)
    uses = _uses((*_PAID_FLIP, *more), (*_PAID_FLIP, *moved))
    program.add_column(gain, {**uses, once: 1.0}, 1.0)
    program.add_column(bonus, {**_uses(_PAID_FLIP, _PAID_FLIP), once: 1.0}, 1.0)


def _uses(in_the_end: Amounts, early: Amounts) -> dict[int, float]:
    """The supplies that these changes use."""
    uses: dict[int, float] = {}
    for first, changes in (0, in_the_end), (KINDS, early):
        for resource, change in changes:
            if resource < KINDS:
                uses[first + resource] = uses.get(first + resource, 0.0) - change
    return uses


# --- Along a line of the chain variant -----------------------------------------------------------


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

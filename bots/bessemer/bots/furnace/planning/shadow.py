"""
Shadow prices: what each resource is worth at each moment of a production, if used as well as can be.

They are the duals of a linear program in which counts need not be whole, a card's lines need not
run together, and a flipped card runs its additional line in full. At these prices every choice can
be judged by itself, and the sum of the best judgements is a bound on what any plan is worth. That
holds for all prices that never rise with time and never fall below what is left is worth; good
prices only make the bound tight.
"""

from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP, KINDS, Card, Hand
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

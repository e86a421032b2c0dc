"""
Stocks of resources and the effects that change them.

An effect is one printed line: an extraction `2C + 1I`, or a processing `2C -> 1O x2`, which may be
done up to its limit. A compensation's processing carries no limit: the disc sets it.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

SYMBOLS: Final = "CIOU$"
COAL, IRON, OIL, TOKENS, MONEY = range(len(SYMBOLS))

Amounts = tuple[tuple[int, int], ...]
"""Pairs of a resource (an index into `Stock`) and how much of it."""

_AMOUNT: Final = re.compile(r"([0-9]{1,3})([CIOU$])")
_EFFECT: Final = re.compile(r"(?:(?P<takes>[^>]*)->)?(?P<gives>[^>x]*)(?:x(?P<limit>[0-9]{1,3}))?")


class Stock(NamedTuple):
    """What a player holds."""

    coal: int = 0
    iron: int = 0
    oil: int = 0
    tokens: int = 0
    money: int = 0

    @property
    def resources(self) -> int:
        """Coal, iron and oil together. RULING furnace-tokens: upgrade tokens do not count."""
        return self.coal + self.iron + self.oil


class Effect(NamedTuple):
    """One line of a card."""

    takes: Amounts
    """What a processing costs each time; empty for an extraction."""
    gives: Amounts
    limit: int
    """How often a processing may be done; 0 where the card sets no limit."""
    net: Amounts
    """What one time changes: `takes` below zero, then `gives`; kept because it runs so often."""

    def __str__(self) -> str:
        text = amounts_text(self.gives)
        if self.takes:
            text = f"{amounts_text(self.takes)} -> {text}"
        return f"{text} x{self.limit}" if self.limit else text


def effect_of(takes: Amounts, gives: Amounts, limit: int = 0) -> Effect:
    """The effect of a line that has these on the left and on the right of its arrow."""
    return Effect(
        takes, gives, limit, (*((resource, -amount) for resource, amount in takes), *gives)
    )


def affordable(effect: Effect, stock: Sequence[int], most: int) -> int:
    """How often `effect` can be paid from `stock`, but not more than `most` times."""
    for resource, amount in effect.takes:
        times = stock[resource] // amount
        if times < most:  # noqa: PLR1730 - min() costs a call on the hot path
            most = times
    return most


def carry_out(effect: Effect, stock: list[int], times: int) -> None:
    """Do `effect` so many times, in place; the caller knows that it can be paid."""
    for resource, change in effect.net:
        stock[resource] += change * times


def shortfall(effect: Effect, stock: Sequence[int], times: int) -> Amounts:
    """What `stock` lacks for doing `effect` so many times."""
    return tuple(
        (resource, amount * times - stock[resource])
        for resource, amount in effect.takes
        if stock[resource] < amount * times
    )


def amounts_text(amounts: Iterable[tuple[int, int]]) -> str:
    """`1C + 2I` for its pairs; the opposite of `parse_amounts`."""
    return " + ".join(f"{amount}{SYMBOLS[resource]}" for resource, amount in amounts)


def parse_amounts(text: str) -> Amounts:
    """
    The pairs that `1C + 2I` stands for.

    Raises:
        ValueError: it stands for none, an amount is below 1, or a resource is named twice.
    """
    found = [_AMOUNT.fullmatch(part.strip()) for part in text.split("+")]
    amounts = tuple((SYMBOLS.index(part[2]), int(part[1])) for part in found if part)
    if len(amounts) != len(found):
        raise ValueError(f"{text.strip()!r} is not amounts such as '1C + 2I' (C I O U $)")
    if any(amount < 1 for _, amount in amounts):
        raise ValueError(f"every amount in {text.strip()!r} must be at least 1")
    if len({resource for resource, _ in amounts}) < len(amounts):
        raise ValueError(f"{text.strip()!r} names a resource twice")
    return amounts


def parse_effect(text: str) -> Effect:
    """
    The effect that a line such as `2C`, `1I -> 1O` or `2C -> 1O x2` stands for.

    Raises:
        ValueError: it stands for none, spends money, takes what it gives, or has a limit of 0.
    """
    found = _EFFECT.fullmatch(text.strip())
    if not found:
        raise ValueError(f"{text!r} is neither '2C' nor '2C -> 1O x2'")
    takes = () if found["takes"] is None else parse_amounts(found["takes"])
    gives = parse_amounts(found["gives"])
    if any(resource == MONEY for resource, _ in takes):
        raise ValueError(f"{text!r} spends money, which nothing may")
    if {resource for resource, _ in takes} & {resource for resource, _ in gives}:
        raise ValueError(f"{text!r} has a resource on both sides of the arrow")
    if found["limit"] is None:
        return effect_of(takes, gives)
    if int(found["limit"]) < 1:
        raise ValueError(f"the limit in {text!r} must be at least 1")
    return effect_of(takes, gives, int(found["limit"]))

"""What resolving one card can do: every choice of counts, with what it needs and what it changes."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from bessemer.games.furnace.effects import COAL, MONEY, TOKENS, Amounts, Effect, Stock

KINDS: Final = MONEY
"""Coal, iron, oil and tokens: what can be spent. Money comes after them and never is."""

FLIP: Final[Amounts] = ((COAL, 1), (TOKENS, 1))
"""What flipping one company costs."""

FLIP_COST: Final = tuple(dict(FLIP).get(kind, 0) for kind in range(KINDS))
"""The same, by resource."""


class Way(NamedTuple):
    """A card resolved with these counts."""

    counts: tuple[int, ...]
    need: tuple[int, ...]
    """What must be in stock when the card's turn comes, by resource that can be spent."""
    net: tuple[int, ...]
    """What is more or less in stock afterwards, money included."""


@lru_cache(maxsize=4096)
def ways_of(lines: tuple[Effect, ...], limits: tuple[int, ...]) -> tuple[Way, ...]:
    """All ways to resolve a card with these lines, each processing at most `limits` times."""
    ways = []
    for times in product(
        *(
            range(limit + 1) if line.takes else (1,)
            for line, limit in zip(lines, limits, strict=True)
        )
    ):
        stock, lowest = [0] * len(Stock._fields), [0] * KINDS
        for line, count in zip(lines, times, strict=True):
            for resource, amount in line.takes:
                stock[resource] -= amount * count
                lowest[resource] = min(lowest[resource], stock[resource])
            for resource, amount in line.gives:
                stock[resource] += amount * count
        counts = tuple(count for line, count in zip(lines, times, strict=True) if line.takes)
        ways.append(Way(counts, tuple(-low for low in lowest), tuple(stock)))
    return tuple(ways)


def useful_limits(lines: tuple[Effect, ...], most: Sequence[int]) -> tuple[int, ...]:
    """How often each line can run at all if there are never more than `most` of each resource."""
    return tuple(
        min([line.limit, *(most[resource] // amount for resource, amount in line.takes)])
        for line in lines
    )

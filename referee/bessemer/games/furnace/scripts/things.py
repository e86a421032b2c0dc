"""What the words of choices stand for, and the choice that several scripts put."""

from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

from bessemer.engine.choices import Answer, Ask, Thing, Word, one, words
from bessemer.games.furnace.effects import Effect, affordable, carry_out
from bessemer.games.furnace.moves import Move

CARD: Final = "card"
"""What words stand for: a card of the row or an own one, by its id."""


def how_often(
    card: str,
    effect: Effect,
    stock: list[int],
    read: Callable[[Any], int],
    with_count: Callable[[int], Move],
) -> Generator[Ask, Answer, int]:
    """How often to process by one line of `card`; done to the stock at once."""
    most = affordable(effect, stock, effect.limit)

    def others() -> Iterator[tuple[Word, Move]]:
        return ((Word(str(more)), with_count(more)) for more in range(most + 1, effect.limit + 1))

    offered, about = words(range(most + 1)), Thing(CARD, card)
    count = int((yield from one("count", offered, read, about=about, others=others)))
    carry_out(effect, stock, count)
    return count

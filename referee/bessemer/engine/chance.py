"""
Chance as a value: SHA-256 in counter mode over a secret seed.

Any language can reproduce it. For i = 0, 1, 2, … let

    block(i) = SHA-256(seed ‖ i as 8 bytes, big-endian)

Cut each block into four words of 8 bytes, read as big-endian integers; the words of block 0,
then those of block 1, and so on, are the stream: word(k) is word k mod 4 of block k div 4.

- below(n): take the next word w of the stream. If w < 2⁶⁴ - (2⁶⁴ mod n), the result is w mod n;
  otherwise throw w away and take the next. (Without the rejection small results would be likelier.)
- shuffled(items): for last = len - 1 down to 1, swap items[last] with items[below(last + 1)].

Test vectors are in `tests/engine/test_chance.py`.
"""

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import NamedTuple, TypeVar

_BLOCK = Struct(">4Q")
_WORDS_PER_BLOCK = 4
_WORD_RANGE = 1 << 64

T = TypeVar("T")


class Chance(NamedTuple):
    """The words of the stream that are still to come: `drawn` of them are spent."""

    seed: bytes
    drawn: int = 0

    def below(self, n: int) -> tuple[int, "Chance"]:
        """Draw an integer from 0 to n-1, each equally likely."""
        draws = Draws(self)
        return draws.below(n), draws.rest

    def shuffled(self, items: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """Draw an order for `items`, each equally likely."""
        draws = Draws(self)
        return draws.shuffled(items), draws.rest

    @property
    def commitment(self) -> str:
        """What is published before the first draw, so that the seed cannot be changed later."""
        return sha256(self.seed).hexdigest()


class Draws:
    """A run of draws from one chance: ask `below` as often as needed, then keep `rest`."""

    def __init__(self, chance: Chance) -> None:
        self._seed, self._drawn = chance
        self._words: tuple[int, ...] = ()

    @property
    def rest(self) -> Chance:
        """The chance after all draws made here."""
        return Chance(self._seed, self._drawn)

    def below(self, n: int) -> int:
        """
        Draw an integer from 0 to n-1, each equally likely.

        Raises:
            ValueError: there is no such integer, or more of them than one word can tell apart.
        """
        if not 0 < n <= _WORD_RANGE:
            raise ValueError(f"cannot draw below {n}: it must be from 1 to 2**64")
        while True:
            place = self._drawn % _WORDS_PER_BLOCK
            # One block serves four draws: hash again only at its first word, or on starting inside.
            if place == 0 or not self._words:
                counter = (self._drawn // _WORDS_PER_BLOCK).to_bytes(8, "big")
                self._words = _BLOCK.unpack(sha256(self._seed + counter).digest())
            self._drawn += 1
            word = self._words[place]
            drawn = word % n
            # The last, incomplete run of n words is thrown away: w < 2⁶⁴ - (2⁶⁴ mod n).
            if word - drawn <= _WORD_RANGE - n:
                return drawn

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Draw an order for `items` (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

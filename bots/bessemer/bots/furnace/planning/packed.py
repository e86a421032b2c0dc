"""
Several small amounts in one integer.

Adding all of them, or asking whether all of them suffice, is then one operation; and the planner
does little else.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

from bessemer.bots.furnace.planning.hand import KINDS, Hand

_NARROW: Final = 10
_WIDE: Final = 40


class Packing:
    """Fields of `width` bits; the highest bit of each stays free and shows a field below zero."""

    def __init__(self, width: int, fields: int) -> None:
        self._shifts = tuple(range(0, width * fields, width))
        self._field = (1 << (width - 1)) - 1
        self.guards: Final = sum(1 << (shift + width - 1) for shift in self._shifts)
        """`(stock | guards) - need & guards == guards`: no field of `need` exceeds `stock`'s."""

    def pack(self, amounts: Iterable[int]) -> int:
        """The amounts as one integer; with negative ones it is a difference, good for adding."""
        return sum(amount << shift for amount, shift in zip(amounts, self._shifts, strict=True))

    def unpack(self, packed: int) -> list[int]:
        """The amounts, none of which is negative."""
        return [packed >> shift & self._field for shift in self._shifts]


@cache
def _packing(width: int, fields: int) -> Packing:
    return Packing(width, fields)


def packing(fields: int, most: int) -> Packing:
    """A packing of so many fields, none of which ever exceeds `most` by more than its double."""
    return _packing(_NARROW if most < 1 << (_NARROW - 3) else _WIDE, fields)


class Ledger:
    """Columns for each resource that can be spent, then `extras` more with a meaning of their own."""

    def __init__(self, hand: Hand, extras: int) -> None:
        self.columns = KINDS + extras
        self.packing: Packing = packing(self.columns, max(*hand.most, len(hand.cards)))
        self.opening = [*hand.player.stock[:KINDS], *[0] * extras]
        """The entry that a hand begins with; nothing in the extra columns."""

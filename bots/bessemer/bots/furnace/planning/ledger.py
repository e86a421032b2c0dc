"""What the searches write down of the choices made so far: several amounts, packed into one."""

from collections.abc import Sequence
from functools import cached_property

from bessemer.bots.furnace.planning.hand import Hand
from bessemer.bots.furnace.planning.packed import Packing, packing
from bessemer.bots.furnace.planning.ways import KINDS
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.state import Player


class Ledger:
    """
    Columns for each resource that can be spent, then `extras` more with a meaning of their own.

    Where sums do not tell what a plan is worth, the ledger `keeps_all`: then there are also a column
    for each card that can be flipped and one for money.
    """

    def __init__(self, hand: Hand, extras: int, *, keeps_all: bool = False) -> None:
        self._player = hand.player
        self._extras = extras
        self._keeps_all = keeps_all
        flippable = [card.id for card in hand.cards if card.flipped_lines is not None]
        self._flips = tuple(flippable) if keeps_all else ()
        self.columns = KINDS + extras + len(self._flips) + keeps_all
        most = max(*hand.most, len(hand.cards), hand.most_money if keeps_all else 0)
        self.packing: Packing = packing(self.columns, most)

    def row(
        self,
        amounts: Sequence[int],
        extras: Sequence[int],
        flipped: str | None = None,
        money: int = 0,
    ) -> list[int]:
        """An entry: what is more or less of everything."""
        if not self._keeps_all:
            return [*amounts, *extras]
        return [*amounts, *extras, *(int(card == flipped) for card in self._flips), money]

    @cached_property
    def opening(self) -> list[int]:
        """The entry that a hand begins with; nothing in the extra columns."""
        stock = self._player.stock
        return self.row(stock[:KINDS], [0] * self._extras, None, stock.money)

    def player(self, balance: int) -> Player:
        """The player who ends with this balance, in a ledger that keeps all."""
        amounts = self.packing.unpack(balance)
        *marks, money = amounts[KINDS + self._extras :]
        flips = [card for card, mark in zip(self._flips, marks, strict=True) if mark]
        upgraded = self._player.upgraded
        if flips:
            upgraded = tuple(sorted((*upgraded, *flips)))
        return self._player._replace(
            stock=Stock._make([*amounts[:KINDS], money]), upgraded=upgraded
        )

"""The best run of sales: which mill to sell next, and to whom."""

from collections import Counter
from typing import NamedTuple

from bessemer.bots.brass.worth import Worth
from bessemer.engine.game import Seat
from bessemer.games.brass.actions.sell_cotton import buyers, open_mills, sold_abroad, sold_to_port
from bessemer.games.brass.board.geography import SPACE_IDS
from bessemer.games.brass.moves import DISTANT, Sell
from bessemer.games.brass.state import Board
from bessemer.sdk.brass import BrassView


class Sale(NamedTuple):
    """A sale, its gain, and the table after it, as far as it can be known."""

    gain: float
    move: Sell
    board: Board


class Sales:
    """The sales open to the seat of a view."""

    def __init__(self, view: BrassView, worth: Worth) -> None:
        self._seat: Seat = view.seat
        self._worth = worth
        self._tiles = Counter(view.distant_tiles)
        drops = list(self._tiles.elements())
        self._usual = drops[len(drops) // 2] if drops else 0

    def best(self, board: Board) -> Sale | None:
        """The sale that gains most on `board`."""
        before = self._worth.of(board)
        found = [
            self._sale(board, Sell(SPACE_IDS[mill[0]], buyer), before)
            for mill in open_mills(board, self._seat)
            for buyer in buyers(mill)
        ]
        return max(found, key=lambda sale: sale.gain, default=None)

    def run(self, board: Board) -> Sale | None:
        """A whole run of sales, the first of them as its move; none if nothing would be gained."""
        gain, first = 0.0, None
        while (sale := self.best(board)) is not None and sale.gain > 0:
            gain += sale.gain
            first = first or sale.move
            board = sale.board
        return None if first is None else Sale(gain, first, board)

    def _sale(self, board: Board, move: Sell, before: float) -> Sale:
        if move.buyer != DISTANT:
            after = sold_to_port(board, move)
            return Sale(self._worth.of(after) - before, move, after)
        total = sum(
            count * self._worth.of(sold_abroad(board, move, drop))
            for drop, count in self._tiles.items()
        )
        gain = total / self._tiles.total() - before
        return Sale(gain, move, sold_abroad(board, move, self._usual))

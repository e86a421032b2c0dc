"""The gain of each action that deserves a look, and the best run of sales."""

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from bessemer.bots.brass.candidates import Candidates, rails
from bessemer.bots.brass.worth import Worth
from bessemer.engine.game import Seat
from bessemer.games.brass import table
from bessemer.games.brass.actions.build_link import SECOND_RAIL_COST
from bessemer.games.brass.actions.sell_cotton import buyers, open_mills, sold_abroad, sold_to_port
from bessemer.games.brass.board.geography import SPACE_IDS
from bessemer.games.brass.moves import DISTANT, Action, Pass, Rails, Sell, cards_of
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


_FIRST_RAILS: Final = 2
"""The number of rails, the best ones, that are tried as the first of two."""
_SECOND_RAILS: Final = 6
"""The number that are tried as the second."""


class Option(NamedTuple):
    """An action, its gain, and the table after it, as far as it can be known."""

    gain: float
    move: Action
    board: Board

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that it takes."""
        return cards_of(self.move)


class Actions:
    """The actions of the seat of a view, by what they gain."""

    def __init__(self, view: BrassView, worth: Worth) -> None:
        self._view = view
        self._worth = worth
        self._before = worth.of(view.board)
        self._candidates = Candidates(view)

    def options(self) -> Iterator[Option]:
        """One of them does nothing and gains nothing."""
        candidates = self._candidates
        yield Option(0.0, Pass(candidates.card), self._view.board)
        for build in candidates.builds():
            yield self._option(build)
        for canal in candidates.canals():
            yield self._option(canal)
        for loan in candidates.loans():
            yield self._option(loan)
        for development in candidates.developments():
            yield self._option(development)
        yield from self._rails()
        run = Sales(self._view, self._worth).run(self._view.board)
        if run is not None:
            gain, first, after = run
            yield Option(gain, first._replace(card=candidates.card), after)

    def _option(self, move: Action) -> Option:
        view = self._view
        after = table.after(view.board, view.seat, view.hand, move, None)
        return Option(self._worth.of(after) - self._before, move, after)

    def _rails(self) -> Iterator[Option]:
        """Every rail alone; and the best of them each with a second."""
        view, card = self._view, self._candidates.card
        alone = [
            (self._option(Rails(rail, None, card)), link, rail)
            for link, rail in rails(view.board, view.seat).items()
        ]
        yield from [option for option, _, _ in alone]
        alone.sort(key=lambda entry: (-entry[0].gain, entry[1]))
        ranked = [link for _, link, _ in alone]
        for option, _, rail in alone[:_FIRST_RAILS]:
            second = rails(option.board, view.seat, SECOND_RAIL_COST)
            # Those that the first one opens come first: nothing is known of them yet.
            new = [link for link in second if link not in ranked]
            likely = [link for link in ranked if link in second]
            for link in (new + likely)[:_SECOND_RAILS]:
                yield self._option(Rails(rail, second[link], card))

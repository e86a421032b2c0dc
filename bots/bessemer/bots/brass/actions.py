"""The gain of each action that deserves a look."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from bessemer.bots.brass.candidates import Candidates, rails
from bessemer.bots.brass.sales import Sales
from bessemer.bots.brass.worth import Worth
from bessemer.games.brass import table
from bessemer.games.brass.actions.build_link import SECOND_RAIL_COST
from bessemer.games.brass.moves import Action, Pass, Rails, cards_of
from bessemer.games.brass.state import Board
from bessemer.sdk.brass import BrassView

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

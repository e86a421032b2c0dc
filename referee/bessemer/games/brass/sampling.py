"""
An action at random, without listing them all: first its kind, then each choice that it leaves.

Kinds are drawn by weight among those that are possible. Most draws find a possible kind at once, so
only that kind is looked into; else all are, and one is drawn of those that are possible. That comes
to the same: a kind of weight w, where the possible kinds weigh p together, has the chance w / p.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from bessemer.engine.game import Below, Seat
from bessemer.games.brass.actions import build_industry, build_link, develop, loan, sell_cotton
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import Action, Build, Canal, Develop, Loan, Pass, Rails, Sell
from bessemer.games.brass.network.sites import openings
from bessemer.games.brass.state import Board, Hand, make

# Any: what a kind finds possible is handed to the same kind alone.
Possible = Any


class Turn(NamedTuple):
    """What an action depends on."""

    board: Board
    seat: Seat
    hand: Hand

    def any_card(self, below: Below) -> str:
        """One of the cards, where it does not matter which."""
        return self.hand[below(len(self.hand))]


class Kind(NamedTuple):
    """A kind of action: how likely it is, what is possible of it now, and one of that."""

    weight: int
    find: Callable[[Turn], Possible]
    """Something true if the kind is possible."""
    make: Callable[[Turn, Possible, Below], Action]


def _cards(turn: Turn) -> Possible:
    return turn.hand


def _pass(turn: Turn, found: Possible, below: Below) -> Pass:  # noqa: ARG001 - the hand twice
    return Pass(turn.any_card(below))


def _loans(turn: Turn) -> Possible:
    return loan.open_loans(turn.board, turn.seat)


def _loan(turn: Turn, found: Possible, below: Below) -> Loan:
    return loan.sample_loan(found, turn.any_card(below), below)


def _stacks(turn: Turn) -> Possible:
    return develop.open_stacks(turn.board, turn.seat)


def _develop(turn: Turn, found: Possible, below: Below) -> Develop:
    return develop.sample_develop(turn.board, turn.seat, found, turn.any_card(below), below)


def _links(turn: Turn) -> Possible:
    if turn.board.era is Era.CANAL:
        return build_link.open_canals(turn.board, turn.seat)
    return build_link.open_rails(turn.board, turn.seat, build_link.FIRST_RAIL_COST)


def _link(turn: Turn, found: Possible, below: Below) -> Canal | Rails:
    card = turn.any_card(below)
    if turn.board.era is Era.CANAL:
        return build_link.sample_canal(found, card, below)
    return build_link.sample_rails(turn.board, turn.seat, found, card, below)


def _mills(turn: Turn) -> Possible:
    return sell_cotton.open_mills(turn.board, turn.seat)


def _sale(turn: Turn, found: Possible, below: Below) -> Sell:
    return sell_cotton.sample_sale(found, turn.any_card(below), below)


def _sites(turn: Turn) -> Possible:
    board, seat, hand = turn
    spaces = openings(board, seat)
    if not any(spaces):
        return None
    sites = build_industry.sites_by_card(board, seat, hand, spaces)
    return (spaces, sites) if sites or build_industry.may_combine(board) else None


def _build(turn: Turn, found: Possible, below: Below) -> Build:
    board, seat, hand = turn
    spaces, sites = found
    # Two cards are much to give: if one does as well, one time in five.
    if sites and (not build_industry.may_combine(board) or below(5)):
        return build_industry.sample_build(board, seat, sites, below)
    return build_industry.sample_double_build(board, seat, hand, spaces, below)


KINDS: Final = (
    # What does something weighs more than passing and borrowing, or random play would be idle.
    Kind(1, _cards, _pass),
    Kind(1, _loans, _loan),
    Kind(2, _stacks, _develop),
    Kind(3, _links, _link),
    Kind(4, _mills, _sale),
    Kind(5, _sites, _build),
)
_BY_WEIGHT: Final = tuple(kind for kind in KINDS for _ in range(kind.weight))


def sample_action(board: Board, seat: Seat, hand: Hand, below: Below) -> Action:
    """A legal action; every one of them can come out."""
    turn = make(Turn, (board, seat, hand))
    kind = _BY_WEIGHT[below(len(_BY_WEIGHT))]
    found = kind.find(turn)
    if not found:
        tried = kind
        possible: list[tuple[Kind, Possible]] = []
        for kind in KINDS:
            if kind is not tried and (found := kind.find(turn)):
                possible += [(kind, found)] * kind.weight
        kind, found = possible[below(len(possible))]
    return kind.make(turn, found, below)

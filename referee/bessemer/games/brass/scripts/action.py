"""The choices of an action: its kind, then what that kind asks."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from bessemer.engine.choices import Script, Word, one, words
from bessemer.games.brass.actions import build_industry, build_link, develop, loan, sell_cotton
from bessemer.games.brass.board.income import LOANS
from bessemer.games.brass.moves import Action, Build, Canal, Develop, Loan, Pass, Rails, Sell
from bessemer.games.brass.network.sites import openings
from bessemer.games.brass.sampling import Possible, Turn
from bessemer.games.brass.scripts import builds, developments, links, sales
from bessemer.games.brass.scripts.things import card_choice

BUILD_TWO_CARDS: Final = "build_two_cards"
"""Both actions and two cards for one build, which may then lie anywhere."""


class Kind(NamedTuple):
    """A kind of action: what is possible of it, the choices that follow, and one if none is."""

    name: str
    move: type[Action]
    find: Callable[[Turn], Possible]
    """Something true if the kind is possible."""
    script: Callable[[Turn, Possible], Script[Any]]
    refused: Callable[[Turn], Action]
    """An action of a kind that is not possible."""


def action(turn: Turn) -> Script[Action]:
    """The kind of action, then what it asks."""
    found = {kind.name: kind.find(turn) for kind in KINDS}
    offered = [name for name, possible in found.items() if possible]

    def others() -> Iterator[tuple[Word, Action]]:
        return ((Word(kind.name), kind.refused(turn)) for kind in KINDS if not found[kind.name])

    name = yield from one("action", words(offered), _name_of, others=others)
    kind = next(kind for kind in KINDS if kind.name == name)
    move: Action = yield from kind.script(turn, found[name])
    return move


def _name_of(move: Action) -> str:
    if isinstance(move, Build) and move.second_card:
        return BUILD_TWO_CARDS
    return next(kind.name for kind in KINDS if type(move) is kind.move)


def _pass(turn: Turn, _: Possible) -> Script[Pass]:
    return Pass((yield from card_choice(turn)))


def _never(turn: Turn) -> Action:
    raise AssertionError(f"seat {turn.seat} can always pass")


def _loan(turn: Turn, amounts: Possible) -> Script[Loan]:
    def others() -> Iterator[tuple[Word, Loan]]:
        closed = (amount for amount in LOANS if amount not in amounts)
        return ((Word(str(amount)), Loan(amount, turn.hand[0])) for amount in closed)

    amount = yield from one("amount", words(amounts), lambda move: move.amount, others=others)
    return Loan(int(amount), (yield from card_choice(turn)))


def _amounts(turn: Turn) -> Possible:
    return loan.open_loans(turn.board, turn.seat)


def _stacks(turn: Turn) -> Possible:
    return develop.open_stacks(turn.board, turn.seat)


def _canals(turn: Turn) -> Possible:
    return build_link.open_canals(turn.board, turn.seat)


def _rails(turn: Turn) -> Possible:
    return build_link.open_rails(turn.board, turn.seat, build_link.FIRST_RAIL_COST)


def _mills(turn: Turn) -> Possible:
    return sell_cotton.open_mills(turn.board, turn.seat)


def _sites(turn: Turn) -> Possible:
    board, seat, hand = turn
    return build_industry.sites_by_card(board, seat, hand, openings(board, seat))


def _spaces(turn: Turn) -> Possible:
    if not build_industry.may_combine(turn.board):
        return None
    spaces = openings(turn.board, turn.seat)
    return any(spaces) and spaces


KINDS: Final = (
    Kind("pass", Pass, lambda turn: turn.hand, _pass, _never),
    Kind("loan", Loan, _amounts, _loan, lambda turn: Loan(LOANS[0], turn.hand[0])),
    Kind("develop", Develop, _stacks, developments.develop, developments.no_develop),
    Kind("canal", Canal, _canals, links.canal, links.no_canal),
    Kind("rail", Rails, _rails, links.rails, links.no_rails),
    Kind("sell", Sell, _mills, sales.sell, sales.no_sale),
    Kind("build", Build, _sites, builds.build_with_one_card, builds.no_build_with_one_card),
    Kind(
        BUILD_TWO_CARDS,
        Build,
        _spaces,
        builds.build_with_two_cards,
        builds.no_build_with_two_cards,
    ),
)
"""In the order of the words, what does least first."""

"""
The kinds of action, in one table: when each is possible, its choices, and one of it at random.

Listing the words of a decision, sampling a move and saying why a kind is not possible all go by it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bessemer.engine.choices import Word
from bessemer.engine.game import Below
from bessemer.engine.scripts import Script, one, sample, words
from bessemer.games.brass.actions import build_industry, build_link, develop, loan, sell_cotton
from bessemer.games.brass.board.income import LOANS
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import Action, Build, Canal, Develop, Loan, Pass, Rails, Sell
from bessemer.games.brass.scripts import builds, developments, links, sales
from bessemer.games.brass.scripts.things import card_choice
from bessemer.games.brass.turn import Turn

BUILD_TWO_CARDS: Final = "build_two_cards"
"""Both actions and two cards for one build, which may then lie anywhere."""

# Any: what a kind finds possible is handed to the same kind alone.
Possible = Any


class Kind(NamedTuple):
    """A kind of action."""

    name: str
    move: type[Action]
    era: Era | None
    """The era in which alone there is such an action."""
    weight: int
    """How often random play tries it."""
    find: Callable[[Turn], Possible]
    """Something true if the kind is possible."""
    script: Callable[[Turn, Possible], Script[Any]]
    """The choices that follow, if it is possible."""
    sample: Callable[[Turn, Possible, Below], Action]
    """One action at random. By the script it takes twice as long on average: 30 µs instead of 15."""
    refused: Callable[[Turn], Action]
    """An action of a kind that is not possible."""


def _pass(turn: Turn, _: Possible) -> Script[Pass]:
    return Pass((yield from card_choice(turn)))


def _never(turn: Turn) -> Action:
    raise AssertionError(f"seat {turn.seat} can always pass")


def _loan(turn: Turn, amounts: Possible) -> Script[Loan]:
    amount = yield from one(
        "amount",
        words(amounts),
        lambda move: move.amount,
        others=lambda: ((Word(str(amount)), Loan(amount, turn.hand[0])) for amount in LOANS),
    )
    return Loan(int(amount), (yield from card_choice(turn)))


def _rails(turn: Turn) -> Possible:
    return build_link.open_rails(turn.board, turn.seat, build_link.FIRST_RAIL_COST)


def _sites(turn: Turn) -> Possible:
    return build_industry.sites_by_card(turn.board, turn.seat, turn.hand, turn.openings())


def _spaces(turn: Turn) -> Possible:
    if not build_industry.may_combine(turn.board) or len(turn.hand) == 1:
        return None
    spaces = turn.openings()
    return any(spaces) and spaces


# In the order of the words: what does least comes first. What does something weighs more than
# passing and borrowing, or random play would be idle; two cards are much to give for one build.
KINDS: Final = (
    Kind(
        name="pass",
        move=Pass,
        era=None,
        weight=1,
        find=lambda turn: turn.hand,
        script=_pass,
        sample=lambda turn, _, below: Pass(turn.any_card(below)),
        refused=_never,
    ),
    Kind(
        name="loan",
        move=Loan,
        era=None,
        weight=1,
        find=lambda turn: loan.open_loans(turn.board, turn.seat),
        script=_loan,
        sample=loan.sample_loan,
        refused=lambda turn: Loan(LOANS[0], turn.hand[0]),
    ),
    Kind(
        name="develop",
        move=Develop,
        era=None,
        weight=2,
        find=lambda turn: develop.open_stacks(turn.board, turn.seat),
        script=developments.develop,
        sample=develop.sample_develop,
        refused=developments.no_develop,
    ),
    Kind(
        name="canal",
        move=Canal,
        era=Era.CANAL,
        weight=3,
        find=lambda turn: build_link.open_canals(turn.board, turn.seat),
        script=links.canal,
        sample=build_link.sample_canal,
        refused=links.no_canal,
    ),
    Kind(
        name="rail",
        move=Rails,
        era=Era.RAIL,
        weight=3,
        find=_rails,
        script=links.rails,
        sample=build_link.sample_rails,
        refused=links.no_rails,
    ),
    Kind(
        name="sell",
        move=Sell,
        era=None,
        weight=4,
        find=lambda turn: sell_cotton.open_mills(turn.board, turn.seat),
        script=sales.sell,
        sample=lambda turn, mills, below: sample(sales.sell(turn, mills), below),
        refused=sales.no_sale,
    ),
    Kind(
        name="build",
        move=Build,
        era=None,
        weight=4,
        find=_sites,
        script=builds.build_with_one_card,
        sample=build_industry.sample_build,
        refused=builds.no_build_with_one_card,
    ),
    Kind(
        name=BUILD_TWO_CARDS,
        move=Build,
        era=None,
        weight=1,
        find=_spaces,
        script=builds.build_with_two_cards,
        sample=build_industry.sample_double_build,
        refused=builds.no_build_with_two_cards,
    ),
)


# A script runs again for every step of an answer, and for every move that is listed.
@lru_cache(maxsize=64)
def possible(turn: Turn) -> dict[str, Possible]:
    """By the name of each kind that is possible, what of it is."""
    return {kind.name: found for kind in KINDS if (found := kind.find(turn))}


def action(turn: Turn) -> Script[Action]:
    """The kind of action, then what it asks."""
    found = possible(turn)

    name = yield from one(
        "action",
        words(found),
        _name_of,
        others=lambda: (
            (Word(kind.name), kind.refused(turn)) for kind in KINDS if kind.name not in found
        ),
    )
    kind = next(kind for kind in KINDS if kind.name == name)
    move: Action = yield from kind.script(turn, found[name])
    return move


def _name_of(move: Action) -> str:
    if isinstance(move, Build) and move.second_card:
        return BUILD_TWO_CARDS
    return next(kind.name for kind in KINDS if type(move) is kind.move)


# --- At random -----------------------------------------------------------------------------------

_BY_WEIGHT: Final = {
    era: tuple(kind for kind in KINDS if kind.era in (None, era) for _ in range(kind.weight))
    for era in Era
}


def sample_action(turn: Turn, below: Below) -> Action:
    """
    A legal action; every one of them can come out.

    Kinds are drawn by weight among those that are possible. Most draws find a possible kind at once,
    so only that kind is looked into; else all are, and one is drawn of those that are possible. That
    comes to the same: a kind of weight w, where the possible kinds weigh p together, has the chance
    w / p.
    """
    kinds = _BY_WEIGHT[turn.board.era]
    kind = kinds[below(len(kinds))]
    found = kind.find(turn)
    if not found:
        tried = kind
        left: list[tuple[Kind, Possible]] = []
        for kind in KINDS:
            if kind is not tried and (found := kind.find(turn)):
                left += [(kind, found)] * kind.weight
        kind, found = left[below(len(left))]
    return kind.sample(turn, found, below)

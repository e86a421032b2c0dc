"""
What money, income and the tiles still to be built are worth in victory points, as time runs out.

Nothing here depends on the map: all of it follows from the era, the round and the weights.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from bessemer.games.brass.board.figures import TileKind
from bessemer.games.brass.board.income import INCOME, advanced
from bessemer.games.brass.board.stacks import BUILDABLE, FULL_STACKS
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.scoring import POUNDS_PER_POINT
from bessemer.games.brass.state import Board


class Weights(NamedTuple):
    """The guesses that prices rest on, in victory points."""

    pound: float = 0.026
    """The worth of a pound at the start of a match, above the tenth of a point at its end."""
    income: float = 0.18
    """The same of a pound of income, in each round to come."""
    need: float = 0.25
    """The extra worth of each pound that the next actions need."""
    purse: float = 9.0
    """The pounds that an action needs on average."""
    debt: float = 1.0
    """The cost of each pound that the next income leaves unpaid."""
    stacks: float = 0.75
    """The share of their worth that tiles count for while they lie in the stack."""
    next_tile: float = 0.75
    """How much less each tile of a stack counts than the one above it."""


USUAL: Final = Weights()

_SOON: Final = 0.4
"""The share of the rounds to come that is over before tiles flip that are built now."""
_FLIPS: Final = (0.75, 0.7, 0.85, 0.65, 1.0)
"""By industry: how likely a tile that is built flips some day."""
_CHANCE_TO_BUILD: Final = (1.0, 0.6, 0.8, 0.6, 0.35)
"""By industry: how likely there is a space for a tile, and a card."""
_ACTIONS_AHEAD: Final = 3
"""The number of actions that money in hand should cover."""
_BUSY: Final = 12
"""With fewer actions left than this, money is needed less and less."""
_WHOLE_STACKS: Final = 1.5
"""Of the rail era, the tiles in the stacks lose worth once less than 1 / so much is left."""
_CUBE_COST: Final = 2
_SPACES_PER_POUND: Final = 2.5
"""On the part of the income track that matters most."""


def _smooth_income() -> tuple[float, ...]:
    """The pounds of each space, as if a group of spaces rose evenly."""
    found = []
    for space, pounds in enumerate(INCOME):
        group = [other for other, same in enumerate(INCOME) if same == pounds]
        found.append(pounds + (space - group[0] + 1) / len(group) - 1.0)
    return tuple(found)


_SMOOTH_INCOME: Final = _smooth_income()


class Prices(NamedTuple):
    """Prices at one point of a match, for a seat that has `actions` left in the era."""

    is_canal: bool
    actions: int
    """The ones that the seat has left in this era after the one it is asked for."""
    era_left: float
    """The share of the era's rounds that is still to come."""
    pound: float
    need: float
    """The extra worth of a pound while the seat has fewer than `purse`."""
    purse: float
    income: float
    """The worth of a pound in every round to come."""
    debt: float
    stacks: tuple[tuple[float, ...], ...]
    """By industry and by how many tiles are left."""

    def purse_worth(self, money: int, income: int, rise: float) -> float:
        """
        What money and income are worth.

        Args:
            money: in pounds.
            income: the space of the income track.
            rise: by how many spaces more it may be expected to rise.
        """
        worth = self.pound * money + self.need * min(money, self.purse)
        later = advanced(income, round(rise))
        worth += self.income * (
            _SOON * _SMOOTH_INCOME[income] + (1 - _SOON) * _SMOOTH_INCOME[later]
        )
        unpaid = money + INCOME[income]
        return worth if unpaid >= 0 else worth + self.debt * unpaid


def prices_at(board: Board, weights: Weights = USUAL) -> Prices:
    """The prices for the seat whose turn it is on `board`."""
    return _prices(len(board.players), board.era, board.round, board.actions, weights)


@lru_cache(maxsize=1 << 10)
def _prices(seats: int, era: Era, number: int, actions: int, weights: Weights) -> Prices:
    rounds = SETTINGS[seats].rounds
    is_canal = era is Era.CANAL
    left = rounds - number
    era_actions = 2 * left + max(0, actions - 1)
    all_actions = era_actions + (2 * rounds if is_canal else 0)
    share = all_actions / (4 * rounds)
    last = 1 / POUNDS_PER_POINT
    incomes = left + (rounds if is_canal else 0)
    income = incomes * (last + weights.income * share)
    pound = last + weights.pound * share
    return Prices(
        is_canal,
        era_actions,
        left / rounds,
        pound,
        weights.need * min(1.0, all_actions / _BUSY),
        weights.purse * min(_ACTIONS_AHEAD, all_actions),
        income,
        weights.debt if incomes else 0.0,
        _stacks(era, era_actions / (2 * rounds), pound, income / _SPACES_PER_POUND, weights),
    )


def _stacks(
    era: Era, era_left: float, pound: float, space: float, weights: Weights
) -> tuple[tuple[float, ...], ...]:
    """The worth of tiles in the stacks; `space` is the worth of a space of the income track."""
    time_left = 1.0 if era is Era.CANAL else min(1.0, era_left * _WHOLE_STACKS)
    stacks = []
    for industry, chance in enumerate(_CHANCE_TO_BUILD):
        worths = _stack_worths(industry, era, pound, space, weights)
        if era is Era.CANAL:
            later = _stack_worths(industry, Era.RAIL, pound, space / 2, weights)
            pairs = zip(worths, later, strict=True)
            worths = [era_left * now + (1 - era_left) * then for now, then in pairs]
        share = weights.stacks * chance * time_left
        stacks.append(tuple(share * worth for worth in worths))
    return tuple(stacks)


def _stack_worths(
    industry: int, era: Era, pound: float, space: float, weights: Weights
) -> list[float]:
    """By how many tiles are left of a stack: what they promise together."""
    worths = [0.0]
    for left in range(1, FULL_STACKS[industry] + 1):
        kind = BUILDABLE[era][industry][left]
        own = max(0.0, _tile_worth(kind, era, pound, space)) if kind else 0.0
        worths.append(own + weights.next_tile * worths[-1])
    return worths


def _tile_worth(kind: TileKind, era: Era, pound: float, space: float) -> float:
    """The promise of a tile that is built, less its cost."""
    scored = 2 if era is Era.CANAL and kind.level > 1 else 1
    gain = kind.points * scored + kind.income * space
    cost = kind.cost + _CUBE_COST * (kind.coal + kind.iron)
    return _FLIPS[kind.industry] * gain - pound * cost

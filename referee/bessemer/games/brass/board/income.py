"""The income track: flips go forward by spaces, loans go back by groups."""

from typing import Final

from bessemer.games.brass.board.figures import FIGURES

INCOME: Final = FIGURES.income
"""In pounds, by space."""
FIRST_SPACE: Final = FIGURES.first_space
LAST_SPACE: Final = len(INCOME) - 1
LOANS: Final = FIGURES.loans


def advanced(space: int, spaces: int) -> int:
    """The space of the marker after moving `spaces` forward; the track ends at the last one."""
    return min(LAST_SPACE, space + spaces)


def _one_group_back(space: int) -> int | None:
    """The highest space of the group below, if there is one."""
    lower = [other for other in range(space) if INCOME[other] < INCOME[space]]
    return lower[-1] if lower else None


_BACK: Final = tuple(map(_one_group_back, range(len(INCOME))))


def after_loan(space: int, amount: int) -> int | None:
    """Where a loan of `amount` leaves the marker; `None` if that is below the track."""
    back: int | None = space
    for _ in range(amount // 10):
        if back is None:
            return None
        back = _BACK[back]
    return back

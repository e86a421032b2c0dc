"""The fifth action: take a loan, and earn less for ever."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Below, Seat
from bessemer.games.brass.board.income import LAST_SPACE, LOANS, after_loan
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import Loan
from bessemer.games.brass.refusals import Code, check_card
from bessemer.games.brass.state import Board, Hand, Player, make, replaced


def is_too_late(board: Board) -> bool:
    """Whether the bank lends no more: in the Rail era, once the deck is empty."""
    return board.era is Era.RAIL and not board.deck


_AMOUNTS: Final = tuple(
    tuple(amount for amount in LOANS if after_loan(space, amount) is not None)
    for space in range(LAST_SPACE + 1)
)
"""By space of the income track: what may be borrowed from there."""


def open_loans(board: Board, seat: Seat) -> tuple[int, ...]:
    """The amounts that `seat` may borrow now."""
    return () if is_too_late(board) else _AMOUNTS[board.players[seat].income]


def sample_loan(amounts: tuple[int, ...], card: str, below: Below) -> Loan:
    """One of `amounts`, all equally likely."""
    return make(Loan, (amounts[below(len(amounts))], card))


def legal_loans(board: Board, seat: Seat, hand: Hand) -> Iterator[Loan]:
    """Every amount with every card."""
    for amount in open_loans(board, seat):
        for card in dict.fromkeys(hand):
            yield Loan(amount, card)


def lent(board: Board, seat: Seat, hand: Hand, move: Loan) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    check_card(hand, move.card)
    if move.amount not in open_loans(board, seat):
        raise _refusal(board, seat, move.amount)
    money, income, *rest = board.players[seat]
    player = make(Player, (money + move.amount, after_loan(income, move.amount), *rest))
    return board._replace(players=replaced(board.players, seat, player))


def _refusal(board: Board, seat: Seat, amount: int) -> IllegalMove:
    possible = open_loans(board, seat)
    if amount not in LOANS:
        code, why = Code.WRONG_AMOUNT, f"there is no loan of £{amount}"
    elif is_too_late(board):
        code, why = Code.TOO_LATE, "in the rail era the bank lends nothing once the deck is empty"
    else:
        code, why = Code.TOO_DEEP, f"a loan of £{amount} leads below the lowest income"
    names = tuple(map(str, possible))
    return IllegalMove(
        code,
        f"{why}; seat {seat} may borrow {' or '.join(names) or 'nothing'}",
        part="amount",
        allowed=names,
    )

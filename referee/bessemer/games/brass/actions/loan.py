"""The fifth action: take a loan, and earn less for ever."""

from typing import Final

from bessemer.engine.errors import IllegalMove, any_of, say
from bessemer.engine.game import Below, Seat
from bessemer.games.brass.board.income import LAST_SPACE, LOANS, after_loan
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import Loan
from bessemer.games.brass.refusals import Code, check_card
from bessemer.games.brass.state import Board, Hand, Player, make, replaced
from bessemer.games.brass.turn import Turn


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


def sample_loan(turn: Turn, amounts: tuple[int, ...], below: Below) -> Loan:
    """One of `amounts`, all equally likely."""
    return make(Loan, (amounts[below(len(amounts))], turn.any_card(below)))


def lent(board: Board, seat: Seat, hand: Hand, move: Loan) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    check_card(hand, move.card)
    amount, possible = move.amount, open_loans(board, seat)
    if amount not in possible:
        if amount not in LOANS:
            code, why = Code.WRONG_AMOUNT, say("there is no loan of £{amount}", amount=amount)
        elif is_too_late(board):
            code = Code.TOO_LATE
            why = say("in the rail era the bank lends nothing once the deck is empty")
        else:
            code = Code.TOO_DEEP
            why = say("a loan of £{amount} leads below the lowest income", amount=amount)
        names = tuple(map(str, possible))
        raise IllegalMove(
            code,
            why,
            say("seat {seat} may borrow {amounts}", seat=seat, amounts=any_of(names)),
            part="amount",
            words=names,
        )
    money, income, *rest = board.players[seat]
    player = make(Player, (money + amount, after_loan(income, amount), *rest))
    return board._replace(players=replaced(board.players, seat, player))

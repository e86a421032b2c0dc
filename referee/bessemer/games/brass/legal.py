"""What a seat may choose from, in each phase: all legal moves, one at random, the default."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.brass.actions import (
    build_industry,
    build_link,
    debts,
    develop,
    loan,
    sell_cotton,
)
from bessemer.games.brass.board.geography import SPACE_IDS, pick
from bessemer.games.brass.moves import Action, Move, Pass, Remove, Stop
from bessemer.games.brass.sampling import sample_action
from bessemer.games.brass.state import Board, Hand, Phase

NO_CARD: Final = ("",)
"""Going on with a sale takes none."""


def legal_moves(board: Board, seat: Seat, hand: Hand) -> Iterator[Move]:
    """Every legal move; none if the seat is not asked. What does least comes first."""
    if seat not in board.waiting:
        return
    match board.phase:
        case Phase.ACTION:
            yield from _legal_actions(board, seat, hand)
        case Phase.SALE:
            yield Stop()
            yield from sell_cotton.legal_sales(board, seat, NO_CARD)
        case Phase.SHORTFALL:
            yield from debts.legal_removals(board, seat)
        case Phase.OVER:
            pass


def _legal_actions(board: Board, seat: Seat, hand: Hand) -> Iterator[Action]:
    for card in dict.fromkeys(hand):
        yield Pass(card)
    yield from loan.legal_loans(board, seat, hand)
    yield from develop.legal_developments(board, seat, hand)
    yield from build_link.legal_canals(board, seat, hand)
    yield from sell_cotton.legal_sales(board, seat, hand)
    yield from build_industry.legal_builds(board, seat, hand)
    yield from build_link.legal_rails(board, seat, hand)


def default_move(board: Board, seat: Seat, hand: Hand) -> Move:
    """Pass with the first card; sell no more; give up the tile that costs least."""
    match board.phase:
        case Phase.SALE:
            return Stop()
        case Phase.SHORTFALL:
            return debts.default_removal(board, seat)
        case _:
            return Pass(hand[0])


def sample_move(board: Board, seat: Seat, hand: Hand, below: Below) -> Move:
    """
    A legal move: a kind of action by its weight, then each choice that it leaves.

    Every legal move can come out (of developments, in the order in which they are listed).
    """
    if board.phase is Phase.ACTION:
        return sample_action(board, seat, hand, below)
    if board.phase is Phase.SALE:
        mills = sell_cotton.open_mills(board, seat)
        return sell_cotton.sample_sale(mills, "", below) if below(2) else Stop()
    tiles = board.players[seat].tiles
    return Remove(SPACE_IDS[pick(tiles, below(tiles.bit_count()))])

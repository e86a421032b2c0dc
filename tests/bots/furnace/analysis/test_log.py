"""A log is sorted completely, and keeps the boards that the seats were shown."""

import pytest

from bessemer.bots.furnace.analysis.log import read_log
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, ProductionPlan
from tests.bots.furnace.analysis.logs import GOLDEN, golden


@pytest.mark.parametrize("name", GOLDEN)
def test_every_move_is_in_its_place(name: str) -> None:
    """No choice is lost, and each has the board of its round and phase."""
    state, moves = golden(name)
    log = read_log(state, moves)

    for kind, choices in (
        (Compensation, log.compensations),
        (ChainPlacement, log.placements),
        (ProductionPlan, log.plans),
    ):
        assert [move for move in moves if isinstance(move.move, kind)] == [
            choice.made for choice in choices
        ]
        for board, made in choices:
            assert made.seat in board.waiting
    discs = sum(len(stack) for auction in log.auctions for stack in auction.row.stacks)
    agent = len(log.seats) == 2
    bids = sum(isinstance(move.move, Bid) for move in moves)
    assert discs == bids if not agent else discs >= bids


@pytest.mark.parametrize("name", GOLDEN)
def test_money_ends_with_the_score(name: str) -> None:
    """One entry for each round played to its end, the last of them what the board shows."""
    state, moves = golden(name)
    log = read_log(state, moves)

    assert log.money[0] == (0,) * len(log.seats)
    assert log.money[-1] == tuple(player.stock.money for player in log.board.players)
    assert len(log.money) - 1 <= len(log.auctions) <= len(log.money)

"""The engine's auctions and compensations agree with the second reading of the rules."""

import tomllib
from collections.abc import Iterator
from typing import Any, Final

import pytest

from bessemer.engine.game import Seat
from bessemer.engine.resources import shipped_text
from bessemer.games.furnace.moves import Bid, Compensation
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, State
from tests.games.furnace import slow_auction, slow_compensation
from tests.games.furnace.brute_force import Stock
from tests.games.furnace.slow_auction import Auction
from tests.games.walks import SETTINGS, Setting, Walk, states

MATCHES: Final = 12

COMPENSATIONS: Final = {
    card["id"]: card["compensation"]
    for card in tomllib.loads(shipped_text("furnace", "cards.toml"))["company"]
}

every_setting = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(setting, id=name)
        for name, setting in SETTINGS.items()
        if setting.game is FURNACE and "rounds" not in name
    ],
)


def slow(state: State) -> Auction:
    """The second reading of an auction that is about to begin."""
    board = state.board
    owned = board.table.capitalists[: len(board.players)]
    names = [capitalist.value if capitalist else None for capitalist in owned]
    return slow_auction.begin(board.row.cards, names, board.first, state.chance)


def rounds(setting: Setting) -> Iterator[list[Walk]]:
    """The states of each auction and its compensations, and the first state after them."""
    for number in range(MATCHES):
        found: list[Walk] = []
        for walk in states(setting, b"auction %d" % number):
            if walk.state.board.phase in (Phase.BID, Phase.COMPENSATION):
                found.append(walk)
            elif found:
                yield [*found, walk]
                found = []


def last_move(walk: Walk) -> tuple[Seat, Any]:
    """The move that led here."""
    return walk.moves[-1]


@every_setting
def test_every_bid_and_whose_turn_it_is(setting: Setting) -> None:
    """At each bid both readings ask the same seat and allow the same bids; the discs lie alike."""
    for first, *others in rounds(setting):
        auction = slow(first.state)
        for walk in (first, *others):
            if walk is not first and isinstance(last_move(walk)[1], Bid):
                auction.bid(*last_move(walk)[1])
            if walk.state.board.phase is Phase.BID:
                assert auction.bidder is not None
                seat = Seat(auction.bidder)
                bids = list(FURNACE.legal_moves(walk.state, seat))
                assert (seat,) == walk.asked
                assert len(bids) == len(set(bids))
                assert auction.choices(seat) == set(bids)
                assert auction.lying == [list(stack) for stack in walk.state.board.row.stacks]
                assert auction.chance == walk.state.chance
        assert auction.bidder is None


@every_setting
def test_every_compensation_and_who_takes_the_cards(setting: Setting) -> None:
    """Both ask the same seats, allow the same answers, pay the same and give the same cards."""
    for match in rounds(setting):
        auction = slow(match[0].state)
        for walk in match[1:]:
            if isinstance(last_move(walk)[1], Bid):
                auction.bid(*last_move(walk)[1])
        given = {
            seat: move.counts
            for seat, move in match[-1].moves[len(match[0].moves) :]
            if isinstance(move, Compensation)
        }
        before, after = match[0].state.board, match[-1].state.board
        answers = {seat: slow_answers(auction, match[0], seat) for seat in match[0].seats}

        assert set(given) == {seat for seat, legal in answers.items() if len(legal) > 1}
        for walk in match:
            if walk.state.board.phase is Phase.COMPENSATION:
                for seat in walk.asked:
                    legal = list(FURNACE.legal_moves(walk.state, seat))
                    assert len(legal) == len(answers[seat])
                    assert set(map(Compensation, answers[seat])) == set(legal)
        takers = slow_compensation.takers(auction)
        for seat in match[0].seats:
            (zeros,) = (counts for counts in answers[seat] if not any(counts))
            new = tuple(card for card in auction.cards if takers[card] == seat)
            assert answers[seat][given.get(seat, zeros)] == after.players[seat].stock
            assert before.players[seat].companies + new == after.players[seat].companies
        nobody = [card for card in auction.cards if takers[card] is None]
        assert sorted((*before.gone, *nobody)) == sorted(after.gone)


def slow_answers(auction: Auction, walk: Walk, seat: Seat) -> dict[tuple[int, ...], Stock]:
    """Every legal answer of the seat, and what it leaves of its stock before the auction."""
    coal, iron, oil, tokens, money = walk.state.board.players[seat].stock
    debts = slow_compensation.owed(auction, seat, COMPENSATIONS)
    return dict(slow_compensation.answers(debts, (coal, iron, oil, tokens, money)))

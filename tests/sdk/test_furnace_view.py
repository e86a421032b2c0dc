"""What a bot author asks of a view, against the rules themselves."""

import random
from collections.abc import Iterator

import pytest

from bessemer.games.furnace.moves import Bid, Compensation, ProductionPlan
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, State, View
from bessemer.sdk.furnace import FurnaceView
from bessemer.testing import FakeReferee

OPTIONS = pytest.mark.parametrize(
    "options", [{}, {"chain": "on"}, {"capitalists": "off", "rounds": "3"}]
)


def positions(options: dict[str, str], seats: int = 3) -> Iterator[tuple[State, FurnaceView]]:
    """States of a random match and what the next seat sees there."""
    rng = random.Random(5)
    state = FakeReferee(FurnaceView, seed=5, options=options)._set_up(seats)
    while asked := FURNACE.decisions(state):
        seat = asked[0].seat
        yield state, FurnaceView(FURNACE.view(state, seat), 7.5)
        state = FURNACE.apply(state, seat, FURNACE.sample_move(state, seat, rng.randrange))


@OPTIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_knows_what_the_board_knows(options: dict[str, str], seats: int) -> None:
    """Each word of the view is the board's own fact about our seat."""
    for state, view in positions(options, seats):
        board, seat = state.board, view.seat
        player, table = board.players[seat], board.table

        assert (player.stock, player.stock.money) == (view.stock, view.money)
        assert board.round == view.round
        assert table.options.rounds == view.round + view.rounds_left
        assert (board.round == table.options.rounds) == view.is_last_round
        assert board.hands[seat] == view.discs
        assert table.startups[seat] == view.startup.id
        assert table.capitalists[seat] is view.capitalist
        assert {view.startup.id, *player.companies} == set(view.cards)
        assert board.row.cards == tuple(offer.card for offer in view.row)
        assert board.row.stacks == tuple(offer.discs for offer in view.row)
        assert all(view.offer(offer.card) == offer for offer in view.row)
        for card in player.companies:
            company = view.company(card)
            both = (company.basic, company.additional)
            assert both[: 1 + (card in player.upgraded)] == view.lines(card)


@OPTIONS
def test_the_families_are_all_legal_moves_of_their_phase(options: dict[str, str]) -> None:
    """Bids and compensations; of plans there are too many."""
    for state, view in positions(options):
        legal = FURNACE.legal_moves(state, view.seat)
        if view.phase is Phase.BID:
            assert sorted(legal, key=str) == sorted(view.legal_bids(), key=str)
        elif view.phase is Phase.COMPENSATION:
            assert list(legal) == view.legal_compensations()


@OPTIONS
def test_a_gain_is_the_difference_that_an_answer_makes(options: dict[str, str]) -> None:
    """Stock before, and the gain, is the stock after."""
    rng = random.Random(6)
    gained = 0
    for _, view in positions(options):
        answer = view.random_move(rng)
        if isinstance(answer, Bid):
            continue
        gain, after = view.gain(answer), view.after(answer)
        assert after.stock == tuple(a + b for a, b in zip(view.stock, gain, strict=True))
        gained += gain.money

    assert gained > 0


@OPTIONS
@pytest.mark.parametrize("seats", FURNACE.seats)
def test_the_table_after_a_move_is_the_one_that_the_rules_make(
    options: dict[str, str], seats: int
) -> None:
    """Our disc as the rules place it, before the Agent's; and what our own answer makes of us."""
    rng = random.Random(7)
    kinds = set()
    for state, view in positions(options, seats):
        move = view.random_move(rng)
        kinds.add(type(move))
        after, made = view.after(move), FURNACE.apply(state, view.seat, move)
        if isinstance(move, Bid):
            assert (view.seat, move.value) == after.offer(move.card).discs[-1]
            assert sorted((*after.discs, move.value)) == sorted(view.discs)
            assert view.players == after.players
            if made.board.phase is Phase.BID and seats > 2:
                assert (made.board.row, made.board.hands) == (after.board.row, after.board.hands)
        elif made.board.waiting and made.board.phase is view.phase:
            sealed = made.sealed[view.seat]
            assert sealed is not None
            assert sealed.player == after.me
            assert () == after.claims
            assert [view.players[seat] for seat in view.others] == [
                after.players[seat] for seat in view.others
            ]

    assert {Bid, Compensation, ProductionPlan} <= kinds


@OPTIONS
def test_the_lead_is_over_the_richest_other(options: dict[str, str]) -> None:
    """Below 0 where we are behind; whoever is ahead leads alone."""
    for _, view in positions(options):
        richest = max(view.board.players[seat].stock.money for seat in view.others)
        assert view.money - richest == view.lead
        if view.lead > 0:
            assert (view.seat,) == view.leaders()


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bid_that_would_win_does_if_nobody_bids_after_it(seats: int) -> None:
    """The disc is the winner of its card right after the bid; equal discs of a Speculator lose."""
    seen = set()
    for state, view in positions({}, seats):
        for bid in view.legal_bids() if view.phase is Phase.BID else ():
            after = FURNACE.apply(state, view.seat, bid)
            if after.board.phase is not Phase.BID:
                continue
            won = FurnaceView(View(view.seat, after.board, None)).offer(bid.card).winner
            assert won is not None
            assert view.would_win(bid) == ((view.seat, bid.value) == won)
            seen.add(view.would_win(bid))

    assert {True, False} == seen


def test_claims_and_new_cards_are_there_when_they_are_asked_about() -> None:
    """And at no other time."""
    referee = FakeReferee(FurnaceView, seed=1, options={"chain": "on"})
    owed = referee.view("compensation")
    placing = referee.view("placement")

    assert any(claim.effect.takes for claim in owed.claims)
    assert () == referee.view("bid").claims
    assert set(placing.new_cards) == set(placing.me.companies) - set(placing.me.line)
    assert placing.new_cards

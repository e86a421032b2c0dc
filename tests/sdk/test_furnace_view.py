"""What a bot author asks of a view, against the rules themselves."""

import random
from collections.abc import Iterator

import pytest

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.moves import Bid, Compensation
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, State, View
from bessemer.sdk.furnace import FurnaceView
from bessemer.sdk.view import UNLIMITED
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


def test_a_spectator_has_no_view_of_this_kind() -> None:
    """It would have nothing to decide."""
    view = FakeReferee(FurnaceView).view()
    with pytest.raises(ValueError, match="spectator"):
        FurnaceView(View(None, view.board, None))


def test_a_view_without_a_clock_has_all_the_time() -> None:
    """So that bots need not tell tests from matches."""
    view = FakeReferee(FurnaceView).view()

    assert UNLIMITED == view.clock
    assert 2.5 == FakeReferee(FurnaceView, clock=2.5).view().clock


@OPTIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_knows_what_the_board_knows(options: dict[str, str], seats: int) -> None:
    """Each word of the view is the board's own fact about our seat."""
    for state, view in positions(options, seats):
        board, seat = state.board, view.seat
        player, table = board.players[seat], board.table

        assert player == view.me
        assert (player.stock, player.stock.money) == (view.stock, view.money)
        assert (board.phase, board.round) == (view.phase, view.round)
        assert table.options.rounds == view.round + view.rounds_left
        assert (board.round == table.options.rounds) == view.is_last_round
        assert board.hands[seat] == view.discs
        assert table.startups[seat] == view.startup.id
        assert table.capitalists[seat] is view.capitalist
        assert {view.startup.id, *player.companies} == set(view.cards)
        assert seats - 1 == len(view.others)
        assert seat not in view.others
        assert view.others[0] == (seat + 1) % seats
        assert board.row.cards == tuple(offer.card for offer in view.row)
        assert board.row.stacks == tuple(offer.discs for offer in view.row)
        assert all(view.offer(offer.card) == offer for offer in view.row)
        for card in player.companies:
            company = view.company(card)
            both = (company.basic, company.additional)
            assert both[: 1 + (card in player.upgraded)] == view.lines(card)
        assert view.players == board.players


@OPTIONS
def test_moves_are_the_games_own(options: dict[str, str]) -> None:
    """Legal bids, the default move, the first legal moves and random ones."""
    rng = random.Random(3)
    for state, view in positions(options):
        legal = view.legal_moves(40)
        assert legal[0] == view.default_move() == FURNACE.default_move(state, view.seat)
        if view.phase is Phase.BID:
            assert list(FURNACE.legal_moves(state, view.seat)) == view.legal_bids()
        FURNACE.apply(state, view.seat, view.random_move(rng))


@OPTIONS
def test_why_illegal_is_the_referees_own_word(options: dict[str, str]) -> None:
    """For moves of every kind, in every phase, at everybody's turn."""
    rng = random.Random(4)
    moves = [view.random_move(rng) for _, view in positions(options)]
    moves += [Bid(9, "C01"), Bid(1, "NONE"), Compensation((99,)), Compensation((0, 0, 0, 0, 0))]
    agreed = set()
    for state, view in positions(options):
        for move in rng.sample(moves, 25):
            expected = None
            try:
                FURNACE.apply(state, view.seat, move)
            except IllegalMove as error:
                expected = error
            refusal = view.why_illegal(move)
            assert str(expected) == str(refusal)
            agreed.add(expected.code if expected else None)

    assert {None, "furnace.wrong-kind", "furnace.not-in-row", "furnace.no-such-disc"} <= agreed


def test_nothing_is_legal_for_whoever_is_not_asked() -> None:
    """A view of a seat whose turn it is not."""
    view = FakeReferee(FurnaceView).view("bid")
    other = FurnaceView(View(view.others[0], view.board, None))
    refusal = other.why_illegal(Bid(1, view.row[0].card))

    assert refusal is not None
    assert "furnace.not-asked" == refusal.code


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
def test_the_leaders_are_those_of_rank_one(options: dict[str, str]) -> None:
    """Ranks as the match would end now, and how far we are ahead."""
    for _, view in positions(options):
        assert [seat for seat, rank in enumerate(view.ranks()) if rank == 1] == list(view.leaders())
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


def test_an_imagined_state_looks_like_the_view() -> None:
    """So that a search may play on from it."""
    rng = random.Random(7)
    for _, view in positions({"chain": "on"}):
        seen = FURNACE.view(view.imagine(rng), view.seat)

        assert (view.seat, view.board, view.answer) == seen


def test_claims_and_new_cards_are_there_when_they_are_asked_about() -> None:
    """And at no other time."""
    referee = FakeReferee(FurnaceView, seed=1, options={"chain": "on"})
    owed = referee.view("compensation")
    placing = referee.view("placement")

    assert any(claim.effect.takes for claim in owed.claims)
    assert () == referee.view("bid").claims
    assert set(placing.new_cards) == set(placing.me.companies) - set(placing.me.line)
    assert placing.new_cards


def test_a_view_says_what_it_is() -> None:
    """In a debugger, one line and not a whole board."""
    view = FakeReferee(FurnaceView).view("plan", round=2, seat=1)

    assert "<FurnaceView: seat 1, round 2, plan>" == repr(view)
    assert isinstance(view.capitalist, Capitalist)
    assert Seat(1) == view.seat

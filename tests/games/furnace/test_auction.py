"""The auction: discs, the order of bidding, where a disc may go, and what is refused."""

import pytest

from bessemer.engine.chance import Draws
from bessemer.games.furnace.refusals import Code
from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    FINANCIER,
    MONOPOLIST,
    SPECULATOR,
    UNDERWRITER,
    bid,
    hand,
    legal_bids,
    position,
    refused,
)

PLAYERS = (2, 3, 4)

# --- Discs and turns -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_has_discs_1_to_4_and_the_financier_one_more_2(players: int) -> None:
    """Everybody who bids, the Agent included, has discs 1 to 4; the neutral disc is a 2."""
    for number in range(20):
        state = at.match(players, number)
        owners = at.capitalists(state)
        for seat, owner in enumerate(owners):
            assert ((1, 2, 2, 3, 4) if owner == FINANCIER else (1, 2, 3, 4)) == hand(state, seat)
        if players == 2:
            assert hand(state, 2) == (1, 2, 3, 4)


@pytest.mark.parametrize("players", PLAYERS)
def test_row_has_6_7_or_8_cards(players: int) -> None:
    """The number of cards on offer depends on the number of players, in every round."""
    state = at.match(players)
    for dealt in range(1, 5):
        assert {2: 6, 3: 7, 4: 8}[players] == len(set(at.row(state)))
        assert 36 - dealt * len(at.row(state)) == len(at.pile(state))
        state = at.next_round(state)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("players", PLAYERS)
def test_bidding_goes_clockwise_from_the_first_player_in_four_laps(
    players: int, first: int
) -> None:
    """From the first player clockwise, one disc each, until no disc is left."""
    state = position(players, first=first % players)

    lap = [(first + ahead) % players for ahead in range(players)]
    assert lap * 4 == at.bidding_order(state)


@pytest.mark.parametrize("players", PLAYERS)
def test_first_player_of_each_round_bids_first(players: int) -> None:
    """The token passes to the left, and whoever holds it bids first."""
    for number in range(4):
        state = at.match(players, number)
        started = at.first(state)
        for ahead in range(4):
            assert ((started + ahead) % players,) == at.asked(state)
            assert at.kind(state) == "bid"
            state = at.next_round(state)


def test_all_discs_return_after_the_auction() -> None:
    """When the row is done everybody has all discs again, the Financier five."""
    state = position(2, capitalists=(UNDERWRITER, FINANCIER))
    state = at.by_default(state, lambda later: at.kind(later) == "plan")

    assert [hand(state, s) for s in range(3)] == [(1, 2, 3, 4), (1, 2, 2, 3, 4), (1, 2, 3, 4)]
    assert at.row(state) == ()


def test_the_disc_goes_where_the_bid_says() -> None:
    """A bid takes the disc from the hand and puts it on top of those that lie there."""
    state = bid(position(3), "3 C02", "1 C02", "4 C07", "1 C01")

    assert at.stacks(state) == {"C01": [(0, 1)], "C02": [(0, 3), (1, 1)], "C07": [(2, 4)]}
    assert [hand(state, seat) for seat in range(3)] == [(2, 4), (2, 3, 4), (1, 2, 3)]


# --- Where a disc may go -------------------------------------------------------------------------


def bids(values: str, cards: str) -> list[str]:
    """Every one of these values on every one of these cards C01 to C08, by value."""
    return [f"bid {value} on C0{card}" for value in values for card in cards]


def test_first_bid_may_be_any_disc_on_any_card() -> None:
    """On an empty row everything is legal: by value, then from left to right."""
    assert bids("1234", "12345678") == legal_bids(position(4), 0)
    assert bids("1234", "1234567") == legal_bids(position(3), 0)
    assert bids("1234", "123456") == legal_bids(position(2), 0)


def test_no_two_discs_of_one_player_and_none_of_one_value() -> None:
    """A card with an own disc takes none; a card with another's disc takes other values."""
    state = bid(position(3), "3 C02", "1 C05", "4 C05", "1 C07", "3 C01", "2 C07")

    # Seat 0 has 2 and 4 left, and discs on C02 and C07; C05 holds 1 and 4, C07 holds 1 and 2.
    assert [*bids("2", "13456"), *bids("4", "1346")] == legal_bids(state, 0)


def test_monopolist_may_bid_where_its_own_discs_lie_but_not_the_same_value_as_another() -> None:
    """RULING furnace-stack: any number of own discs of different values on one card."""
    state = position(3, capitalists=(MONOPOLIST, UNDERWRITER, UNDERWRITER), discs=("1234", "2", ""))
    state = bid(state, "1 C02", "2 C02")
    assert [*bids("2", "134567"), *bids("34", "1234567")] == legal_bids(state, 0)
    state = bid(state, "4 C02", "3 C02")

    assert at.stacks(state) == {"C02": [(0, 1), (1, 2), (0, 4), (0, 3)]}
    assert bids("2", "134567") == legal_bids(state, 0)


def test_speculator_may_bid_a_value_that_lies_there_but_not_on_an_own_disc() -> None:
    """Equal values are the Speculator's exception; one disc of each player stays the rule."""
    state = position(3, capitalists=(UNDERWRITER, SPECULATOR, UNDERWRITER))
    state = bid(state, "3 C02")
    assert bids("1234", "1234567") == legal_bids(state, 1)
    state = bid(state, "3 C02")
    assert at.stacks(state) == {"C02": [(0, 3), (1, 3)]}
    # Nobody else may do the same, also not on a disc of the Speculator's.
    assert [*bids("12", "1234567"), *bids("3", "134567"), *bids("4", "1234567")] == legal_bids(
        state, 2
    )
    state = bid(state, "4 C01", "1 C03")
    assert bids("124", "134567") == legal_bids(state, 1)


@pytest.mark.parametrize("owner", [FINANCIER, UNDERWRITER, at.BARGAIN_HUNTER])
def test_other_capitalists_place_like_everybody(owner: str) -> None:
    """Only the Speculator and the Monopolist have placement rules of their own."""
    state = position(3, capitalists=(owner, MONOPOLIST, SPECULATOR), discs=("34", "2", "1"))
    state = bid(state, "3 C02", "2 C03", "1 C04")

    assert bids("4", "134567") == legal_bids(state, 0)
    state = position(3, capitalists=(MONOPOLIST, owner, SPECULATOR), discs=("3", "34", ""))
    assert [*bids("3", "134567"), *bids("4", "1234567")] == legal_bids(bid(state, "3 C02"), 1)


def test_default_bid_is_the_lowest_disc_on_the_leftmost_card() -> None:
    """The lowest disc that fits anywhere, on the leftmost card that takes it."""
    state = position(3, discs=("134", "123", "4"))
    expected = ["bid 1 on C01", "bid 1 on C02", "bid 4 on C01", "bid 3 on C02", "bid 2 on C01"]
    for text in expected:
        seat = at.asked(state)[0]
        assert text == at.default_text(state, seat)
        state = at.play(state, text)


# --- Refusals ------------------------------------------------------------------------------------


def test_refused_bids_name_the_part_and_list_every_legal_bid() -> None:
    """Each placement rule has its code; `allowed` is exactly the legal bids."""
    state = bid(position(3), "3 C02", "1 C05", "4 C05")
    cases = {
        "bid 3 on C01": (Code.NO_SUCH_DISC, "value", "C01"),
        "bid 0 on C01": (Code.NO_SUCH_DISC, "value", "C01"),
        "bid 5 on C01": (Code.NO_SUCH_DISC, "value", "C01"),
        "bid -1 on C01": (Code.NO_SUCH_DISC, "value", "C01"),
        "bid 3 on C30": (Code.NO_SUCH_DISC, "value", "C30"),
        "bid 1 on C30": (Code.NOT_IN_ROW, "card", "C30"),
        "bid 1 on S1": (Code.NOT_IN_ROW, "card", "S1"),
        "bid 1 on C02": (Code.OWN_DISC_THERE, "card", "C02"),
        "bid 1 on C05": (Code.VALUE_TAKEN, "card", "C05"),
        "bid 4 on C05": (Code.VALUE_TAKEN, "card", "C05"),
    }
    for text, expected in cases.items():
        error = refused(state, 0, text)
        assert (*expected, None, "") == (
            error.code,
            error.part,
            error.card,
            error.step,
            error.missing,
        ), text
        assert legal_bids(state, 0) == list(error.allowed)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "bid 3 on C01",
            "seat 0 has no disc worth 3, only 1, 2, 4; seat 0 may bid 1 or 2 or 4 on C01",
            id="no-such-disc",
        ),
        pytest.param(
            "bid 1 on C30",
            "C30 is not in the row: C01, C02, C03, C04, C05, C06, C07; "
            "seat 0 may bid nothing on C30",
            id="not-in-the-row",
        ),
        pytest.param(
            "bid 1 on C05",
            "C05 already holds a disc worth 1; seat 0 may bid 2 on C05",
            id="value-taken",
        ),
        pytest.param(
            "bid 1 on C02",
            "C02 already holds a disc of seat 0; seat 0 may bid nothing on C02",
            id="own-disc-there",
        ),
    ],
)
def test_refused_bid_tells_the_player_what_is_allowed_there(text: str, message: str) -> None:
    """The message says what is wrong and what may be bid on that card."""
    state = bid(position(3), "3 C02", "1 C05", "4 C05")

    assert message == str(refused(state, 0, text))


def test_only_the_seat_whose_turn_it_is_may_bid() -> None:
    """Others are not asked, have no legal move, and are told who is."""
    state = bid(position(3, first=1), "3 C02")
    assert at.asked(state) == (2,)

    for seat in (0, 1):
        assert legal_bids(state, seat) == []
        error = refused(state, seat, "bid 1 on C01")
        assert (
            error.code,
            error.part,
            error.card,
            error.allowed,
        ) == (Code.NOT_ASKED, "", None, ())
        assert f"seat {seat} is not asked now; asked is 2" == str(error)


@pytest.mark.parametrize("text", ["compensation", "compensation 0", "line S1", "plan S1 0"])
def test_only_a_bid_is_accepted_in_an_auction(text: str) -> None:
    """Any other kind of move is refused; the default bid is named as allowed."""
    error = refused(position(3), 0, text)

    assert (error.code, error.part, error.allowed) == (Code.WRONG_KIND, "", ("bid 1 on C01",))
    assert f"seat 0 is asked for a bid, not '{text}'" == str(error)


def test_every_legal_bid_is_sampled_once() -> None:
    """One draw among as many as there are legal bids, all equally likely."""
    state = bid(position(3), "3 C02", "1 C05", "4 C05")
    texts, asked_for = legal_bids(state, 0), []

    def first_asked(number: int) -> int:
        asked_for.append(number)
        return 0

    assert texts[0] == at.sampled(state, 0, first_asked)
    assert [len(texts)] == asked_for
    assert texts == at.all_samples(state, 0, len(texts))


def test_every_bid_is_either_listed_or_refused() -> None:
    """Over random auctions `legal_moves` lists exactly the bids that `apply` accepts."""
    for number, players in enumerate((2, 3, 4) * 4):
        for turn in at.random_turns(at.match(players, number), number):
            if at.kind(turn.before) != "bid" or number % 4 != at.round_number(turn.before) % 4:
                continue
            everything = [f"bid {v} on {c}" for v in range(1, 5) for c in at.row(turn.before)]
            listed = legal_bids(turn.before, turn.seat)
            assert sorted(listed) == sorted(set(listed))
            for text in everything:
                if text in listed:
                    at.answer(turn.before, turn.seat, text)
                else:
                    refused(turn.before, turn.seat, text)


def test_refused_stacks_name_the_rule_that_is_broken() -> None:
    """The Monopolist is told of the value, the Speculator of its own disc."""
    state = position(3, capitalists=(MONOPOLIST, SPECULATOR, UNDERWRITER), discs=("12", "13", "24"))
    state = bid(state, "1 C01", "1 C01", "2 C01")
    assert refused(state, 0, "bid 2 on C01").code == Code.VALUE_TAKEN
    state = bid(state, "2 C02")
    assert refused(state, 1, "bid 3 on C01").code == Code.OWN_DISC_THERE
    # Also where the value lies there, which is no obstacle to the Speculator.
    state = position(3, capitalists=(MONOPOLIST, SPECULATOR, UNDERWRITER), discs=("3", "13", "4"))
    state = bid(state, "3 C01", "1 C01", "4 C02")
    assert refused(state, 1, "bid 3 on C01").code == Code.OWN_DISC_THERE


# --- The set-up -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("capitalists", ["on", "off"])
def test_set_up_draws_in_the_documented_order_and_cuts_at_once(
    players: int, capitalists: str
) -> None:
    """RULING furnace-cut before the first deal too; replays rely on the order of the draws."""
    for number in range(10):
        state = at.match(players, number, capitalists=capitalists)
        deck, draws = at.options_of(state).deck, Draws(at.seed(number))
        startups = draws.shuffled(tuple(deck.startups))[:players]
        owners = ("",) * players
        if capitalists == "on":
            owners = draws.shuffled(("K1", "K2", "K3", "K4", "K5"))[:players]
        companies = draws.shuffled(tuple(deck.companies))
        first = draws.below(players)
        cut = 1 + draws.below(35)

        assert (startups, owners, first) == (
            at.startups(state),
            at.capitalists(state),
            at.first(state),
        )
        assert companies[cut:] + companies[:cut] == at.row(state) + at.pile(state)

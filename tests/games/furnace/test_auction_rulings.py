"""The rulings on the auction: the cut, the neutral disc, passing, ties and stacks."""

import random
from collections import Counter
from itertools import cycle, islice

import pytest

from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    BARGAIN_HUNTER,
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


def bids(values: str, cards: str) -> list[str]:
    """Every one of these values on every one of these cards C01 to C08, by value."""
    return [f"bid {value} on C0{card}" for value in values for card in cards]


# --- RULING furnace-cut --------------------------------------------------------------------------


def last_answer(players: int) -> State:
    """A position in which one default move ends the round."""
    state = at.by_default(at.match(players), lambda later: at.kind(later) == "plan")
    return at.by_default(state, lambda later: len(at.asked(later)) == 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_furnace_cut_is_any_rotation_by_1_to_n_minus_1(players: int) -> None:
    """The deal is a rotation of the pile, never the pile itself; each about equally often."""
    state = last_answer(players)
    before = at.pile(state)
    turned = []
    for number in range(60 * (len(before) - 1)):
        after = at.one_default(at.with_chance(state, at.seed(number)))
        dealt = at.row(after) + at.pile(after)
        by = before.index(dealt[0])
        assert before[by:] + before[:by] == dealt
        turned.append(by)

    found = Counter(turned)
    assert set(range(1, len(before))) == set(found)
    assert min(found.values()) > 30
    assert max(found.values()) < 100


# --- RULING furnace-neutral ----------------------------------------------------------------------


def test_furnace_neutral_two_2s_are_one_move() -> None:
    """The neutral disc is a 2 of its owner's: listed once, and one rule for both."""
    state = position(3, capitalists=(FINANCIER, UNDERWRITER, MONOPOLIST))
    assert bids("1234", "1234567") == legal_bids(state, 0)
    state = bid(state, "2 C01", "2 C02", "1 C03")

    assert hand(state, 0) == (1, 2, 3, 4)
    # The other 2 goes neither to the own disc nor to another's 2.
    assert bids("2", "34567") == [text for text in legal_bids(state, 0) if text.startswith("bid 2")]
    refused(state, 0, "bid 2 on C01")
    assert refused(state, 0, "bid 2 on C02").code == Code.VALUE_TAKEN
    # It is listed once also when few discs are left.
    few = position(3, capitalists=(FINANCIER, UNDERWRITER, MONOPOLIST), discs=("224", "1", "1"))
    assert bids("24", "1234567") == legal_bids(few, 0)
    state = bid(state, "2 C03", "4 C07", "4 C06")
    assert hand(state, 0) == (1, 3, 4)
    assert refused(state, 0, "bid 2 on C04").code == Code.NO_SUCH_DISC
    # Like any 2 it closes its card to the 2s of others.
    few = position(3, capitalists=(FINANCIER, UNDERWRITER, MONOPOLIST), discs=("2", "2", "2"))
    assert refused(bid(few, "2 C03"), 1, "bid 2 on C03").code == Code.VALUE_TAKEN


@pytest.mark.parametrize(
    ("placed", "left", "listed"),
    [
        pytest.param("1", (2, 2, 3, 4), "234", id="four-left"),
        pytest.param("13", (2, 2, 4), "24", id="three-left"),
        pytest.param("134", (2, 2), "2", id="two-left"),
        pytest.param("124", (2, 3), "23", id="one-2-left"),
        pytest.param("1224", (3,), "3", id="no-2-left"),
    ],
)
def test_furnace_neutral_is_one_move_however_many_discs_are_left(
    placed: str, left: tuple[int, ...], listed: str
) -> None:
    """The two 2s are listed once, placed one by one, and drawn like any other value."""
    state = position(3, capitalists=(FINANCIER, UNDERWRITER, MONOPOLIST))
    for place, value in enumerate(placed, 1):
        state = at.one_default(at.one_default(bid(state, f"{value} C0{8 - place}")))
    assert left == hand(state, 0)
    texts = legal_bids(state, 0)
    assert sorted(set(texts)) == sorted(texts)
    assert listed == "".join(sorted({text.split()[1] for text in texts}))

    drawn = at.all_samples(state, 0, len(texts))
    assert sorted(texts) == sorted(drawn)


@pytest.mark.parametrize("owner", range(3))
@pytest.mark.parametrize("first", range(3))
def test_furnace_neutral_fifth_disc_is_placed_alone_at_the_end(first: int, owner: int) -> None:
    """After four laps only the Financier has a disc, and is asked alone."""
    owners = [FINANCIER if seat == owner else UNDERWRITER for seat in range(3)]
    state = position(3, capitalists=owners, first=first)

    laps = islice(cycle([first, (first + 1) % 3, (first + 2) % 3]), 12)
    assert [*laps, owner] == at.bidding_order(state)


# --- RULING furnace-pass -------------------------------------------------------------------------


def test_furnace_pass_of_the_financiers_fifth_disc() -> None:
    """Four own discs on four cards, equal values on the other two: the auction is over."""
    state = at.rolling(position(2, capitalists=(FINANCIER, UNDERWRITER)), 1, 2, 3, 6)
    state = bid(state, "1 C01", "4 C05", "2 C02", "1 C02", "2 C03", "2 C04", "3 C04")
    assert at.stacks(state) == {
        "C01": [(0, 1), (2, 2)],
        "C02": [(0, 2), (1, 1), (2, 3)],
        "C03": [(0, 2), (2, 1)],
        "C04": [(1, 2), (0, 3)],
        "C05": [(1, 4)],
    }
    assert at.asked(state) == (1,)
    # The Agent's last disc, a 4, goes to C06: the Financier's 4 fits nowhere.
    state = bid(state, "3 C01")

    assert at.kind(state) != "bid"
    assert at.row(state) == () or at.stacks(state)["C06"] == [(2, 4)]


def test_furnace_pass_of_the_first_player_leaves_the_others_bidding() -> None:
    """The opponent's last 2 meets both 2s of the Financier's and the Agent's; the rest goes on."""
    state = position(2, capitalists=(UNDERWRITER, FINANCIER))
    state = at.rolling(state, 4, 6, 5, 1)
    state = bid(state, "1 C01", "2 C04", "3 C02", "2 C05", "4 C03", "1 C02")

    # Seat 0 would bid now; its 2 fits nowhere, so seat 1 is asked twice more.
    assert hand(state, 0) == (2,)
    assert (at.asked(state), hand(state, 1)) == ((1,), (3, 4))
    state = bid(state, "3 C01")
    assert (at.asked(state), hand(state, 1), hand(state, 2)) == ((1,), (4,), ())
    assert hand(state, 0) == (2,)
    assert at.kind(bid(state, "4 C06")) != "bid"


def unused(turn: at.Turn) -> list[tuple[int, ...]] | None:
    """The discs left to everybody who bids when an auction is over; None before."""
    row = at.everybody_settling(turn)
    return None if row is None else [hand(row, s) for s in range(max(3, len(at.startups(row))))]


@pytest.mark.parametrize(
    ("players", "financier"),
    [
        pytest.param(2, False, id="two players, no neutral disc"),
        pytest.param(3, True, id="three players"),
        pytest.param(4, True, id="four players"),
    ],
)
def test_furnace_pass_never_happens_otherwise(players: int, financier: bool) -> None:
    """With three or four players, or without the neutral disc, every disc is placed."""
    given = "on" if financier else "off"
    auctions = 0
    for number in range(60):
        for turn in at.random_turns(at.match(players, number, capitalists=given), number):
            left = unused(turn)
            if left is not None:
                auctions += 1
                assert [()] * max(3, players) == left
    assert auctions == 60 * 4


@pytest.mark.parametrize("opponent", [SPECULATOR, UNDERWRITER, MONOPOLIST, BARGAIN_HUNTER])
def test_furnace_pass_leaves_exactly_one_disc(opponent: str) -> None:
    """Two players who close cards to each other: who passes keeps one disc; both may."""
    found = Counter[tuple[int, int]]()
    for number in range(120):
        rng = random.Random(number)
        financier, first = number % 2, number // 2 % 2
        owners = (FINANCIER, opponent) if financier == 0 else (opponent, FINANCIER)
        state = at.with_chance(position(2, capitalists=owners, first=first), at.seed(number))
        while at.kind(state) == "bid":
            seat, before = at.asked(state)[0], state
            move = rng.choice(closing(state, seat))
            state = at.answer(state, seat, move)
        left = unused(at.turn(before, seat, move, state))
        assert left is not None
        found[len(left[financier]), len(left[1 - financier])] += 1
        # The Agent keeps a disc exactly if the second player has bid but three times.
        second = 1 - first
        assert (second != financier and len(left[second]) == 1) == (len(left[2]) == 1)

    # The Monopolist's own discs close nothing to it, so that it never passes.
    most = {(0, 0), (1, 0)} if opponent == MONOPOLIST else {(0, 0), (1, 0), (0, 1), (1, 1)}
    assert most >= set(found)
    assert {(0, 0), (1, 0)} <= set(found)


def closing(state: State, seat: int) -> list[str]:
    """The bids on cards that hold none of the other player's discs, or all if there are none."""
    taken = {
        card for card, discs in at.stacks(state).items() for who, _ in discs if who == 1 - seat
    }
    texts = legal_bids(state, seat)
    return [text for text in texts if text.split()[3] not in taken] or texts


def test_furnace_pass_of_both_players() -> None:
    """Both may be left with a disc in one auction: each keeps exactly one."""
    state = at.rolling(position(2, capitalists=(UNDERWRITER, FINANCIER)), 1, 5, 3, 2)
    state = bid(state, "4 C01", "2 C03", "1 C02", "2 C04", "3 C06", "3 C05")
    # The 2 of seat 0 fits nowhere: own discs on C01, C02 and C06, 2s on C03, C04 and C05.
    assert (at.asked(state), hand(state, 0), hand(state, 1)) == ((1,), (2,), (1, 4))
    before, move = state, "bid 1 on C06"
    state = at.play(state, move)

    # The Agent's 4 has joined C02, and there is another on C01: the 4 of seat 1 fits nowhere.
    assert at.kind(state) == "plan"
    assert unused(at.turn(before, 1, move, state)) == [(2,), (4,), ()]
    assert [hand(state, s) for s in range(3)] == [(1, 2, 3, 4), (1, 2, 2, 3, 4), (1, 2, 3, 4)]


# --- RULING furnace-tie and furnace-stack --------------------------------------------------------


def test_furnace_tie_earlier_disc_ranks_higher() -> None:
    """The Speculator's equal disc, placed second, loses; placed on top of lower ones it wins."""
    owners = (UNDERWRITER, SPECULATOR, FINANCIER)
    state = position(3, capitalists=owners, discs=("4", "4", "1"))
    state = bid(state, "4 C01", "4 C01", "1 C02")
    assert [at.companies(state, seat) for seat in range(3)] == [("C01",), (), ("C02",)]

    state = position(3, capitalists=owners, discs=("3", "4", "1"))
    state = bid(state, "3 C01", "4 C01", "1 C01")
    assert [at.companies(state, seat) for seat in range(3)] == [(), ("C01",), ()]


def test_furnace_tie_below_the_winner_is_compensated_twice() -> None:
    """Two equal discs under a higher one are both compensated."""
    owners = (UNDERWRITER, SPECULATOR, MONOPOLIST)
    state = position(3, capitalists=owners, discs=("2", "2", "4"))
    state = bid(state, "2 C01", "2 C01", "4 C01")

    assert [at.stock(state, seat) for seat in range(3)] == ["6C", "4C", ""]
    assert at.companies(state, 2) == ("C01",)


def test_furnace_stack_of_all_four_discs() -> None:
    """Four own discs on one card: the 4 wins, 1, 2 and 3 are compensated."""
    state = position(3, capitalists=(MONOPOLIST, UNDERWRITER, SPECULATOR), discs=("1234",))
    state = bid(state, "3 C01", "1 C01", "4 C01", "2 C01")

    assert at.stock(state, 0) == "12C"
    assert at.companies(state, 0) == ("C01",)

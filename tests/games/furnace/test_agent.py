"""Two players: the Agent, its die, and the cards that it takes out of the game."""

import random
from collections import Counter

import pytest

from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    BARGAIN_HUNTER,
    FINANCIER,
    MONOPOLIST,
    SPECULATOR,
    UNDERWRITER,
    bid,
    hand,
    position,
    rolling,
)

AGENT = 2

# --- Where the Agent bids ------------------------------------------------------------------------


def test_rulebook_example_page_6_the_agent_places_its_2() -> None:
    """Die 2: card 2 has an Agent's disc, card 3 a 2 and a 4, card 4 a 3: the 2 goes to card 4."""
    state = rolling(position(2, discs=("123", "124", "124")), 2, 2)
    state = bid(state, "2 C03", "4 C03")
    assert at.stacks(state) == {"C02": [(AGENT, 1)], "C03": [(0, 2), (1, 4)]}
    assert hand(state, AGENT) == (2, 4)
    state = bid(state, "3 C04", "1 C01")

    assert at.stacks(state)["C04"] == [(0, 3), (AGENT, 2)]
    assert (hand(state, AGENT), at.die(state)) == ((4,), 2)


def test_rulebook_example_page_6_had_there_been_a_2_it_would_place_the_4() -> None:
    """The same, with a 2 on card 4: the Agent's 4 goes there."""
    state = rolling(position(2, discs=("123", "124", "124")), 2, 2)
    state = bid(state, "2 C03", "4 C03", "3 C01", "2 C04")

    assert at.stacks(state)["C04"] == [(1, 2), (AGENT, 4)]
    assert hand(state, AGENT) == (2,)


@pytest.mark.parametrize("roll", range(1, 7))
def test_agent_bids_its_lowest_disc_on_the_card_that_the_die_names(roll: int) -> None:
    """Nothing in the way: the 1 goes to the card of that number."""
    state = rolling(position(2, row=("C06", "C05", "C04", "C03", "C02", "C01")), roll)
    state = bid(state, "4 C06", "4 C05")

    assert at.stacks(state)[at.row(state)[roll - 1]][-1:] == [(AGENT, 1)]
    assert ((2, 3, 4), roll) == (hand(state, AGENT), at.die(state))


def test_lowest_disc_that_fits_there_comes_before_a_lower_one_elsewhere() -> None:
    """The Agent stays at the card if any of its discs fits, also a higher one."""
    state = rolling(position(2), 3)
    assert at.stacks(bid(state, "1 C03", "2 C03"))["C03"] == [(0, 1), (1, 2), (AGENT, 3)]


def test_die_walks_past_card_6_to_card_1() -> None:
    """After the sixth card comes the first, and so on."""
    state = rolling(position(2), 6, 6, 6, 5)
    state = bid(state, "4 C03", "4 C04")
    assert at.stacks(state)["C06"] == [(AGENT, 1)]
    state = bid(state, "3 C04", "3 C05")
    assert at.stacks(state)["C01"] == [(AGENT, 2)]
    state = bid(state, "1 C05", "2 C03")
    assert at.stacks(state)["C02"] == [(AGENT, 3)]
    # Card 5 takes the 4; the walk begins at the card named, not behind it.
    state = bid(state, "2 C06")
    assert hand(state, AGENT) == (4,)
    assert at.die(state) == 6


def test_agent_walks_round_the_whole_row() -> None:
    """Five cards refuse it, and the sixth to be tried is the one left of the card named."""
    state = rolling(position(2, discs=("12344", "1233", "1234")), 2, 3, 4, 2)
    state = bid(state, "4 C05", "3 C05", "4 C06", "3 C06", "1 C04", "1 C03", "2 C02")
    assert at.stacks(state)["C02"] == [(AGENT, 1), (0, 2)]
    assert at.stacks(state)["C03"] == [(AGENT, 2), (1, 1)]
    assert at.stacks(state)["C04"] == [(0, 1), (AGENT, 3)]
    # Own discs lie on C02, C03 and C04, a 4 on C05 and C06.
    state = bid(state, "2 C04")
    assert at.stacks(state)["C01"] == [(AGENT, 4)]


def test_agent_uses_no_capitalists_exceptions() -> None:
    """Against a Monopolist and a Speculator it neither stacks nor ties."""
    state = rolling(position(2, capitalists=(SPECULATOR, MONOPOLIST)), 1, 1, 1)
    state = bid(state, "1 C01", "2 C01")
    assert at.stacks(state)["C01"] == [(0, 1), (1, 2), (AGENT, 3)]
    # An own disc lies on C01 now, so it walks; C02 takes the 1.
    state = bid(state, "2 C02", "1 C03")
    assert at.stacks(state)["C02"] == [(0, 2), (AGENT, 1)]
    # C01 and C02 hold its own, C03 takes the 2.
    state = bid(state, "3 C03", "4 C01")
    assert at.stacks(state)["C03"] == [(1, 1), (0, 3), (AGENT, 2)]


def test_die_is_fair() -> None:
    """Every card is named about equally often."""
    state = bid(position(2), "1 C01")
    rolls = Counter(
        at.die(bid(at.with_chance(state, at.seed(number)), "2 C02")) for number in range(600)
    )

    assert set(range(1, 7)) == set(rolls)
    assert min(rolls.values()) > 70
    assert max(rolls.values()) < 130


# --- When the Agent bids -------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_agent_bids_after_each_bid_of_the_second_player_of_this_rounds_order(number: int) -> None:
    """Also in rounds 2 and 4, where the second player is the other seat."""
    rounds = Counter[int]()
    for turn in at.random_turns(at.match(2, number, capitalists="off"), number):
        if at.kind(turn.before) != "bid" or not at.row(turn.after):
            continue
        if at.pile(turn.before) != at.pile(turn.after):
            continue
        second = turn.seat != at.first(turn.before)
        rounds[at.round_number(turn.before)] += second
        assert len(hand(turn.before, AGENT)) - second == len(hand(turn.after, AGENT))
        assert second == (at.chance_of(turn.before) != at.chance_of(turn.after))

    assert {1, 2, 3, 4} == set(rounds)
    assert min(rounds.values()) >= 3


@pytest.mark.parametrize("first", range(2))
def test_no_die_without_a_disc(first: int) -> None:
    """RULING furnace-agent-pass: a bid of the Financier's fifth disc finds the Agent without one."""
    state = position(2, discs=("13", "24", ""), first=first)
    state = bid(state, "1 C01", "2 C02") if first == 0 else bid(state, "2 C02", "1 C01")

    assert at.die(state) == 0
    assert at.stacks(state) == {"C01": [(0, 1)], "C02": [(1, 2)]}
    assert at.chance_of(position(2)) == at.chance_of(state)


def test_furnace_agent_pass_a_pass_is_not_a_bid() -> None:
    """The second player passes its last disc: no die, and the Agent's last disc stays unused."""
    state = rolling(position(2, capitalists=(FINANCIER, UNDERWRITER)), 4, 6, 5)
    state = bid(state, "2 C04", "1 C01", "2 C05", "3 C02", "1 C02", "4 C03")
    assert at.stacks(state) == {
        "C01": [(1, 1)],
        "C02": [(1, 3), (0, 1)],
        "C03": [(1, 4)],
        "C04": [(0, 2), (AGENT, 1)],
        "C05": [(0, 2), (AGENT, 3)],
        "C06": [(AGENT, 2)],
    }
    chance = at.chance_of(state)
    state = bid(state, "3 C01")

    # The 2 of seat 1 fits nowhere: own discs on C01 to C03, 2s on C04 to C06.
    assert (at.asked(state), *(hand(state, s) for s in range(3))) == ((0,), (4,), (2,), (4,))
    assert (5, chance) == (at.die(state), at.chance_of(state))
    state = bid(state, "4 C06")
    assert at.kind(state) != "bid"


def test_die_shows_nothing_before_the_first_roll_of_an_auction() -> None:
    """In each round the die is 0 until it is rolled."""
    state = at.match(2)
    for _ in range(4):
        assert at.die(state) == 0
        state = at.by_default(state, lambda later: at.die(later) != 0)
        assert 1 <= at.die(state) <= 6
        state = at.next_round(state)


def test_with_more_players_nobody_rolls() -> None:
    """The third seat of three is a player, and no die is used."""
    for turn in at.random_turns(at.match(3)):
        assert at.die(turn.after) == 0
        if at.pile(turn.before) == at.pile(turn.after):
            assert at.chance_of(turn.before) == at.chance_of(turn.after)


# --- What the Agent wins -------------------------------------------------------------------------


def test_card_that_the_agent_wins_leaves_and_the_outbid_are_compensated() -> None:
    """The Agent's 4 beats both players: 2C each time, and nobody owns the card."""
    state = rolling(position(2, discs=("3", "1", "4")), 1)
    state = bid(state, "3 C01", "1 C01")

    assert [at.stock(state, seat) for seat in range(2)] == ["6C", "2C"]
    assert [at.companies(state, seat) for seat in range(2)] == [(), ()]
    assert set(at.gone(state)) == {"C01", "C02", "C03", "C04", "C05", "C06"}


def test_agent_is_not_compensated_and_its_discs_return() -> None:
    """An outbid disc of the Agent's changes nothing; it has four discs again."""
    state = rolling(position(2, discs=("3", "4", "1")), 1)
    state = bid(state, "3 C01", "4 C01")

    assert [at.stock(state, seat) for seat in range(2)] == ["6C", ""]
    assert [at.companies(state, seat) for seat in range(2)] == [(), ("C01",)]
    assert hand(state, AGENT) == (1, 2, 3, 4)


def test_processing_outbid_by_the_agent_is_asked_for() -> None:
    """The compensation of a card that the Agent wins may be a processing."""
    state = position(2, row=("C28",), discs=("3", "2", "4"), stocks={0: "5I", 1: "1I"})
    state = bid(rolling(state, 1), "3 C28", "2 C28")
    assert (at.asked(state), at.kind(state)) == ((0, 1), "compensation")
    assert at.legal(state, 1) == ["compensation 0", "compensation 1"]
    state = at.play(state, "compensation 3", "compensation 1")

    assert [at.stock(state, seat) for seat in range(2)] == ["2I + 3O", "1O"]
    assert "C28" in at.gone(state)


def test_speculator_ties_the_agents_4() -> None:
    """RULING furnace-tie: the Agent's earlier 4 ranks higher; the Speculator is compensated."""
    state = position(2, capitalists=(SPECULATOR, UNDERWRITER), discs=("14", "3", "4"))
    state = bid(rolling(state, 1), "1 C02", "3 C03")
    assert at.stacks(state)["C01"] == [(AGENT, 4)]
    state = bid(state, "4 C01")

    assert at.stock(state, 0) == "8C"
    assert (at.companies(state, 0), at.companies(state, 1)) == (("C02",), ("C03",))
    assert "C01" in at.gone(state)


def test_agent_never_ties_the_speculator() -> None:
    """Second to a Speculator's 4 the Agent's 4 must walk on."""
    state = position(2, capitalists=(UNDERWRITER, SPECULATOR), discs=("1", "4", "4"))
    state = bid(rolling(state, 6), "1 C05", "4 C06")

    assert (at.companies(state, 0), at.companies(state, 1)) == (("C05",), ("C06",))


# --- Some card always takes one ------------------------------------------------------------------

OPPONENTS = (SPECULATOR, UNDERWRITER, MONOPOLIST, BARGAIN_HUNTER)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("financier", range(2))
def test_some_card_always_takes_a_disc_of_the_agents(financier: int, opponent: str) -> None:
    """Players who put their 2s where the Agent has none cannot lock it out."""
    owners = (FINANCIER, opponent) if financier == 0 else (opponent, FINANCIER)
    for number in range(60):
        rng = random.Random(number)
        state = position(2, capitalists=owners, first=number % 2)
        state = at.with_chance(state, at.seed(number))
        seconds = 0
        while at.kind(state) == "bid" and at.round_number(state) == 1:
            seat, before = at.asked(state)[0], state
            texts = at.legal(state, seat)
            placed = at.stacks(state).items()
            held = {card for card, discs in placed for bidder, _ in discs if bidder == AGENT}
            wanted = sorted({2, *hand(state, AGENT)} & set(hand(state, seat)))
            blocking = [
                text
                for text in texts
                if text.split()[3] not in held and int(text.split()[1]) in wanted
            ]
            state = at.answer(state, seat, rng.choice(blocking or texts))
            if at.row(state) == at.row(before):
                seconds += seat != at.first(state)
                assert max(0, 4 - seconds) == len(hand(state, AGENT))

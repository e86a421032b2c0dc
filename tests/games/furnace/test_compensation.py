"""The end of the auction: who is compensated, who is asked, and who takes the card."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.brute_force import Stock, parse_effect, parse_goods, transact
from tests.games.furnace.positions import (
    BARGAIN_HUNTER,
    FINANCIER,
    MONOPOLIST,
    SPECULATOR,
    UNDERWRITER,
    answer,
    asked,
    bid,
    legal,
    position,
    refused,
    stock,
)

# C01 pays 2C, C05 1I; C02 1I -> 1O, C12 2C -> 1O, C14 1O -> 3I.

# --- The rulebook's examples ---------------------------------------------------------------------


def test_rulebook_example_page_4_white_4_and_red_3() -> None:
    """White takes the card and gains nothing; red gains 2C three times."""
    state = bid(position(3, discs=("4", "3")), "4 C01", "3 C01")

    assert [stock(state, seat) for seat in range(3)] == ["", "6C", ""]
    assert [at.companies(state, seat) for seat in range(3)] == [("C01",), (), ()]


def red_black_yellow(black: str, yellow: str) -> State:
    """A red 4, a black 2 and a yellow 1 on a card with 1I -> 1O."""
    stocks = {0: "5I", 1: black, 2: yellow}
    state = position(3, row=("C02",), discs=("4", "2", "1"), stocks=stocks)
    return bid(state, "4 C02", "2 C02", "1 C02")


def test_rulebook_example_page_5_red_4_black_2_yellow_1() -> None:
    """Black converts 0, 1 or 2, yellow 0 or 1; red takes the card and converts nothing."""
    state = red_black_yellow("3I", "3I")
    assert asked(state) == (1, 2)
    assert legal(state, 1) == ["compensation 0", "compensation 1", "compensation 2"]
    assert legal(state, 2) == ["compensation 0", "compensation 1"]
    assert refused(state, 1, "compensation 3").code == Code.OVER_LIMIT
    state = at.play(state, "compensation 2", "compensation 1")

    assert [stock(state, seat) for seat in range(3)] == ["5I", "1I + 2O", "2I + 1O"]
    assert at.companies(state, 0) == ("C02",)


@pytest.mark.parametrize(
    ("black", "yellow", "expected"),
    [
        pytest.param("1I", "", (1,), id="one iron, no iron"),
        pytest.param("", "1I", (2,), id="no iron, one iron"),
        pytest.param("9C + 9O + 9U + 9$", "9O", (), id="no iron at all"),
    ],
)
def test_only_with_iron_in_hand(black: str, yellow: str, expected: tuple[int, ...]) -> None:
    """Who cannot pay even once has no choice and is not asked."""
    state = red_black_yellow(black, yellow)

    assert (asked(state) if expected else ()) == expected
    assert at.kind(state) == ("compensation" if expected else "plan")
    for seat in expected:
        assert legal(state, seat) == ["compensation 0", "compensation 1"]
        error = refused(state, seat, "compensation 2")
        assert error.code == (Code.OVERSPENT if seat == 1 else Code.OVER_LIMIT)


# --- Left to right -------------------------------------------------------------------------------


def outbid_on(cards: tuple[str, ...], discs: str, held: str = "", owner: str = "") -> State:
    """Seat 1 is outbid with `discs` on `cards`, in this order in the row."""
    owners = (MONOPOLIST if owner != MONOPOLIST else SPECULATOR, owner, "") if owner else ()
    state = position(
        3,
        row=cards,
        capitalists=owners,
        discs=("4" * len(cards), discs),
        stocks={1: held} if held else {},
    )
    for card, value in zip(cards, discs, strict=True):
        state = bid(state, f"4 {card}", f"{value} {card}")
    return state


def test_extraction_at_the_left_feeds_a_processing_at_the_right() -> None:
    """What card 1 pays can be spent on card 2."""
    state = outbid_on(("C05", "C02"), "13")
    assert legal(state, 1) == ["compensation 0", "compensation 1"]

    assert stock(at.play(state, "compensation 1"), 1) == "1O"
    assert stock(at.play(state, "compensation 0"), 1) == "1I"


def test_extraction_at_the_right_does_not_feed_a_processing_at_the_left() -> None:
    """Nothing to spend when card 1 is resolved: seat 1 is not asked, but gains on card 2."""
    state = outbid_on(("C02", "C05"), "31")

    assert at.kind(state) == "plan"
    assert stock(state, 1) == "1I"


def test_one_processing_feeds_the_next() -> None:
    """1I -> 1O, then 1O -> 3I: the later count depends on the earlier."""
    state = outbid_on(("C02", "C14"), "23", "2I")

    expected = ["0 0", "1 0", "1 1", "2 0", "2 1", "2 2"]
    assert legal(state, 1) == [f"compensation {counts}" for counts in expected]
    assert stock(at.play(state, "compensation 2 1"), 1) == "3I + 1O"


def test_all_of_a_price_is_taken_and_given() -> None:
    """2C -> 1O and 1O -> 3I: amounts are multiplied by the count."""
    state = outbid_on(("C12", "C14"), "33", "5C")

    assert legal(state, 1)[-1] == "compensation 2 2"
    assert stock(at.play(state, "compensation 2 2"), 1) == "1C + 6I"


# --- RULING furnace-answer -----------------------------------------------------------------------


def test_furnace_answer_wrong_counts_are_refused_with_what_is_allowed() -> None:
    """Too few, too many, negative, over the limit, overspent: the whole answer is refused."""
    state = outbid_on(("C02", "C05", "C12"), "312", "2I + 3C")
    cases = {
        "compensation": (Code.COUNTS_MISSING, "counts", None, "", ("compensation 0 0",)),
        "compensation 1": (Code.COUNTS_MISSING, "counts", None, "", ("compensation 0 0",)),
        "compensation 1 0 0": (Code.COUNTS_EXTRA, "counts", None, "", ("compensation 0 0",)),
        "compensation -1 0": (Code.OVER_LIMIT, "counts[0]", "C02", "", ("0", "1", "2")),
        "compensation 4 0": (Code.OVER_LIMIT, "counts[0]", "C02", "", ("0", "1", "2")),
        "compensation 3 0": (Code.OVERSPENT, "counts[0]", "C02", "1I", ("0", "1", "2")),
        "compensation 3": (Code.OVERSPENT, "counts[0]", "C02", "1I", ("0", "1", "2")),
        "compensation 2 2": (Code.OVERSPENT, "counts[1]", "C12", "1C", ("0", "1")),
        "compensation 2 3": (Code.OVER_LIMIT, "counts[1]", "C12", "", ("0", "1")),
    }
    for text, expected in cases.items():
        error = refused(state, 1, text)
        found = (error.code, error.part, error.card, error.missing, error.allowed)
        assert (found, error.step) == (expected, None), text


def test_furnace_answer_not_asked_is_all_0_and_extractions_come_all_the_same() -> None:
    """A player without a choice gains what is to be gained, whoever else is asked."""
    state = position(3, row=("C01", "C02"), discs=("44", "31", "12"), stocks={2: "1I"})
    state = bid(state, "4 C01", "3 C01", "1 C01", "4 C02", "1 C02", "2 C02")
    assert (asked(state), at.kind(state)) == ((2,), "compensation")
    assert [stock(state, seat) for seat in range(3)] == ["", "", "1I"]
    state = answer(state, 2, "compensation 1")

    assert [stock(state, seat) for seat in range(3)] == ["", "6C", "2C + 1O"]


def test_furnace_answer_is_sealed_until_the_last_is_in() -> None:
    """Answers come in any order, change nothing by themselves, and take effect together."""
    state = red_black_yellow("2I", "2I")
    first = answer(state, 2, "compensation 1")
    assert (asked(first), FURNACE.sealed(first)) == ((1,), (2,))
    assert [stock(first, seat) for seat in range(3)] == ["5I", "2I", "2I"]
    assert at.row(first) == at.row(state)
    assert at.sealed_answer(first, 2) == "compensation 1"
    assert refused(first, 2, "compensation 0").code == Code.NOT_ASKED
    second = answer(first, 1, "compensation 2")

    assert [stock(second, seat) for seat in range(3)] == ["5I", "2O", "1I + 1O"]
    assert FURNACE.sealed(second) == ()
    assert at.row(second) == ()
    other_way_round = answer(answer(state, 1, "compensation 2"), 2, "compensation 1")
    assert second == other_way_round


def test_default_answer_is_all_0() -> None:
    """As little as the rules permit."""
    state = outbid_on(("C02", "C05", "C12"), "312", "2I + 3C")

    assert at.default_text(state, 1) == "compensation 0 0"
    assert legal(state, 1)[0] == "compensation 0 0"


# --- A second reading of the compensations -------------------------------------------------------


def counted(stack: list[tuple[int, int]], seat: int, owner: str) -> int:
    """How often a seat is compensated on a card, from the rules and the capitalists' cards."""
    won = max(range(len(stack)), key=lambda place: (stack[place][1], -place))
    total = 0
    for place, (bidder, value) in enumerate(stack):
        if bidder != seat:
            continue
        if place != won:
            total += value + 1 if owner == UNDERWRITER else value
        elif value == 1 and owner == BARGAIN_HUNTER:
            total += 1
    return total


def answers(state: State, seat: int) -> Iterator[tuple[str, Stock]]:
    """Every answer of a seat and what it leaves, found by trying."""
    deck, owner = at.options_of(state).deck, at.capitalists(state)[seat]
    owed = [
        (str(deck.companies[card].compensation), times)
        for card, stack in at.stacks(state).items()
        if (times := counted(stack, seat, owner))
    ]

    def tried(place: int, counts: tuple[int, ...], held: Stock) -> Iterator[tuple[str, Stock]]:
        if place == len(owed):
            yield " ".join(("compensation", *map(str, counts))), held
            return
        text, times = owed[place]
        if "->" not in text:
            goods = parse_goods(text) * times
            coal, iron, oil, tokens, money = (held[g] + goods.count(g) for g in range(5))
            yield from tried(place + 1, counts, (coal, iron, oil, tokens, money))
            return
        for count in range(times + 1):
            after = transact(held, parse_effect(f"{text} x{times}"), count)
            if after is not None:
                yield from tried(place + 1, (*counts, count), after)

    held = parse_goods(stock(state, seat)) if stock(state, seat) else ()
    coal, iron, oil, tokens, money = (held.count(good) for good in range(5))
    return tried(0, (), (coal, iron, oil, tokens, money))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_furnace_answer_asked_exactly_if_more_than_one_answer_is_legal(players: int) -> None:
    """Random play: answers, who is asked, what is gained and who takes the card, read anew."""
    rng, seen = random.Random(players), Counter[int]()
    for number in range(25):
        for turn in at.random_turns(at.match(players, number), number):
            state = at.everybody_settling(turn)
            if state is None:
                continue
            possible = [dict(answers(state, seat)) for seat in range(players)]
            for seat in range(players):
                assert legal(state, seat) == list(possible[seat])
            choosing = tuple(seat for seat in range(players) if len(possible[seat]) > 1)
            seen[len(choosing)] += 1
            if choosing:
                assert (at.kind(turn.after), asked(turn.after)) == ("compensation", choosing)
            else:
                assert at.kind(turn.after) == "plan"
            given = [rng.choice(list(answers)) for answers in possible]
            won = {
                card: max(enumerate(stack), key=lambda disc: (disc[1][1], -disc[0]))[1][0]
                for card, stack in at.stacks(state).items()
            }
            after = at.play(state, *given)
            for seat in range(players):
                found = parse_goods(stock(after, seat)) if stock(after, seat) else ()
                assert possible[seat][given[seat]] == tuple(found.count(g) for g in range(5))
                new = [card for card in at.row(state) if won.get(card) == seat]
                assert at.companies(after, seat) == (*at.companies(state, seat), *new)
            left = {card for card in at.row(state) if won.get(card, players) >= players}
            assert set(at.gone(after)) == {*at.gone(state), *left}

    assert set(range(players)) <= set(seen)


# --- Capitalists ---------------------------------------------------------------------------------


def test_underwriter_counts_each_value_plus_1() -> None:
    """A losing 3 on 2C gains 8C; a losing 1 on 1I -> 1O converts up to 2."""
    assert stock(outbid_on(("C01",), "3", owner=UNDERWRITER), 1) == "8C"
    state = outbid_on(("C02",), "1", "3I", UNDERWRITER)
    assert legal(state, 1) == ["compensation 0", "compensation 1", "compensation 2"]


def test_underwriter_who_wins_gains_nothing() -> None:
    """The plus 1 belongs to compensations; the winner gets none."""
    state = position(3, capitalists=(UNDERWRITER, MONOPOLIST, ""), discs=("14",))
    state = bid(state, "1 C01", "4 C04")

    assert stock(state, 0) == ""
    assert at.companies(state, 0) == ("C01", "C04")


def test_monopolist_wins_with_the_4_and_is_compensated_for_its_own_1() -> None:
    """Each of its discs there except the winning one is compensated."""
    owners = (MONOPOLIST, UNDERWRITER, "")
    state = bid(position(3, capitalists=owners, discs=("14",)), "1 C01", "4 C01")
    assert (stock(state, 0), at.companies(state, 0)) == ("2C", ("C01",))
    state = position(3, row=("C02",), capitalists=owners, discs=("14",), stocks={0: "9I"})
    state = bid(state, "1 C02", "4 C02")

    assert legal(state, 0) == ["compensation 0", "compensation 1"]


def test_monopolist_loses_with_1_and_2_and_is_compensated_for_both() -> None:
    """Two losing discs on one card: their values are added up."""
    owners = (MONOPOLIST, UNDERWRITER, "")
    state = position(3, capitalists=owners, discs=("12", "4"))
    state = bid(state, "1 C01", "4 C01", "2 C01")
    assert [stock(state, seat) for seat in range(2)] == ["6C", ""]
    state = position(3, row=("C02",), capitalists=owners, discs=("12", "4"), stocks={0: "9I"})
    state = bid(state, "1 C02", "4 C02", "2 C02")

    assert legal(state, 0) == [f"compensation {count}" for count in range(4)]


def test_bargain_hunter_wins_with_a_1_and_resolves_an_extraction_once() -> None:
    """It gains 2C and takes the card."""
    owners = (BARGAIN_HUNTER, UNDERWRITER, "")
    state = bid(position(3, capitalists=owners, discs=("1",)), "1 C01")

    assert (stock(state, 0), at.companies(state, 0)) == ("2C", ("C01",))


def test_bargain_hunter_wins_with_a_1_and_may_process_once() -> None:
    """A count of 0 or 1 before it takes the card."""
    owners = (BARGAIN_HUNTER, UNDERWRITER, "")
    state = position(3, row=("C02",), capitalists=owners, discs=("1",), stocks={0: "3I"})
    state = bid(state, "1 C02")
    assert legal(state, 0) == ["compensation 0", "compensation 1"]
    state = answer(state, 0, "compensation 1")

    assert (stock(state, 0), at.companies(state, 0)) == ("2I + 1O", ("C02",))


@pytest.mark.parametrize("value", [2, 3, 4])
def test_bargain_hunter_gains_nothing_from_a_higher_winning_disc(value: int) -> None:
    """Only a disc of value 1 brings the extra."""
    owners = (BARGAIN_HUNTER, UNDERWRITER, "")
    state = bid(position(3, capitalists=owners, discs=(str(value),)), f"{value} C01")

    assert (stock(state, 0), at.companies(state, 0)) == ("", ("C01",))


@pytest.mark.parametrize("value", [1, 3])
def test_bargain_hunter_outbid_is_compensated_like_everybody(value: int) -> None:
    """Its losing disc counts its value, no more."""
    assert stock(outbid_on(("C01",), str(value), owner=BARGAIN_HUNTER), 1) == f"{2 * value}C"


@pytest.mark.parametrize("owner", [FINANCIER, SPECULATOR, UNDERWRITER, MONOPOLIST])
def test_nobody_else_gains_from_winning_with_a_1(owner: str) -> None:
    """The winner gets no compensation."""
    other = UNDERWRITER if owner != UNDERWRITER else MONOPOLIST
    state = bid(position(3, capitalists=(owner, other, ""), discs=("1",)), "1 C01")

    assert (stock(state, 0), at.companies(state, 0)) == ("", ("C01",))


def test_bargain_hunters_1_tied_by_the_speculator_wins_and_both_are_paid() -> None:
    """RULING furnace-tie: the earlier 1 wins, the Speculator's is outbid."""
    state = position(3, capitalists=(BARGAIN_HUNTER, SPECULATOR, ""), discs=("1", "1"))
    state = bid(state, "1 C01", "1 C01")

    assert [stock(state, seat) for seat in range(2)] == ["2C", "2C"]
    assert (at.companies(state, 0), at.companies(state, 1)) == (("C01",), ())


# --- The cards -----------------------------------------------------------------------------------


def test_card_without_a_disc_leaves_the_game() -> None:
    """Unclaimed cards are gone; they come back in no later round."""
    state = bid(position(3, discs=("4", "3")), "4 C02", "3 C04")

    assert set(at.gone(state)) == {"C01", "C03", "C05", "C06", "C07"}
    while at.asked(state):
        assert not set(at.gone(state)) & {*at.row(state), *at.pile(state)}
        state = at.next_round(state)


def test_cards_are_taken_basic_side_up_and_in_row_order() -> None:
    """Whatever order they were bid on in, behind those won before."""
    state = position(3, discs=("234", "", ""), owned={0: "C30+"})
    state = bid(state, "2 C07", "3 C01", "4 C04")

    assert at.companies(state, 0) == ("C30", "C01", "C04", "C07")
    assert at.upgraded(state, 0) == ("C30",)

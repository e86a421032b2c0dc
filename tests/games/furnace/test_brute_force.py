"""The brute force itself, against cases computed by hand."""

import random
from collections import Counter
from itertools import permutations, product

import pytest

from tests.games.furnace.brute_force import (
    Company,
    Hand,
    Plan,
    Result,
    Stock,
    legal_plans,
    neighbours,
    parse_effect,
    random_hand,
    subsets,
)

COLLIERY = Company("C06", "2C", "3C", False)
IRON_MINE = Company("C26", "1I", "2I", False)
DRILLING = Company("C28", "1I -> 1O x2", "1O", False)
MACHINE_WORKS = Company("C29", "1I -> 1U x1", "1I -> 2$ x4", False)

SMALL_DECK = {
    "startup": [
        {"id": "S1", "trade": "2C -> 2$ x2"},
        {"id": "S5", "trade": "1C + 1I -> 4$ x1"},
    ],
    "company": [
        {"id": "C06", "basic": "2C", "additional": "3C"},
        {"id": "C14", "basic": "2C -> 2$ x2", "additional": "1C -> 1I x4"},
        {"id": "C28", "basic": "1I -> 1O x2", "additional": "1O"},
        {"id": "C29", "basic": "1I -> 1U x1", "additional": "1I -> 2$ x4"},
        {"id": "C31", "basic": "1I -> 1U x1", "additional": "1I + 1O -> 7$ x2"},
    ],
}


def s1(companies: tuple[Company, ...], stock: Stock) -> Hand:
    """The start-up S1 with these companies and goods."""
    return Hand("S1", "2C -> 2$ x2", companies, stock)


def test_effects_are_parsed() -> None:
    """Extraction has no price and no limit; processing has both."""
    assert parse_effect("1I + 2C") == ((), (1, 0, 0), None)
    assert parse_effect("1C + 1O -> 6$ x2") == ((0, 2), (4,) * 6, 2)


@pytest.mark.parametrize(
    "text", ["", "2", "2X", "0C", "2C -> 1O", "-> 1O x1", "1C -> x2", "1$ -> 1C x1", "1C x2"]
)
def test_nonsense_is_no_effect(text: str) -> None:
    """What the notation does not know is refused, not guessed."""
    with pytest.raises(ValueError, match=r"^(not an? |money is never)"):
        parse_effect(text)


def test_startup_alone_with_nothing() -> None:
    """By hand: gain 1U, trade nothing, flip nothing. One plan."""
    assert legal_plans(s1((), (0, 0, 0, 0, 0))) == {
        (("S1", (0,), ()),): Result((0, 0, 0, 1, 0), frozenset()),
    }


@pytest.mark.parametrize(("coal", "plans"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (9, 3)])
def test_startup_alone_trades_as_far_as_coal_and_limit_reach(coal: int, plans: int) -> None:
    """By hand: 2C a trade, at most two trades. One plan for each count."""
    found = legal_plans(s1((), (coal, 0, 0, 0, 0)))
    assert found == {
        (("S1", (n,), ()),): Result((coal - 2 * n, 0, 0, 1, 2 * n), frozenset())
        for n in range(plans)
    }


def test_flip_before_and_after_the_companys_turn() -> None:
    """
    By hand, 1 coal, the start-up S1 and a colliery (2C, upgraded also 3C): six plans.

    S1 first: 1C 1U in hand. No trade is possible (2C). No flip: 3C 1U at the end. Flip, paying
    all: then the colliery runs both lines: 5C. Two plans.
    Colliery first: 3C, then 1U. No trade: keep 3C 1U, or flip for 2C 0U. One trade: 1C 1U 2$, or
    flip for 2$ alone. Two trades need 4C. In no case does the additional line run. Four plans.
    """
    none, flipped = frozenset[str](), frozenset({"C06"})
    assert legal_plans(s1((COLLIERY,), (1, 0, 0, 0, 0))) == {
        (("S1", (0,), ()), ("C06", (), ())): Result((3, 0, 0, 1, 0), none),
        (("S1", (0,), ("C06",)), ("C06", (), ())): Result((5, 0, 0, 0, 0), flipped),
        (("C06", (), ()), ("S1", (0,), ())): Result((3, 0, 0, 1, 0), none),
        (("C06", (), ()), ("S1", (0,), ("C06",))): Result((2, 0, 0, 0, 0), flipped),
        (("C06", (), ()), ("S1", (1,), ())): Result((1, 0, 0, 1, 2), none),
        (("C06", (), ()), ("S1", (1,), ("C06",))): Result((0, 0, 0, 0, 2), flipped),
    }


def test_flip_decides_how_many_counts_a_card_takes() -> None:
    """Machine works: one processing line, two once flipped. A count list must fit the moment."""
    found = legal_plans(s1((MACHINE_WORKS,), (1, 2, 0, 0, 0)))
    before = {plan[1][1] for plan in found if plan[0] == ("S1", (0,), ("C29",))}
    after = {plan[0][1] for plan in found if plan[1] == ("S1", (0,), ("C29",))}
    # Two iron, limits 1 and 4: 0 to 2 sales without a token, 0 or 1 with one.
    assert before == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}
    assert after == {(0,), (1,)}


def test_upgraded_company_is_not_flipped_again() -> None:
    """Only a company with its basic side up can be flipped."""
    upgraded = COLLIERY._replace(upgraded=True)
    found = legal_plans(s1((upgraded,), (9, 0, 0, 9, 0)))
    assert {flips for plan in found for _, _, flips in plan} == {()}
    # Two orders, three counts of the trade in each: 9C is enough for both trades already.
    assert len(found) == 6
    assert {result.upgraded for result in found.values()} == {frozenset({"C06"})}


def test_flips_are_limited_by_coal_and_by_tokens() -> None:
    """One flip costs 1C + 1U; the start-up's own token counts, as it comes first."""
    cards = (COLLIERY, IRON_MINE)
    startup_first = ("S1", "C06", "C26")

    def flips(coal: int, tokens: int) -> set[tuple[str, ...]]:
        found = legal_plans(s1(cards, (coal, 0, 0, tokens, 0)), startup_first)
        return {plan[0][2] for plan in found}

    assert flips(0, 3) == {()}
    assert flips(2, 0) == {(), ("C06",), ("C26",)}
    assert flips(1, 3) == {(), ("C06",), ("C26",)}
    assert flips(2, 1) == {(), ("C06",), ("C26",), ("C06", "C26")}


def test_trade_and_flip_do_not_share_coal() -> None:
    """2C 1U: one trade or one flip, not both."""
    found = legal_plans(s1((COLLIERY,), (2, 0, 0, 0, 0)), ("S1", "C06"))
    assert {plan[0] for plan in found} == {
        ("S1", (0,), ()),
        ("S1", (0,), ("C06",)),
        ("S1", (1,), ()),
    }


def test_one_iron_is_processed_at_most_once() -> None:
    """
    By hand, 1 iron, S2 (1O -> 4$ x1) and a drilling company (1I -> 1O x2): five plans.

    No coal anywhere, so no flips. S2 first: no oil, trade 0; then drill 0 or 1: two plans.
    Drilling first: 0, then trade 0; or 1, then trade 0 or 1: three plans.
    """
    none = frozenset[str]()
    assert legal_plans(Hand("S2", "1O -> 4$ x1", (DRILLING,), (0, 1, 0, 0, 0))) == {
        (("S2", (0,), ()), ("C28", (0,), ())): Result((0, 1, 0, 1, 0), none),
        (("S2", (0,), ()), ("C28", (1,), ())): Result((0, 0, 1, 1, 0), none),
        (("C28", (0,), ()), ("S2", (0,), ())): Result((0, 1, 0, 1, 0), none),
        (("C28", (1,), ()), ("S2", (0,), ())): Result((0, 0, 1, 1, 0), none),
        (("C28", (1,), ()), ("S2", (1,), ())): Result((0, 0, 0, 1, 4), none),
    }


def test_two_lines_do_not_share_one_iron() -> None:
    """
    By hand, 1 iron, S4 (1I -> 2$ x2), upgraded machine works (1I -> 1U x1, 1I -> 2$ x4): eight.

    One iron is used in one of three lines or not at all: four ways, in either order.
    """
    works = MACHINE_WORKS._replace(upgraded=True)
    found = legal_plans(Hand("S4", "1I -> 2$ x2", (works,), (0, 1, 0, 0, 0)))
    ways = [((0,), (0, 0)), ((1,), (0, 0)), ((0,), (1, 0)), ((0,), (0, 1))]
    assert set(found) == {
        plan
        for trade, counts in ways
        for plan in (
            (("S4", trade, ()), ("C29", counts, ())),
            (("C29", counts, ()), ("S4", trade, ())),
        )
    }
    assert len(found) == 8


def test_upper_line_feeds_the_lower_one_but_not_the_other_way() -> None:
    """The lines of one card run top to bottom."""

    def counts(basic: str, additional: str) -> set[tuple[int, ...]]:
        card = Company("X", basic, additional, True)
        found = legal_plans(s1((card,), (0, 1, 0, 0, 0)), ("X", "S1"))
        return {plan[0][1] for plan in found}

    assert counts("1I -> 1O x2", "1O -> 4$ x1") == {(0, 0), (1, 0), (1, 1)}
    assert counts("1O -> 4$ x1", "1I -> 1O x2") == {(0, 0), (0, 1)}


def test_startup_resolves_top_to_bottom() -> None:
    """
    No start-up of the shipped deck trades tokens; if one did, the token would come first.

    The trade also comes before the flips: the coal it brings pays for one.
    """
    tokens = Hand("S9", "1U -> 5$ x2", (), (0, 0, 0, 0, 0))
    assert {plan[0][1] for plan in legal_plans(tokens)} == {(0,), (1,)}
    coal = Hand("S9", "1I -> 1C x1", (COLLIERY,), (0, 1, 0, 0, 0))
    assert {plan[0] for plan in legal_plans(coal, ("S9", "C06"))} == {
        ("S9", (0,), ()),
        ("S9", (1,), ()),
        ("S9", (1,), ("C06",)),
    }


def test_the_startups_token_is_there_only_after_the_startup() -> None:
    """A company can spend the start-up's token only if the start-up comes first."""
    exchange = Company("C04", "1U -> 5$ x1", "3C", False)
    found = legal_plans(s1((exchange,), (0, 0, 0, 0, 0)))
    assert set(found) == {
        (("S1", (0,), ()), ("C04", (0,), ())),
        (("S1", (0,), ()), ("C04", (1,), ())),
        (("C04", (0,), ()), ("S1", (0,), ())),
    }


def test_three_cards() -> None:
    """
    By hand, nothing in stock, S1, a colliery (2C) and an iron mine (1I): fifteen plans.

    The colliery before S1 (three of six orders): 2C 1U at S1. One trade: no coal left, one plan.
    No trade: flip nothing, the colliery or the mine (one token, so not both): three plans. Four.
    S1 before the colliery (three orders): no coal, so neither trade nor flip: one plan.
    3 * 4 + 3 * 1 = 15.
    """
    found = legal_plans(s1((COLLIERY, IRON_MINE), (0, 0, 0, 0, 0)))
    assert len(found) == 15
    per_order = Counter(tuple(card for card, _, _ in plan) for plan in found)
    assert per_order == {
        ("C06", "C26", "S1"): 4,
        ("C06", "S1", "C26"): 4,
        ("C26", "C06", "S1"): 4,
        ("C26", "S1", "C06"): 1,
        ("S1", "C06", "C26"): 1,
        ("S1", "C26", "C06"): 1,
    }
    flip_between = (("C06", (), ()), ("S1", (0,), ("C26",)), ("C26", (), ()))
    assert found[flip_between] == Result((1, 3, 0, 0, 0), frozenset({"C26"}))


def test_a_line_fixes_the_order() -> None:
    """Chain variant: of all plans, those whose order is the line."""
    hand = s1((COLLIERY, IRON_MINE), (0, 0, 0, 0, 0))
    everything = legal_plans(hand)
    for line in permutations(("S1", "C06", "C26")):
        assert legal_plans(hand, line) == {
            plan: result
            for plan, result in everything.items()
            if tuple(card for card, _, _ in plan) == line
        }


@pytest.mark.parametrize("line", [("S1",), ("S1", "C06", "C06"), ("S1", "C07"), ()])
def test_a_line_is_made_of_the_hands_cards(line: tuple[str, ...]) -> None:
    """A wrong line is a slip of the caller, not a hand without plans."""
    with pytest.raises(ValueError, match="is not made of the cards"):
        legal_plans(s1((COLLIERY,), (0, 0, 0, 0, 0)), line)


def outcome_by_sums(hand: Hand, plan: Plan) -> Result | None:
    """
    One plan judged another way: prices and gains as sums, line by line; None if refused.

    Shares nothing with the brute force but the parser. Expects each own card once.
    """
    stock = list(hand.stock)
    upgraded = {company.id for company in hand.companies if company.upgraded}
    for card, counts, flips in plan:
        if card == hand.startup:
            texts = ["1U", hand.trade]
        else:
            company = next(company for company in hand.companies if company.id == card)
            texts = [company.basic, company.additional][: 2 if card in upgraded else 1]
        effects = [parse_effect(text) for text in texts]
        if len(counts) != sum(effect.limit is not None for effect in effects):
            return None
        waiting = list(counts)
        for effect in effects:
            times = 1 if effect.limit is None else waiting.pop(0)
            if not 0 <= times <= (effect.limit or 1):
                return None
            for good in range(5):
                if times * effect.pays.count(good) > stock[good]:
                    return None
                stock[good] += times * (effect.gains.count(good) - effect.pays.count(good))
        if flips and (card != hand.startup or upgraded & set(flips)):
            return None
        stock[0] -= len(flips)
        stock[3] -= len(flips)
        if min(stock) < 0:
            return None
        upgraded |= set(flips)
    return Result((stock[0], stock[1], stock[2], stock[3], stock[4]), frozenset(upgraded))


@pytest.mark.parametrize("seed", range(12))
def test_no_plan_is_missed_and_none_is_wrong(seed: int) -> None:
    """Every order, every count list of up to two counts of 0 to 5, every flip set anywhere."""
    hand = random_hand(random.Random(seed), 1, SMALL_DECK)
    company = hand.companies[0].id
    count_lists = [counts for size in range(3) for counts in product(range(6), repeat=size)]
    expected: dict[Plan, Result] = {}
    for order in permutations((hand.startup, company)):
        steps = [
            [(card, counts, flips) for counts in count_lists for flips in subsets([company])]
            for card in order
        ]
        for plan in product(*steps):
            result = outcome_by_sums(hand, plan)
            if result is not None:
                expected[plan] = result
    assert legal_plans(hand) == expected


@pytest.mark.parametrize("seed", range(12))
def test_neighbours_with_the_right_cards_are_judged_alike(seed: int) -> None:
    """The sums agree near the legal plans too, where the slips are."""
    rng = random.Random(seed)
    hand = random_hand(rng, 2, SMALL_DECK)
    found = legal_plans(hand)
    cards = sorted((hand.startup, *(company.id for company in hand.companies)))
    for plan in rng.sample(sorted(found), min(10, len(found))):
        assert found[plan] == outcome_by_sums(hand, plan)
        for other in neighbours(plan, hand):
            if sorted(card for card, _, _ in other) != cards:
                assert other not in found
                continue
            flips = [flip for _, _, flips in other for flip in flips]
            own = {company.id for company in hand.companies}
            if len(set(flips)) != len(flips) or not set(flips) <= own:
                assert other not in found
                continue
            assert found.get(other) == outcome_by_sums(hand, other)


def test_neighbours_are_all_the_small_changes() -> None:
    """One example at least of every change that is promised."""
    hand = s1((COLLIERY, MACHINE_WORKS._replace(upgraded=True)), (2, 1, 0, 0, 0))
    startup, colliery, works = ("S1", (0,), ("C06",)), ("C06", (), ()), ("C29", (1, 0), ())
    plan: Plan = (startup, colliery, works)
    assert plan in legal_plans(hand)
    near = list(neighbours(plan, hand))
    assert len(near) == len(set(near))
    assert plan not in near
    expected: list[Plan] = [
        # counts
        (("S1", (1,), ("C06",)), colliery, works),
        (("S1", (-1,), ("C06",)), colliery, works),
        (startup, colliery, ("C29", (0, 0), ())),
        (startup, colliery, ("C29", (2, 0), ())),
        (startup, colliery, ("C29", (-1, 0), ())),
        (startup, colliery, ("C29", (1,), ())),
        (startup, colliery, ("C29", (0,), ())),
        (startup, colliery, ("C29", (1, 0, 0), ())),
        (startup, ("C06", (0,), ()), works),
        # steps
        (colliery, startup, works),
        (works, colliery, startup),
        (startup, works),
        (colliery, works),
        (startup, colliery, works, works),
        (startup, colliery, works, startup),
        # cards
        (startup, ("C29", (), ()), works),
        (startup, ("S2", (), ()), works),
        (startup, ("C01", (), ()), works),
        (("C06", (0,), ("C06",)), colliery, works),
        # flips
        (("S1", (0,), ()), colliery, works),
        (("S1", (0,), ("C06", "C06")), colliery, works),
        (("S1", (0,), ("C06", "C29")), colliery, works),
        (("S1", (0,), ("C06", "S1")), colliery, works),
        (("S1", (0,), ("C01", "C06")), colliery, works),
        (("S1", (0,), ()), ("C06", (), ("C06",)), works),
        (startup, ("C06", (), ("C06",)), works),
    ]
    assert [other for other in expected if other not in near] == []


def test_random_hands_are_drawn_from_the_deck() -> None:
    """Different cards, both sides, small stocks, and the same for the same seed."""
    rng, same = random.Random(1), random.Random(1)
    hands = [random_hand(rng, 3, SMALL_DECK) for _ in range(50)]
    assert hands == [random_hand(same, 3, SMALL_DECK) for _ in range(50)]
    for hand in hands:
        assert len({company.id for company in hand.companies}) == 3
        assert all(0 <= amount <= 3 for amount in hand.stock)
    assert {hand.startup for hand in hands} == {"S1", "S5"}
    assert {company.upgraded for hand in hands for company in hand.companies} == {True, False}

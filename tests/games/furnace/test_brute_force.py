"""The brute force itself: against a second way to judge a plan, and cases computed by hand."""

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

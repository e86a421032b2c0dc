"""
The engine's production phase against the brute force, which was written from the rules alone.

Both find every legal plan of the same random hands; the sets, and what each plan leaves, must be
equal. Plans next to a legal one must be accepted or refused by the one as by the other.
"""

import random
import tomllib
from functools import cache
from typing import Final, NamedTuple

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.drafts import moves
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.engine.resources import shipped_text
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.phases import production
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Phase, Player, View
from tests.games.furnace import brute_force
from tests.games.furnace.brute_force import Hand, Plan, Result, neighbours, own_ids, random_hand
from tests.games.furnace.plans import default_plan

CARDS: Final = tomllib.loads(shipped_text("furnace", "cards.toml"))

SEAT: Final = Seat(1)
"""Whose hand it is; not the first, so that a mix-up of seats would show."""

CHANGED: Final = 150
"""All legal plans of a hand are changed in every small way; of hands with more, a third as many."""


class Batch(NamedTuple):
    """So many hands with so many companies and up to so many of each good."""

    hands: int
    companies: int
    most: int


BATCHES: Final = {
    "start-up alone": Batch(10, 0, 3),
    "1 company": Batch(40, 1, 3),
    "2 companies": Batch(40, 2, 3),
    "3 companies": Batch(30, 3, 3),
    "3 companies, poor": Batch(30, 3, 1),
    "4 companies, poor": Batch(8, 4, 1),
}

every_batch = pytest.mark.parametrize("batch", BATCHES.values(), ids=list(BATCHES))
in_both_variants = pytest.mark.parametrize("chain", [False, True], ids=["free order", "chain"])


class Case(NamedTuple):
    """A hand, its line if there is one, and all its legal plans."""

    hand: Hand
    line: tuple[str, ...]
    plans: dict[Plan, Result]


@cache
def cases(batch: Batch, *, chain: bool) -> list[Case]:
    """The same hands every time, with what the brute force makes of them."""
    rng = random.Random(repr((batch, chain)))
    found = []
    for _ in range(batch.hands):
        hand = random_hand(rng, batch.companies, CARDS, batch.most)
        line = tuple(rng.sample(own_ids(hand), len(own_ids(hand)))) if chain else ()
        found.append(Case(hand, line, brute_force.legal_plans(hand, line or None)))
    return found


def board_of(case: Case) -> Board:
    """The engine's board in a production phase in which `SEAT` has the hand."""
    hand = case.hand
    options = FURNACE.options({"chain": "on" if case.line else "off"})
    board = FURNACE.setup(options, 3, Chance(b"production")).board
    others = [startup["id"] for startup in CARDS["startup"] if startup["id"] != hand.startup]
    players = list(board.players)
    players[SEAT] = Player(
        stock=Stock(*hand.stock),
        companies=tuple(company.id for company in hand.companies),
        upgraded=tuple(sorted(company.id for company in hand.companies if company.upgraded)),
        line=case.line,
    )
    return board._replace(
        table=board.table._replace(startups=(others[0], hand.startup, others[1])),
        phase=Phase.PLAN,
        waiting=(Seat(0), SEAT, Seat(2)),
        players=tuple(players),
    )


def to_engine(plan: Plan) -> ProductionPlan:
    """A plan of the brute force as the engine writes it."""
    return ProductionPlan(tuple(Step(*step) for step in plan))


def to_brute_force(plan: ProductionPlan) -> Plan:
    """A plan of the engine as the brute force writes it: flips by id, for their order is free."""
    return tuple((card, counts, tuple(sorted(flips))) for card, counts, flips in plan.steps)


def result(board: Board, plan: ProductionPlan) -> Result:
    """What the engine says that a plan leaves; nothing but goods and sides may change."""
    before, after = board.players[SEAT], production.produced(board, SEAT, plan)

    assert before == after._replace(stock=before.stock, upgraded=before.upgraded)
    assert sorted(set(after.upgraded)) == list(after.upgraded)
    return Result(after.stock, frozenset(after.upgraded))


@in_both_variants
@every_batch
def test_both_find_the_same_plans_with_the_same_results(batch: Batch, chain: bool) -> None:
    """The engine lists exactly the plans of the brute force, each once, and runs them alike."""
    for case in cases(batch, chain=chain):
        board = board_of(case)
        listed = list(moves(FURNACE, View(SEAT, board, None)))
        found = {to_brute_force(plan): result(board, plan) for plan in listed}

        assert len(case.plans) == len(listed)
        assert case.plans == found


@in_both_variants
@every_batch
def test_both_judge_changed_plans_alike(batch: Batch, chain: bool) -> None:
    """One small change away from a legal plan, the engine accepts what the brute force has."""
    rng = random.Random(repr(batch))
    for case in cases(batch, chain=chain):
        board, plans = board_of(case), list(case.plans)
        if len(plans) > CHANGED:
            plans = rng.sample(plans, CHANGED // 3)
        for changed in {near for plan in plans for near in neighbours(plan, case.hand)}:
            try:
                found = result(board, to_engine(changed))
            except IllegalMove:
                found = None

            assert case.plans.get(changed) == found


@in_both_variants
@every_batch
def test_flips_may_be_written_in_any_order(batch: Batch, chain: bool) -> None:
    """The order of the companies flipped at the start-up changes nothing."""
    for case in cases(batch, chain=chain):
        board = board_of(case)
        for plan, expected in case.plans.items():
            if any(len(flips) > 1 for _, _, flips in plan):
                other = tuple((card, counts, flips[::-1]) for card, counts, flips in plan)
                assert expected == result(board, to_engine(other))


@in_both_variants
@every_batch
def test_the_default_plan_is_among_them(batch: Batch, chain: bool) -> None:
    """The brute force has the default plan too; it flips nothing and processes nothing."""
    for case in cases(batch, chain=chain):
        plan = to_brute_force(default_plan(board_of(case), SEAT))
        order = case.line or own_ids(case.hand)

        assert plan in case.plans
        assert order == tuple(card for card, _, _ in plan)
        assert not any(any(counts) or flips for _, counts, flips in plan)

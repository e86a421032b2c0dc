"""Choices whose loss is known exactly, because it was counted by hand."""

import pytest

from bessemer.bots.furnace.analysis.answers import (
    judge_compensation,
    judge_placement,
    judge_plan,
    one_card_elsewhere,
)
from bessemer.bots.furnace.analysis.judgement import Judgement, Kind
from bessemer.bots.furnace.analysis.valuation import STOCK_PRICES, Prospects, line_worth
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.drafts import moves
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import standard_deck
from bessemer.games.furnace.phases import production
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.bots.furnace.analysis.logs import LAST, in_round, logged
from tests.games.furnace import plans
from tests.games.furnace import positions as at
from tests.games.furnace.plans import default_plan

COAL, IRON, _, TOKEN, _ = STOCK_PRICES[3]
"""In the first round of four."""


def judged_plan(state: State, text: str) -> Judgement:
    """The plan `text` of seat 0."""
    return judge_plan(Prospects(), logged(state, f"0: {text}").plans[0])


# --- Plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "loss"),
    [
        pytest.param("plan S1 0", 4, id="both-sales-undone"),
        pytest.param("plan S1 1", 2, id="one-sale-undone"),
        pytest.param("plan S1 2", 0, id="best"),
    ],
)
def test_a_sale_undone_in_the_last_round_is_its_money(text: str, loss: int) -> None:
    """S1 sells 2C for 2$ twice: what was not sold was lost, and nothing else counts."""
    found = judged_plan(in_round(plans.producing("4C"), LAST), text)

    assert loss == found.loss == found.loss_at_most
    assert 4 == found.best_earned == found.best_money
    assert 4 - loss == found.earned == found.money
    assert found.is_proven


def test_before_the_last_round_what_is_left_counts() -> None:
    """Coal that was not sold keeps its price, so less is lost than its money."""
    found = judged_plan(in_round(plans.producing("4C"), LAST - 1), "plan S1 0")
    coal, _, _, token, _ = STOCK_PRICES[1]

    assert found.money == 0
    assert found.best_money == 4
    assert round(token, 1) == found.earned  # the start-up's, and the coal is still there
    assert round(4 - 4 * coal, 1) == found.loss


def test_money_held_before_is_not_earned() -> None:
    """Earned is what the round adds."""
    found = judged_plan(in_round(plans.producing("4C + 50$"), LAST), "plan S1 2")

    assert 4 == found.earned == found.money


def test_a_flip_earns_what_its_line_will_bring() -> None:
    """C26 upgraded gains 2I now and in each of the three rounds to come, for a coal and a token."""
    state = plans.producing("1C + 1U", "C26")
    flipped = judged_plan(state, "plan S1 0 flip C26; C26")
    left = judged_plan(state, "plan S1 0; C26")
    later = line_worth(standard_deck().companies["C26"].additional, 3)

    assert flipped.loss == 0
    assert round(2 * IRON + later - COAL - TOKEN, 1) == left.loss


def test_a_default_move_is_marked() -> None:
    """A move that the referee made says why."""
    state = in_round(plans.producing("4C"), LAST)
    choice = logged(state, "0: plan S1 0").plans[0]
    choice = choice._replace(made=choice.made._replace(default="timed out"))

    assert judge_plan(Prospects(), choice).default == "timed out"


def test_what_was_played_counts_as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planner that ran out of time with a worse plan than the player's does not blame the player."""
    state = in_round(plans.producing("4C"), LAST)
    idle = default_plan(state.board, Seat(0))
    poor = BestPlan(
        idle, production.produced(state.board, Seat(0), idle), 0.0, float("inf"), is_best=False
    )
    monkeypatch.setattr(
        "bessemer.bots.furnace.analysis.valuation.best_plan_of", lambda *_, **__: poor
    )
    found = judged_plan(state, "plan S1 2")

    assert found.loss == 0
    assert str(found.best) == "plan S1 2"
    assert found.best_money == 4
    assert not found.is_proven
    assert found.loss_at_most == float("inf")


# --- Compensations -------------------------------------------------------------------------------


def outbid_on_iron_to_oil(stock: str) -> State:
    """Seat 0 owns S2 (sells 1O for 4$) and will be outbid on C07, compensation `1I -> 1O`."""
    state = at.position(
        3,
        row=("C07", "C01"),
        startups=("S2", "S1", "S3"),
        stocks={0: stock},
        discs=("1", "2", ""),
    )
    return in_round(state, LAST)


def judged_compensation(state: State, answer: str) -> Judgement:
    """The answer of seat 0, which is the only one asked, followed by any plan."""
    bids = ("0: bid 1 on C07", "1: bid 2 on C07")
    log = logged(state, *bids, f"0: {answer}", "0: plan S2 0")
    hand = log.plans[0].board.players[0]
    return judge_compensation(Prospects(), log.compensations[0], hand)


@pytest.mark.parametrize(("answer", "loss"), [("compensation 0", 4), ("compensation 1", 0)])
def test_oil_not_taken_is_a_sale_lost(answer: str, loss: int) -> None:
    """One iron becomes one oil, which the start-up would have sold for 4$."""
    found = judged_compensation(outbid_on_iron_to_oil("1I"), answer)

    assert found.kind is Kind.COMPENSATION
    assert loss == found.loss
    assert found.best_money == 4
    assert str(found.best) == "compensation 1"
    assert found.is_proven


def test_an_answer_that_makes_no_difference_loses_nothing() -> None:
    """With an oil in hand already the second cannot be sold."""
    found = judged_compensation(outbid_on_iron_to_oil("1I + 1O"), "compensation 0")

    assert found.loss == 0
    assert found.best == found.played


def test_a_card_won_in_the_same_auction_counts() -> None:
    """C01 sells the oil that the compensation on C07 makes, and was won to its right."""
    state = at.position(
        3, row=("C07", "C01"), startups=("S1", "S2", "S3"), stocks={0: "1I"}, discs=("14", "2", "")
    )
    bids = ("0: bid 1 on C07", "1: bid 2 on C07", "0: bid 4 on C01")
    log = logged(in_round(state, LAST), *bids, "0: compensation 0", "0: plan S1 0; C01 0")
    hand = log.plans[0].board.players[0]

    assert judge_compensation(Prospects(), log.compensations[0], hand).loss == 4


def test_answers_that_lead_to_more_of_everything_are_looked_at() -> None:
    """One oil becomes 3I on C14, one of them oil again on C07: S2 and C32 sell 1O and 2I for 8$."""
    state = at.position(
        3,
        row=("C14", "C07"),
        startups=("S2", "S1", "S3"),
        owned={0: "C32"},
        stocks={0: "1O"},
        discs=("12", "34", ""),
    )
    bids = ("0: bid 1 on C14", "1: bid 3 on C14", "0: bid 2 on C07", "1: bid 4 on C07")
    answer = "0: compensation 0 0"
    log = logged(in_round(state, LAST), *bids, answer, "0: plan S2 1; C32 0")
    found = judge_compensation(Prospects(), log.compensations[0], log.plans[0].board.players[0])

    assert found.loss == 4
    assert str(found.best) == "compensation 1 1"


# --- Lines ---------------------------------------------------------------------------------------


def judged_line(text: str) -> Judgement:
    """Seat 0 owns S1 and has won C06 (2C) and C08 (2C); S1 sells 2C for 2$ twice."""
    state = in_round(plans.placing(owned="", line="S1", won="C06 C08"), LAST)
    return judge_placement(Prospects(), logged(state, f"0: {text}").placements[0])


@pytest.mark.parametrize(
    ("text", "loss"),
    [
        pytest.param("line S1 C06 C08", 4, id="sells-before-it-digs"),
        pytest.param("line C06 S1 C08", 2, id="sells-half"),
        pytest.param("line C08 C06 S1", 0, id="digs-first"),
    ],
)
def test_a_line_in_the_wrong_order_loses_the_sales(text: str, loss: int) -> None:
    """Goods that come after the sale cannot be sold in this round."""
    found = judged_line(text)

    assert found.kind is Kind.PLACEMENT
    assert loss == found.loss
    assert found.best_earned == 4
    assert found.is_proven


def test_an_old_line_cannot_be_mended() -> None:
    """C06 stands behind S1 for good: only the new card can be sold, and that is proven."""
    state = in_round(plans.placing(owned="C06", line="S1 C06", won="C08"), LAST)
    found = judge_placement(Prospects(), logged(state, "0: line S1 C06 C08").placements[0])

    assert found.loss == 2
    assert found.best_earned == 2
    assert found.is_proven


def test_one_card_elsewhere_are_legal_lines() -> None:
    """Moving new cards never disturbs the old ones, and reaches every place."""
    state = plans.placing()
    legal = {placement.line for placement in moves(FURNACE, FURNACE.view(state, Seat(0)))}
    line = ("C06", "S1", "C01", "C03")
    near = list(one_card_elsewhere(line, ("C01", "C03")))

    assert set(near) <= legal - {line}
    # Each of two cards has three other places; swapping the two is found twice.
    assert len(near) == 6
    assert len(set(near)) == 5


def test_many_lines_are_climbed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not all lines are tried, moving one card after the other finds the best of this one."""
    monkeypatch.setattr("bessemer.bots.furnace.analysis.answers.MOST_LINES", 0)
    found = judged_line("line S1 C06 C08")

    assert found.loss == 4
    assert found.is_proven  # no order of any kind earns more

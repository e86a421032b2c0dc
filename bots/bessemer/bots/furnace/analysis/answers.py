"""Plans and answers to compensations, each judged against all others that were legal."""

from itertools import islice
from typing import Final

from bessemer.bots.furnace.analysis.judgement import Judgement, Kind, Result, judge
from bessemer.bots.furnace.analysis.log import LoggedDecision
from bessemer.bots.furnace.analysis.prospects import EPSILON, Prospects
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.choices import moves
from bessemer.games.furnace import compensation, production
from bessemer.games.furnace.moves import Compensation, ProductionPlan
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Player, View

MOST_ANSWERS: Final = 4096
"""Answers to a row of compensations that are looked at."""


def judge_plan(prospects: Prospects, decision: LoggedDecision) -> Judgement:
    """The plan against the best plan for the same hand."""
    board, made = decision
    assert isinstance(made.move, ProductionPlan)
    played = Result(made.move, production.produced(board, made.seat, made.move))
    best = prospects.best(board, made.seat, board.players[made.seat])
    return judge(Kind.PLAN, decision, played, Result(best.plan, best.player), best.bound)


def judge_compensation(prospects: Prospects, decision: LoggedDecision, hand: Player) -> Judgement:
    """
    The answer against every other, each followed by its best plan.

    `hand` is what the seat produced with in this round: the cards of the row are in it.
    """
    board, made = decision
    assert isinstance(made.move, Compensation)

    def followed(answer: Compensation) -> BestPlan:
        stock = compensation.paid(board, made.seat, answer).stock
        return prospects.best(board, made.seat, hand._replace(stock=stock))

    own = followed(made.move)
    best, best_move, most = own, made.move, own.bound
    looked_at = list(islice(moves(FURNACE, View(made.seat, board, None)), MOST_ANSWERS + 1))
    if len(looked_at) > MOST_ANSWERS:
        most = float("inf")
    for answer in _undominated(decision, looked_at):
        plan = followed(answer)
        most = max(most, plan.bound)
        if plan.worth > best.worth + EPSILON:
            best, best_move = plan, answer
    return judge(
        Kind.COMPENSATION,
        decision,
        Result(made.move, own.player),
        Result(best_move, best.player),
        most,
    )


def _undominated(decision: LoggedDecision, answers: list[Compensation]) -> list[Compensation]:
    """One answer for each stock that no other stock has at least as much of everything as."""
    board, made = decision
    by_stock = {compensation.paid(board, made.seat, answer).stock: answer for answer in answers}
    return [
        answer
        for stock, answer in by_stock.items()
        if not any(
            other != stock and all(more >= less for more, less in zip(other, stock, strict=True))
            for other in by_stock
        )
    ]

"""Decisions of a round, each judged against the others that were legal."""

from collections.abc import Iterator
from itertools import islice
from math import perm
from typing import Final

from bessemer.bots.furnace.analysis.judgement import Judgement, Kind, Result, judge
from bessemer.bots.furnace.analysis.log import LoggedDecision
from bessemer.bots.furnace.analysis.valuation import EPSILON, Prospects
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.drafts import moves
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.phases import chain, compensation, production
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


MOST_LINES: Final = 120
"""So many lines are all tried; of more, only those that one new card after the other leads to."""

Line = tuple[str, ...]


def judge_placement(prospects: Prospects, decision: LoggedDecision) -> Judgement:
    """
    The line against others, each followed by its best plan of this round.

    A line stays for the rest of the match, but only the round is judged.
    """
    board, made = decision
    assert isinstance(made.move, ChainPlacement)
    laid, player = made.move.line, board.players[made.seat]
    new = chain.new_cards(player)

    def followed(line: Line) -> BestPlan:
        return prospects.best(board, made.seat, player._replace(line=line))

    own = followed(laid)
    # Nobody earns more in a line than in an order of their choice.
    most = prospects.best(board, made.seat, player._replace(line=())).bound
    best, best_line, bounds = own, laid, [own.bound]
    are_all_tried = perm(len(laid), len(new)) <= MOST_LINES
    lines = (
        (placement.line for placement in moves(FURNACE, View(made.seat, board, None)))
        if are_all_tried
        else one_card_elsewhere(laid, new)
    )
    while best.worth < most - EPSILON and (line := next(lines, None)) is not None:
        plan = followed(line)
        bounds.append(plan.bound)
        if plan.worth > best.worth + EPSILON:
            best, best_line = plan, line
            if not are_all_tried:
                lines = one_card_elsewhere(line, new)
    if are_all_tried and best.worth < most - EPSILON:
        most = max(bounds)
    return judge(
        Kind.PLACEMENT,
        decision,
        Result(made.move, own.player),
        Result(ChainPlacement(best_line), best.player),
        most,
    )


def one_card_elsewhere(line: Line, new: Line) -> Iterator[Line]:
    """Every line in which one of the new cards has another place."""
    for card in new:
        others = tuple(other for other in line if other != card)
        for place in range(len(line)):
            moved = (*others[:place], card, *others[place:])
            if moved != line:
                yield moved

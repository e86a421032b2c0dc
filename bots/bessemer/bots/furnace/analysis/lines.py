"""The chain variant: the line that was laid, judged against other places for the new cards."""

from collections.abc import Iterator
from math import perm
from typing import Final

from bessemer.bots.furnace.analysis.judgement import Judgement, Kind, Result, judge
from bessemer.bots.furnace.analysis.log import LoggedDecision
from bessemer.bots.furnace.analysis.prospects import EPSILON, Prospects
from bessemer.bots.furnace.planning.worth import BestPlan
from bessemer.engine.choices import moves
from bessemer.games.furnace import chain
from bessemer.games.furnace.moves import ChainPlacement
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import View

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

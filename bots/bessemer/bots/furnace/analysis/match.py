"""
A whole match, judged: every decision of a round beside the best, every row beside its worth.

    log = read_log(state, moves)
    analysis = analyse(log, seconds=2.0)
    print(sentence(analysis.summaries[0]))
"""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from bessemer.bots.furnace.analysis.answers import judge_compensation, judge_placement, judge_plan
from bessemer.bots.furnace.analysis.auctions import AuctionAnalysis, auction_analysis, card_worths
from bessemer.bots.furnace.analysis.judgement import Judgement, Kind
from bessemer.bots.furnace.analysis.log import Log, LoggedDecision
from bessemer.bots.furnace.analysis.valuation import Prospects
from bessemer.engine.game import Seat


class Summary(NamedTuple):
    """The earnings that one seat left on the table."""

    seat: Seat
    loss: float
    by_kind: dict[Kind, float]
    by_round: tuple[float, ...]
    """One for each round that was begun."""
    is_proven: bool
    """Whether no more than `loss` was left."""
    defaults: int
    """The number of judged moves that were the referee's."""


class MatchAnalysis(NamedTuple):
    """All that there is to say about a match."""

    log: Log
    judgements: tuple[Judgement, ...]
    """In the order of turns."""
    auctions: tuple[AuctionAnalysis, ...]
    summaries: tuple[Summary, ...]
    """By seat."""


def questions(log: Log) -> int:
    """How often `analyse` reports that it got on."""
    decided = len(log.compensations) + len(log.placements) + len(log.plans)
    return decided + len(log.auctions) * len(log.seats)


def analyse(
    log: Log, *, seconds: float | None = None, advance: Callable[[], None] = lambda: None
) -> MatchAnalysis:
    """
    Judge every decision of a match and value every row.

    Args:
        log: the match.
        seconds: for each question to the planner; what it has not proven by then is marked.
        advance: called `questions(log)` times.
    """
    prospects = Prospects(seconds)
    produced = {(plan.board.round, plan.made.seat): plan for plan in log.plans}
    judgements = []
    for decision in sorted(
        (*log.compensations, *log.placements, *log.plans), key=lambda decision: decision.made.turn
    ):
        plan = produced.get((decision.board.round, decision.made.seat))
        # An answer can be judged by what was produced with it, and a match may be broken off before.
        if judgement := _judged(prospects, decision, plan):
            judgements.append(judgement)
        advance()
    auctions = []
    for auction in log.auctions:
        worths = []
        for seat in log.seats:
            worths.append(card_worths(prospects, auction.board, Seat(seat)))
            advance()
        auctions.append(auction_analysis(auction, tuple(worths)))
    return MatchAnalysis(
        log,
        tuple(judgements),
        tuple(auctions),
        tuple(_summary(Seat(seat), judgements, len(log.auctions)) for seat in log.seats),
    )


def _judged(
    prospects: Prospects, decision: LoggedDecision, plan: LoggedDecision | None
) -> Judgement | None:
    match Kind(decision.board.phase.value):
        case Kind.PLAN:
            return judge_plan(prospects, decision)
        case Kind.PLACEMENT:
            return judge_placement(prospects, decision)
        case Kind.COMPENSATION:
            if plan is None:
                return None
            return judge_compensation(prospects, decision, plan.board.players[decision.made.seat])


def _summary(seat: Seat, judgements: list[Judgement], rounds: int) -> Summary:
    own = [one for one in judgements if one.seat == seat]
    return Summary(
        seat=seat,
        loss=_loss(own),
        by_kind={kind: _loss([one for one in own if one.kind is kind]) for kind in Kind},
        by_round=tuple(
            _loss([one for one in own if one.round == number]) for number in range(1, rounds + 1)
        ),
        is_proven=all(one.is_proven for one in own),
        defaults=sum(bool(one.default) for one in own),
    )


def _loss(judgements: list[Judgement]) -> float:
    return round(sum(one.loss for one in judgements), 1)


def losses_so_far(summary: Summary) -> tuple[float, ...]:
    """The loss up to the end of each round, beginning with nothing."""
    return tuple(round(loss, 1) for loss in accumulate(summary.by_round, initial=0.0))


def sentence(summary: Summary) -> str:
    """The summary in words: "left 11 on the table in rounds 2 and 3"."""
    rounds = [str(number) for number, loss in enumerate(summary.by_round, 1) if loss]
    if not rounds:
        return "left nothing on the table" if summary.is_proven else "left nothing that was found"
    amount = f"{summary.loss:.1f}".removesuffix(".0")
    least = "" if summary.is_proven else "at least "
    if len(rounds) == 1:
        return f"left {least}{amount} on the table in round {rounds[0]}"
    listed = f"{', '.join(rounds[:-1])} and {rounds[-1]}"
    return f"left {least}{amount} on the table in rounds {listed}"

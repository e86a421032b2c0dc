"""Whole matches: everything is judged once, and the sums are the sums of their parts."""

from collections import Counter

import pytest

from bessemer.bots.furnace.analysis.judgement import Kind
from bessemer.bots.furnace.analysis.log import read_log
from bessemer.bots.furnace.analysis.match import (
    Summary,
    analyse,
    losses_so_far,
    questions,
    sentence,
)
from bessemer.engine.game import Seat
from tests.bots.furnace.analysis.logs import golden

HASTY = 0.001
"""Seconds for a plan: what comes out need not be the best here."""


@pytest.mark.parametrize(
    "name", ["two-players", "chain", "aborted-while-sealed", "aborted-at-once"]
)
def test_the_sums_are_those_of_the_parts(name: str) -> None:
    """By seat, by round and by kind the same losses are counted, each once."""
    steps: list[None] = []
    log = read_log(*golden(name))
    found = analyse(log, seconds=HASTY, advance=lambda: steps.append(None))

    assert questions(log) == len(steps)
    kinds = Counter(one.kind for one in found.judgements)
    assert len(log.plans) == kinds[Kind.PLAN]
    assert len(log.placements) == kinds[Kind.PLACEMENT]
    assert len(log.auctions) == len(found.auctions)
    for one in found.judgements:
        assert 0 <= one.loss <= one.loss_at_most
        assert one.is_proven == (one.loss == one.loss_at_most)
    for summary in found.summaries:
        own = sum(one.loss for one in found.judgements if one.seat == summary.seat)
        assert pytest.approx(own) == summary.loss
        assert pytest.approx(own) == sum(summary.by_round)
        assert pytest.approx(own) == sum(summary.by_kind.values())
        assert pytest.approx(own) == losses_so_far(summary)[-1]
        assert len(summary.by_round) + 1 == len(losses_so_far(summary))


@pytest.mark.parametrize("name", ["forfeited", "forfeited-while-leading"])
def test_default_moves_are_counted(name: str) -> None:
    """Moves that the referee played for a seat are kept apart from the seat's own."""
    state, moves = golden(name)
    found = analyse(read_log(state, moves), seconds=HASTY)
    marked = [(one.turn, one.default) for one in found.judgements if one.default]
    defaults = {move.turn: move.default for move in moves if move.default}

    assert marked
    assert all(defaults[turn] == why for turn, why in marked)
    assert len(marked) == sum(summary.defaults for summary in found.summaries)


@pytest.mark.parametrize(
    ("by_round", "is_proven", "said"),
    [
        ((0.0, 6.0, 5.0, 0.0), True, "left 11 on the table in rounds 2 and 3"),
        ((1.5, 0.0, 1.0, 2.0), True, "left 4.5 on the table in rounds 1, 3 and 4"),
        ((0.0, 0.0, 0.0, 7.0), True, "left 7 on the table in round 4"),
        ((0.0, 0.0, 0.0, 7.0), False, "left at least 7 on the table in round 4"),
        ((0.0, 0.0), True, "left nothing on the table"),
        ((0.0, 0.0), False, "left nothing that was found"),
    ],
)
def test_a_summary_in_words(by_round: tuple[float, ...], is_proven: bool, said: str) -> None:
    """The rounds in which something was lost, and how sure that is."""
    kinds = dict.fromkeys(Kind, 0.0)
    summary = Summary(Seat(0), sum(by_round), kinds, by_round, is_proven, 0)

    assert said == sentence(summary)

"""Ladders to report of: one with everything in it, and the odd ones."""

import random
from collections.abc import Callable, Sequence
from itertools import count
from typing import TypeVar

import pytest

from bessemer.engine.game import Seat
from bessemer.matches.records import Fault, SeatFault
from bessemer.ratings.results import Result
from bessemer.runner.report.facts import LadderFacts, LadderReport
from tests.ratings.drawn_matches import drawn_block, drawn_truth

T = TypeVar("T")

FACTS = LadderFacts("spring", "furnace", {"rounds": "4"}, "2026-1", 4, False, 2, 1_770_900_000.0)
HOSTILE = '<b onload="x">&\'"; \x1b[31m' + "n" * 300


def simulated(players: Sequence[str], blocks: int, seed: int = 1) -> list[Result]:
    """Blocks of four matches in rotated seats, ten minutes apart, some of them with faults."""
    rng = random.Random(seed)
    truth = drawn_truth(len(players), 150, rng)
    names = dict(zip(truth, players, strict=True))
    ended = count(1_770_000_000, 600)
    return [
        Result(
            match_id=f"{block:08x}{number:08x}",
            players=_rotated(tuple(names[player] for player in result.players), number),
            ranks=_rotated(result.ranks, number),
            scores=tuple(80 - 10 * rank for rank in _rotated(result.ranks, number)),
            ended=float(next(ended)),
            block=result.block,
            faults=_faults(rng),
        )
        for block in range(blocks)
        for number, result in enumerate(drawn_block(truth, 4, 4, name=f"b{block}", rng=rng))
    ]


def _rotated(values: tuple[T, ...], by: int) -> tuple[T, ...]:
    return values[by:] + values[:by]


def _faults(rng: random.Random) -> tuple[SeatFault, ...]:
    kind = rng.choices((None, Fault.PLAYER, Fault.NETWORK, Fault.REFEREE), (30, 2, 1, 1))[0]
    return () if kind is None else (SeatFault(Seat(3), kind, "three <timeouts>"),)


def lonely() -> list[Result]:
    """A player against itself, a match of one, and one that the referee spoiled."""
    spoiled = (SeatFault(Seat(0), Fault.REFEREE, "restarted"),)
    return [
        Result("x", ("a", "a"), (1, 2)),
        Result("y", ("a",), (1,)),
        Result("z", ("a", "b"), (1, 2), faults=spoiled),
    ]


ODD: dict[str, Callable[[], list[Result]]] = {
    "nothing": list,
    "nothing-counts": lonely,
    "one-match": lambda: [Result("m", ("a", "b"), (1, 2))],
    "one-tie": lambda: [Result("m", ("a", "b", "c"), (1, 1, 1))],
    "hostile-names": lambda: simulated([HOSTILE, "=1+1", "a,b", "ü\u202e", "e"], 5),
    "200-players": lambda: simulated([f"p{at}" for at in range(200)], 100),
    "twenty-players": lambda: simulated([f"p{at}" for at in range(20)], 20),
}


@pytest.fixture(scope="session")
def results() -> list[Result]:
    """A ladder of six players."""
    return simulated(["ada", "bessemer", "cort", "darby", HOSTILE, "f"], 40)


@pytest.fixture(scope="session")
def report(results: list[Result]) -> LadderReport:
    """Its report."""
    return LadderReport.of(FACTS, results)


@pytest.fixture(scope="session", params=ODD)
def odd(request: pytest.FixtureRequest) -> LadderReport:
    """The report of an odd ladder."""
    return LadderReport.of(FACTS, ODD[request.param]())

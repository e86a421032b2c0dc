"""
How often the sequential test is wrong, and how many blocks it takes, at known strengths.

    python -m tools.ratings.sequential [--tests N] [--seed N]

A is exactly at the lower bound, where passing is the error; exactly at the upper bound, where
failing is; and well above it. Seats differ in value, matches tie, and the matches of a block share
their luck.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track

from bessemer.ladder.formats.blocks import Seatings, SeatOrder, compared_block, mirrored_block
from bessemer.ratings.scale import CENTRE, POINTS_PER_LOGIT, share_of
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score
from tools.ratings.ladders import luck_alike

# By how many points a seat is better than the mean: far more than an honest game's.
_SEAT_VALUES: Final = (60.0, 20.0, -20.0, -60.0)
_ALIKE: Final = 0.3
_OTHERS: Final = {"X": CENTRE + 80, "Y": CENTRE - 120}
_DISASTERS: Final = 0.1
"""The share of blocks that end at 0, or at 1."""
_HEADINGS: Final = "| setting | A at | passed | failed | blocks | covered |"

TIES: Final[Mapping[int, float]] = {2: 0.1, 3: 0.03, 4: 0.01}
"""The weights of ties of so many: of two equals in a match of four about 5 % are tied."""

Luck = Callable[[], float]
"""Answers with numbers in [0, 1)."""

TWO: Final = mirrored_block("A", "B", 2, Seatings.ROTATED)
FOUR: Final = mirrored_block("A", "B", 4, Seatings.ROTATED)

Scores = Callable[[float, random.Random], Iterator[float]]
"""Block scores without end, whose mean is exactly a given share."""


def matches(block: Sequence[SeatOrder], alike: float = _ALIKE) -> Scores:
    """The scores of blocks that are played, whose luck is more alike the nearer `alike` is to 1."""

    def scores(share: float, rng: random.Random) -> Iterator[float]:
        return block_scores(block, points_for(block, share), rng, alike)

    return scores


def disasters(share: float, rng: random.Random) -> Iterator[float]:
    """A is a little better in nine blocks of ten, always by the same, and fails in the tenth."""
    while True:
        yield 0.0 if rng.random() < _DISASTERS else share / (1 - _DISASTERS)


def windfalls(share: float, rng: random.Random) -> Iterator[float]:
    """The other way round: it is B that fails in every tenth."""
    while True:
        yield 1.0 if rng.random() < _DISASTERS else (share - _DISASTERS) / (1 - _DISASTERS)


@dataclass(frozen=True, slots=True)
class Setting:
    """A question, and where the scores of its blocks come from."""

    name: str
    question: Hypotheses
    scores: Scores


SETTINGS: Final = (
    Setting("2 seats", Hypotheses(0, 40), matches(TWO)),
    Setting("2 seats [-20, 20]", Hypotheses(-20, 20), matches(TWO)),
    Setting("2 seats, 1 %", Hypotheses(0, 40, alpha=0.01, beta=0.01), matches(TWO)),
    Setting("2 seats, luck 0.9", Hypotheses(0, 40), matches(TWO, 0.9)),
    Setting(
        "3 seats mirrored",
        Hypotheses(0, 40),
        matches(mirrored_block("A", "B", 3, Seatings.ROTATED)),
    ),
    Setting("4 seats mirrored", Hypotheses(0, 40), matches(FOUR)),
    Setting("4 seats mirrored [0, 150]", Hypotheses(0, 150), matches(FOUR)),
    Setting("4 seats mirrored, luck 0.9", Hypotheses(0, 40), matches(FOUR, 0.9)),
    Setting(
        "4 seats, 2 others",
        Hypotheses(0, 40),
        matches(compared_block("A", "B", ("X", "Y"), Seatings.ROTATED)),
    ),
    Setting("disasters of A", Hypotheses(0, 40), disasters),
    Setting("disasters of B", Hypotheses(0, 40), windfalls),
)


class Rates(NamedTuple):
    """The results of the tests of one setting with A at one strength."""

    passed: float
    failed: float
    undecided: float
    blocks: float
    """The blocks that a test took, on average."""
    covered: float
    """How often the interval held the truth when the test stopped."""


def block_scores(
    block: Sequence[SeatOrder], points: float, rng: random.Random, alike: float = _ALIKE
) -> Iterator[float]:
    """The scores of one block after the other, with A so many points above B."""
    while True:
        lucks = lucks_alike(len(block[0]), alike, rng)
        yield block_score(
            [
                (sorted(seating), drawn_ranks(_strengths(seating, points), luck))
                for seating, luck in zip(block, lucks, strict=False)
            ],
            "A",
            "B",
        )


def drawn_ranks(points: Sequence[float], luck: Luck) -> tuple[int, ...]:
    """The ranks of one match in the Plackett-Luce model with ties."""
    worths = [math.exp((value - CENTRE) / POINTS_PER_LOGIT) for value in points]
    ranks = [0] * len(points)
    rest = tuple(range(len(points)))
    while rest:
        sets = _weighted_sets(rest, worths)
        left = luck() * sum(weight for _, weight in sets)
        members = next((each for each, weight in sets if (left := left - weight) < 0), sets[-1][0])
        for at in members:
            ranks[at] = 1 + len(points) - len(rest)
        rest = tuple(at for at in rest if at not in members)
    return tuple(ranks)


def all_ranks(points: Sequence[float]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every ranking that a match can end with, and how likely it is."""
    worths = [math.exp((value - CENTRE) / POINTS_PER_LOGIT) for value in points]

    def rest_of(
        rest: tuple[int, ...], ranks: dict[int, int], likely: float
    ) -> Iterator[tuple[tuple[int, ...], float]]:
        if not rest:
            yield tuple(ranks[at] for at in range(len(points))), likely
            return
        sets = _weighted_sets(rest, worths)
        total = sum(weight for _, weight in sets)
        for members, weight in sets:
            others = tuple(at for at in rest if at not in members)
            placed = ranks | dict.fromkeys(members, 1 + len(points) - len(rest))
            yield from rest_of(others, placed, likely * weight / total)

    yield from rest_of(tuple(range(len(points))), {}, 1.0)


def _weighted_sets(
    rest: tuple[int, ...], worths: Sequence[float]
) -> list[tuple[tuple[int, ...], float]]:
    """The players that may come next, tied if there are several, and the weight of each such set."""
    return [
        (members, weight * math.prod(worths[at] for at in members) ** (1 / size))
        for size, weight in ((1, 1.0), *TIES.items())
        for members in combinations(rest, size)
    ]


def lucks_alike(draws: int, alike: float, rng: random.Random) -> Iterator[Luck]:
    """
    The luck of one match after the other of a block, with at most `draws` draws in each.

    By itself each is uniform; the nearer `alike` is to 1, the more all of them have in common.
    """
    shared = [rng.gauss(0.0, 1.0) for _ in range(draws)]
    while True:
        yield (luck_alike(common, alike, rng) for common in shared).__next__


def points_for(block: Sequence[SeatOrder], share: float) -> float:
    """How far A must be above B for a placement share of exactly `share`."""
    low, high = -1000.0, 1000.0
    for _ in range(40):
        middle = (low + high) / 2
        if _exact_share(block, middle) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def rates(setting: Setting, lead: float, tests: int, rng: random.Random) -> Rates:
    """Run so many tests with A exactly `lead` points ahead."""
    share = share_of(lead)
    scores = setting.scores(share, rng)
    found: list[Verdict] = []
    blocks = covered = 0
    for _ in range(tests):
        test = SequentialTest(setting.question)
        while test.verdict is Verdict.RUNNING:
            test.add(next(scores))
        found.append(test.verdict)
        blocks += test.blocks
        covered += test.share.low <= share <= test.share.high
    return Rates(
        found.count(Verdict.BETTER) / tests,
        found.count(Verdict.NOT_BETTER) / tests,
        found.count(Verdict.UNDECIDED) / tests,
        blocks / tests,
        covered / tests,
    )


def main() -> None:
    """Measure every setting and print a table in Markdown."""
    parser = argparse.ArgumentParser(description="the error rates of the sequential test")
    parser.add_argument("--tests", type=int, default=500, help="of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    console = Console(stderr=True)
    lines = [_HEADINGS, "|---" * _HEADINGS.count(" | ") + "|---|"]
    work = [
        (setting, at)
        for setting in SETTINGS
        for at in (setting.question.lower, setting.question.upper, 2.5 * setting.question.upper)
    ]
    for setting, at in track(work, "tests", console=console, disable=not console.is_terminal):
        rng = random.Random(f"{args.seed}/{setting.name}/{at}")  # noqa: S311 - no secret
        row = rates(setting, at, args.tests, rng)
        lines.append(f"| {' | '.join((setting.name, f'{at:+g}', *_cells(row)))} |")
    print("\n".join(lines))


def _cells(row: Rates) -> list[str]:
    return [
        f"{row.passed:.1%}",
        f"{row.failed:.1%}",
        f"{row.blocks:.0f}",
        f"{row.covered:.1%}",
    ]


def _strengths(seating: SeatOrder, points: float) -> list[float]:
    """By player in the order of their names, so that luck in common means the same for each."""
    known = {"A": CENTRE + points / 2, "B": CENTRE - points / 2, **_OTHERS}
    seats = sorted(range(len(seating)), key=lambda seat: (seating[seat], seat))
    return [known[seating[seat]] + _SEAT_VALUES[seat] for seat in seats]


def _exact_share(block: Sequence[SeatOrder], points: float) -> float:
    shares = []
    for seating in block:
        names = sorted(seating)
        shares.append(
            sum(
                likely * block_score([(names, ranks)], "A", "B")
                for ranks, likely in all_ranks(_strengths(seating, points))
            )
        )
    # A match in which more pairs meet counts for as many.
    pairs = [seating.count("A") * seating.count("B") for seating in block]
    return sum(map(lambda share, pair: share * pair, shares, pairs)) / sum(pairs)


if __name__ == "__main__":
    main()

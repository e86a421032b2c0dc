"""
How often the sequential test is wrong, measured on players of known strength.

    python -m tools.sequential_simulation [--tests N] [--seed N] [--json]

Each test is played twice over: with A exactly at the lower bound, where passing is the error, and
exactly at the upper bound, where failing is. Seats differ in value, matches tie, and the matches
of a block share their luck.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bessemer.ladder.blocks import Seatings, SeatOrder, compared_block, mirrored_block
from bessemer.ratings.scale import CENTRE, share_of
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score
from tools.simulated_matches import TIES, all_ranks, drawn_ranks, lucks_alike

# By how many points a seat is better than the mean: far more than an honest game's.
_SEAT_VALUES: Final = (60.0, 20.0, -20.0, -60.0)
_ALIKE: Final = 0.3
_OTHERS: Final = {"X": CENTRE + 80, "Y": CENTRE - 120}


@dataclass(frozen=True, slots=True)
class Setting:
    """What is tested: the question, and a block of it."""

    name: str
    question: Hypotheses
    block: tuple[SeatOrder, ...]


SETTINGS: Final = (
    Setting("2 seats [0, 40]", Hypotheses(0, 40), mirrored_block("A", "B", 2, Seatings.ROTATED)),
    Setting(
        "2 seats [-20, 20]", Hypotheses(-20, 20), mirrored_block("A", "B", 2, Seatings.ROTATED)
    ),
    Setting(
        "3 seats mirrored [0, 40]", Hypotheses(0, 40), mirrored_block("A", "B", 3, Seatings.ROTATED)
    ),
    Setting(
        "4 seats mirrored [0, 40]", Hypotheses(0, 40), mirrored_block("A", "B", 4, Seatings.ROTATED)
    ),
    Setting(
        "4 seats mirrored [0, 150]",
        Hypotheses(0, 150),
        mirrored_block("A", "B", 4, Seatings.ROTATED),
    ),
    Setting(
        "4 seats, 2 others [0, 40]",
        Hypotheses(0, 40),
        compared_block("A", "B", ("X", "Y"), Seatings.ROTATED),
    ),
    Setting(
        "2 seats [0, 40] 1 %",
        Hypotheses(0, 40, alpha=0.01, beta=0.01),
        mirrored_block("A", "B", 2, Seatings.ROTATED),
    ),
)


class Rates(NamedTuple):
    """What came of the tests of one setting with A at one strength."""

    passed: float
    failed: float
    undecided: float
    blocks: float
    """How many a test took, on average."""
    covered: float
    """How often the interval held the truth when the test stopped."""


def block_scores(block: Sequence[SeatOrder], points: float, rng: random.Random) -> Iterator[float]:
    """The scores of one block after the other, with A so many points above B."""
    while True:
        lucks = lucks_alike(len(block[0]), _ALIKE, rng)
        yield block_score(
            [
                (sorted(seating), drawn_ranks(_strengths(seating, points), TIES, luck))
                for seating, luck in zip(block, lucks, strict=False)
            ],
            "A",
            "B",
        )


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


def rates(setting: Setting, bound: float, tests: int, rng: random.Random) -> Rates:
    """Run so many tests with A exactly at `bound`."""
    share = share_of(bound)
    points = points_for(setting.block, share)
    verdicts, blocks, covered = [], 0, 0
    for _ in range(tests):
        test = SequentialTest(setting.question)
        verdicts.append(test.add_all(block_scores(setting.block, points, rng)))
        blocks += test.blocks
        covered += test.share.low <= share <= test.share.high
    return Rates(
        verdicts.count(Verdict.BETTER) / tests,
        verdicts.count(Verdict.NOT_BETTER) / tests,
        verdicts.count(Verdict.UNDECIDED) / tests,
        blocks / tests,
        covered / tests,
    )


def main() -> None:
    """Measure every setting and print a table."""
    parser = argparse.ArgumentParser(description="the error rates of the sequential test")
    parser.add_argument("--tests", type=int, default=500, help="of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    args = parser.parse_args()
    console = Console(stderr=True)
    found = {}
    table = Table(title=f"{args.tests} tests of each kind, seed {args.seed}")
    for heading in ("setting", "at", "passed", "failed", "undecided", "blocks", "covered"):
        table.add_column(heading)
    work = [
        (setting, at)
        for setting in SETTINGS
        for at in (setting.question.lower, setting.question.upper)
    ]
    for setting, at in track(work, "tests", console=console, disable=not console.is_terminal):
        rng = random.Random(f"{args.seed}/{setting.name}/{at}")  # noqa: S311 - no secret
        row = rates(setting, at, args.tests, rng)
        found[f"{setting.name} at {at:g}"] = row._asdict()
        shares = [f"{share:.1%}" for share in row[:3]]
        table.add_row(setting.name, f"{at:g}", *shares, f"{row.blocks:.0f}", f"{row.covered:.1%}")
    if args.json:
        print(json.dumps(found))
    else:
        Console().print(table)


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
                for ranks, likely in all_ranks(_strengths(seating, points), TIES)
            )
        )
    # A match in which more pairs meet counts for as many.
    pairs = [seating.count("A") * seating.count("B") for seating in block]
    return sum(map(lambda share, pair: share * pair, shares, pairs)) / sum(pairs)


if __name__ == "__main__":
    main()

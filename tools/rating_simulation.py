"""
How often the 95 % intervals of the ratings hold the truth, measured on players of known strength.

    python -m tools.rating_simulation [--ladders N] [--seed N] [--json]

Each ladder has its own players, matches and ties. A batch fit should hold the truth 95 times in a
hundred, also where the matches of a block share their luck. So should the running rating, which
is an approximation: where it is not sure enough of itself is shown, too.
"""

import argparse
import json
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

from bessemer.ratings.bootstrap import fit_with_intervals
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, Figure
from tools.simulated_matches import drawn_block, drawn_truth

REPLICATES: Final = 300

Figures = dict[str, Figure]
Estimate = Callable[[Sequence[Result], random.Random], Figures]


@dataclass(frozen=True, slots=True)
class Ladder:
    """How a simulated ladder is played."""

    players: int
    seats: int
    matches: int
    spread: float = 200.0
    """By how many points strengths differ: their deviation."""
    block: int = 1
    """How many matches a block has."""
    alike: float = 0.0
    """How much of their luck the matches of a block share, from 0 to 1."""

    grain: float = 0.0
    """If not 0, only performances that are as close tie; else also unequal players do."""

    def __str__(self) -> str:
        blocks = f", blocks of {self.block} that share {self.alike:g}" if self.block > 1 else ""
        ties = f", ties within {self.grain:g}" if self.grain else ""
        matches = f"{self.matches} matches of {self.seats}"
        return f"{self.players} players ±{self.spread:g}, {matches}{blocks}{ties}"

    def played(self, truth: dict[str, float], rng: random.Random) -> list[Result]:
        """The results of one such ladder."""
        return [
            result
            for number in range(self.matches // self.block)
            for result in drawn_block(
                truth,
                self.seats,
                self.block,
                alike=self.alike,
                grain=self.grain,
                name=str(number),
                rng=rng,
            )
        ]


def batch(results: Sequence[Result], rng: random.Random) -> Figures:
    """The figures of the batch fit."""
    return fit_with_intervals(results, rng, replicates=REPLICATES).figures


def running(results: Sequence[Result], _: random.Random) -> Figures:
    """The figures of the running rating, moved so that their mean is the truth's."""
    ratings = Ratings.rebuilt(results)
    found = {player: ratings.last(player) for player in ratings}
    # All matches together say nothing of the mean, which drifts a little.
    shift = CENTRE - math.fsum(rating.mean for rating in found.values()) / len(found)
    return {
        player: rating._replace(mean=rating.mean + shift).figure for player, rating in found.items()
    }


LADDERS: Final[tuple[tuple[str, Estimate, Ladder], ...]] = (
    ("batch", batch, Ladder(8, 2, 160)),
    ("batch", batch, Ladder(12, 3, 160)),
    ("batch", batch, Ladder(12, 4, 60)),
    ("batch", batch, Ladder(12, 4, 120)),
    ("batch", batch, Ladder(12, 4, 120, spread=400)),
    ("batch", batch, Ladder(12, 4, 240, block=4, alike=0.5)),
    ("running", running, Ladder(20, 2, 500, grain=10)),
    ("running", running, Ladder(20, 3, 300, grain=10)),
    ("running", running, Ladder(20, 4, 100, grain=10)),
    ("running", running, Ladder(20, 4, 500, grain=10)),
    ("running", running, Ladder(20, 4, 500, spread=350, grain=10)),
    ("running", running, Ladder(20, 4, 500, grain=40)),
    # Where unequal players tie often the running rating is too sure of itself: shown, not hidden.
    ("running", running, Ladder(20, 4, 500)),
    ("running", running, Ladder(20, 4, 500, spread=350)),
)


class Coverage(NamedTuple):
    """How often the truth was held, and how wide the intervals were."""

    held: float
    margin: float
    """Half of the 95 % interval of `held`."""
    reach: float
    """The mean of half an interval, in points."""


def coverage(estimate: Estimate, ladder: Ladder, ladders: int, rng: random.Random) -> Coverage:
    """Measure so many ladders."""
    held: list[float] = []
    reach = 0.0
    for _ in range(ladders):
        truth = drawn_truth(ladder.players, ladder.spread, rng)
        figures = estimate(ladder.played(truth, rng), rng)
        inside = [figure.low <= truth[player] <= figure.high for player, figure in figures.items()]
        held.append(sum(inside) / len(inside))
        reach += sum(figure.high - figure.low for figure in figures.values()) / 2 / len(figures)
    mean = math.fsum(held) / ladders
    # The players of one ladder depend on one another; the ladders do not.
    variance = math.fsum((share - mean) ** 2 for share in held) / max(ladders - 1, 1)
    return Coverage(mean, 1.96 * math.sqrt(variance / ladders), reach / ladders)


def main() -> None:
    """Measure all and print a table."""
    parser = argparse.ArgumentParser(description="how often the intervals hold the truth")
    parser.add_argument("--ladders", type=int, default=200, help="of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    args = parser.parse_args()
    console = Console(stderr=True)
    found = {}
    table = Table(title=f"{args.ladders} ladders of each kind, seed {args.seed}")
    for heading in ("rating", "ladder", "truth held", "mean ±"):
        table.add_column(heading)
    for name, estimate, ladder in track(
        LADDERS, "ladders", console=console, disable=not console.is_terminal
    ):
        rng = random.Random(f"{args.seed}/{name}/{ladder}")  # noqa: S311 - no secret
        row = coverage(estimate, ladder, args.ladders, rng)
        found[f"{name}: {ladder}"] = row._asdict()
        table.add_row(name, str(ladder), f"{row.held:.1%} ±{row.margin:.1%}", f"{row.reach:.0f}")
    if args.json:
        print(json.dumps(found))
    else:
        Console().print(table)


if __name__ == "__main__":
    main()

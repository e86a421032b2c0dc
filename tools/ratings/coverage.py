"""
How often the 95 % intervals of the rating hold the truth, measured on players of known strength.

    python -m tools.ratings.coverage coverage|conditions|draws [--ladders N] [--seed N]

Opponents are drawn as on real ladders, by the Matchmaker from the ratings themselves. `coverage` goes
over sizes, spreads and seats, `conditions` over what the model does not know of, and `draws`
compares the Matchmaker with other ways to draw. Prints the tables of docs/ratings.md.
"""

import argparse
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track

from tools.ratings.ladders import CHECKPOINTS, Ladder, Looked, Rates, simulated, the_rating

_PLAYERS: Final = 20
_NOISES: Final = ("normal", "student", "uneven", "disasters", "pairs")


def coverage_ladders() -> Iterator[Ladder]:
    """All sizes, spreads and seats."""
    for players in (6, 20, 60):
        for seats in (2, 4):
            for spread in (100.0, 200.0, 350.0, 450.0):
                yield Ladder(players, seats, spread)


def condition_ladders() -> Iterator[Ladder]:
    """Ties, newcomers, other populations, other noise, and blocks of matches that share luck."""
    yield Ladder(6, 4, population="shipped")
    yield Ladder(6, 2, population="shipped")
    for players in (6, 20, 60):
        for seats in (2, 4):
            yield Ladder(players, seats, population="clusters")
    for grain in (10.0, 150.0):
        for spread in (200.0, 450.0):
            for seats in (2, 4):
                yield Ladder(20, seats, spread, grain=grain)
    for spread in (100.0, 200.0, 450.0):
        for seats in (2, 4):
            yield Ladder(20, seats, spread, newcomers=5)
    for noise in _NOISES:
        yield Ladder(20, 4, 200.0, noise=noise)
    for alike in (0.0, 0.2, 0.5):
        yield Ladder(20, 4, 200.0, draw="rounds", block=4, alike=alike)


def draw_ladders() -> Iterator[Ladder]:
    """The same ladders, drawn in three ways."""
    kinds = [Ladder(20, seats, spread) for seats in (2, 4) for spread in (200.0, 450.0)]
    kinds += [Ladder(60, seats, 200.0) for seats in (2, 4)]
    kinds += [Ladder(60, seats, population="clusters") for seats in (2, 4)]
    for kind in kinds:
        for draw in ("matchmaker", "lots", "rounds"):
            yield replace(kind, draw=draw)


TABLES: Final[Mapping[str, Callable[[], Iterator[Ladder]]]] = {
    "coverage": coverage_ladders,
    "conditions": condition_ladders,
    "draws": draw_ladders,
}


class Coverage(NamedTuple):
    """The result of many ladders of one kind at a checkpoint."""

    held: float
    margin: float
    """Half of the 95 % interval of `held`."""
    error: float
    """The root of the mean square of the error, in points."""
    reach: float
    """The mean of half an interval, in points."""

    @classmethod
    def of(cls, looks: Sequence[Looked]) -> "Coverage":
        """All of them together."""
        count = len(looks)
        held = math.fsum(look.held for look in looks) / count
        # The players of one ladder depend on one another; the ladders do not.
        variance = math.fsum((look.held - held) ** 2 for look in looks) / max(count - 1, 1)
        return cls(
            held,
            1.96 * math.sqrt(variance / count),
            math.sqrt(math.fsum(look.square for look in looks) / count),
            math.fsum(look.reach for look in looks) / count,
        )

    def __str__(self) -> str:
        return f"{100 * self.held:.1f} / {self.error:.0f} / {self.reach:.0f}"


def coverage(
    ladder: Ladder,
    ladders: int,
    seed: int = 1,
    most: float = 25,
    rate: Callable[[], Rates] = the_rating,
) -> dict[int, Coverage]:
    """Measure so many ladders, by checkpoint."""
    looks: dict[int, list[Looked]] = {}
    for number in range(ladders):
        # The same players, however they are drawn.
        name = f"{seed}/{replace(ladder, draw='matchmaker')}/{number}"
        for look in simulated(ladder, name, most, rate):
            looks.setdefault(look.after, []).append(look)
    return {after: Coverage.of(found) for after, found in looks.items()}


def main() -> None:
    """Measure all ladders of a table and print it."""
    parser = argparse.ArgumentParser(description="how often the intervals hold the truth")
    parser.add_argument("table", choices=TABLES)
    parser.add_argument(
        "--ladders",
        type=int,
        default=60,
        help="of 20 players; of fewer more, of more fewer, for as many players in all (%(default)s)",
    )
    parser.add_argument("--most", type=float, default=25.0, help="matches a player (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    points = [point for point in CHECKPOINTS if point <= args.most]
    print(f"| players, seats | {' | '.join(map(str, points))} |")
    print(f"|---|{'---|' * len(points)}")
    rows: list[dict[int, Coverage]] = []
    console = Console(stderr=True)
    kinds = list(TABLES[args.table]())
    for kind in track(kinds, "ladders", console=console, disable=not console.is_terminal):
        count = max(args.ladders * _PLAYERS // kind.players, 2)
        row = coverage(kind, count, args.seed, args.most)
        rows.append(row)
        cells = (str(row.get(point, "")) for point in points)
        print(f"| {kind} | {' | '.join(cells)} |", flush=True)
    if args.table == "coverage":
        for name, pick in (("lowest", min), ("mean", fmean), ("highest", max)):
            held = (pick([row[point].held for row in rows]) for point in points)
            print(f"| {name} | {' | '.join(f'{100 * share:.1f}' for share in held)} |")


if __name__ == "__main__":
    main()

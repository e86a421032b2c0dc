"""
Measures the cost of rating a match, by the number of players.

    python -m tools.ratings.cost [--players 20,100,1000,10000] [--matches N]

Processor time a match, with all that belongs to it: taking it in, and its share of the fits of all
matches. The ratio is to a reference of the same run, the inversion of a 100 by 100 matrix, so that it can
be compared between machines.
"""

import argparse
import math
import random
import time

from bessemer.ratings.arrays import np
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result

_CHUNKS = 20


def cost(players: int, matches_of_a_player: int) -> tuple[float, float]:
    """Milliseconds for a match of four, drawn by lot, and for an inversion in the same run."""
    rng = random.Random(1)  # noqa: S311 - no secret
    truth = [rng.gauss(0.0, 200.0) for _ in range(players)]
    matches = players * matches_of_a_player // 4
    ratings, spent, reference, inversions = Ratings(), 0.0, 0.0, 0
    matrix = np.eye(100) + np.array([[rng.random() for _ in range(100)] for _ in range(100)]) / 100
    done = 0
    for chunk in range(_CHUNKS):
        results = []
        while done < matches * (chunk + 1) // _CHUNKS:
            table = rng.sample(range(players), 4)
            shown = [truth[at] - 174 * math.log(-math.log(rng.random())) for at in table]
            ranks = tuple(1 + sum(other > value for other in shown) for value in shown)
            results.append(Result(str(done), tuple(f"p{at}" for at in table), ranks))
            done += 1
        began = time.process_time()
        for result in results:
            ratings.add(result)
        between = time.process_time()
        for _ in range(20):
            np.linalg.inv(matrix)
        reference += time.process_time() - between
        spent += between - began
        inversions += 20
    return 1000 * spent / matches, 1000 * reference / inversions


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description="what the rating of a match costs")
    parser.add_argument("--players", default="6,20,100,1000,10000")
    parser.add_argument("--matches", type=int, default=10, help="of each player (%(default)s)")
    args = parser.parse_args()
    print("| players | ms a match | inversions of a 100 by 100 matrix |")
    print("|---|---|---|")
    for size in map(int, args.players.split(",")):
        each, inversion = cost(size, args.matches)
        print(f"| {size:,} | {each:.2f} | {each / inversion:.1f} |", flush=True)


if __name__ == "__main__":
    main()

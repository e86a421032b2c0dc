"""
Is Alchemicus playable with the figures that are assumed? Greedy bots play it among themselves.

Prints the wins by the order of play, the length of a match and the sources of Fame, for each number
of seats and each setting:

    .venv/bin/python tools/alchemicus_balance.py --matches 300 --jobs 2

The same seed gives the same matches.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, median, quantiles, stdev
from typing import Final, NamedTuple

from bessemer.bots.alchemicus.greedy import GreedyBot
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import GOLD
from bessemer.games.alchemicus.moves import Gift, Move, PlayGloria, Sell, Walk
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.sdk.alchemicus import AlchemicusView

SETTINGS: Final[tuple[dict[str, str], ...]] = (
    {},
    {"noctis": "on"},
    {"noctis": "on", "race": "on"},
)


class Record(NamedTuple):
    """The figures of one match."""

    wins: tuple[float, ...]
    """By the order of play, who began first; a shared win is divided."""
    rounds: int
    decisions: int
    capped: bool
    """Whether only the limit of rounds ended it."""
    fame: Counter[str]
    """By what brought it or took it, all seats together; losses are below 0."""


def play(seats: int, options: dict[str, str], seed: str) -> Record:
    """One match among greedy bots."""
    players = [GreedyBot(random.Random(f"{seed}/{seat}")) for seat in range(seats)]  # noqa: S311
    chosen = ALCHEMICUS.options(options)
    state = ALCHEMICUS.setup(chosen, seats, Chance(seed.encode()))
    fame: Counter[str] = Counter()
    decisions = 0
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        move = players[seat].decide(AlchemicusView(ALCHEMICUS.view(state, seat)))
        after = ALCHEMICUS.apply(state, seat, move)
        before = sum(player.fame for player in state.board.players)
        change = sum(player.fame for player in after.board.players) - before
        if change:
            fame[_source(move)] += change
        state, decisions = after, decisions + 1
    outcome = ALCHEMICUS.outcome(state)
    assert outcome is not None, "the match is over"
    start, rounds = state.board.table.start, max(player.turns for player in state.board.players)
    winners = outcome.ranks.count(1)
    wins = tuple(
        (outcome.ranks[Seat((start + place) % seats)] == 1) / winners for place in range(seats)
    )
    capped = rounds == chosen.round_cap and not state.board.ending
    return Record(wins, rounds, decisions, capped, fame)


def _source(move: Move) -> str:
    match move:
        case Sell():
            return "gold" if move.good == GOLD else "tincture and metal"
        case Gift():
            return "gifts"
        case PlayGloria():
            return "Gloria"
        case Walk():
            return "paid moves"
        case _:
            return "Infamia"


def report(seats: int, options: dict[str, str], records: Sequence[Record]) -> str:
    """The figures of all matches of one setting, as lines of text."""
    named = " ".join(f"{name}={value}" for name, value in options.items()) or "default options"
    lines = [f"{seats} seats, {named}: {len(records)} matches"]
    shares = [_share([record.wins[place] for record in records]) for place in range(seats)]
    lines.append(f"  wins by the order of play: {', '.join(shares)}")
    for name, values in (
        ("rounds", [record.rounds for record in records]),
        ("decisions", [record.decisions for record in records]),
    ):
        lines.append(f"  {name}: median {median(values):g}, 95 % {quantiles(values, n=20)[-1]:.0f}")
    lines.append(f"  ended by the limit of rounds: {sum(record.capped for record in records)}")
    fame: Counter[str] = Counter()
    for record in records:
        fame.update(record.fame)
    gained = sum(number for number in fame.values() if number > 0)
    if gained:
        sources = [f"{name} {number / gained:.0%}" for name, number in fame.most_common()]
        lines.append(f"  Fame, of all that was gained: {', '.join(sources)}")
    return "\n".join(lines)


def _share(values: Sequence[float]) -> str:
    return f"{mean(values):.1%} ±{1.96 * stdev(values) / len(values) ** 0.5:.1%}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").strip().partition("\n")[0])
    parser.add_argument("--matches", type=int, default=300, help="for each setting (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    parser.add_argument("--seed", default="balance", help="(%(default)s)")
    args = parser.parse_args(argv)
    with ProcessPoolExecutor(args.jobs) as pool:
        for options in SETTINGS:
            for seats in ALCHEMICUS.seats:
                seeds = [f"{args.seed}/{number}" for number in range(args.matches)]
                records = list(pool.map(partial(play, seats, options), seeds, chunksize=5))
                print(report(seats, options, records), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

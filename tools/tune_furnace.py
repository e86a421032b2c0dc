"""
Makes `bots/bessemer/bots/furnace/magnate.toml`: tunes what the bot `magnate` forecasts by, from its own matches.

It begins with the guesses of the bot `search`. In each generation the bot plays itself with the
numbers it has. Every hand on the way is kept together with the money that it ended with, and the
numbers are moved, one at a time, while the forecasts come nearer to the truth. How the search
goes about it (the habits) is left as it is.

    nice .venv/bin/python tools/tune_furnace.py
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, pvariance
from typing import Final, NamedTuple

from rich.progress import track

from bessemer.bots.furnace.forecast import Ahead, Forecaster, Tuning, ahead_of
from bessemer.bots.furnace.magnate import DATA, MagnateBot, Tuned, read_tuned
from bessemer.bots.furnace.search import BY_HAND
from bessemer.engine.chance import Chance
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, Player
from bessemer.sdk.furnace import FurnaceView

TARGET: Final = (
    Path(__file__).resolve().parent.parent / "bots" / "bessemer" / "bots" / "furnace" / DATA
)
_SEATS: Final = (4, 4, 3, 2)
"""The numbers of players, in turn: mostly four."""
_STEPS: Final = (0.5, 0.25, 0.1)
"""By how much a number is moved, of itself or of one, coarsely first."""


class Sample(NamedTuple):
    """A hand in a match, and the money that it ended with."""

    player: Player
    startup: str
    ahead: Ahead
    money: int


def play(tuned: Tuned, tries: int, seats: int, seed: str) -> Iterator[Sample]:
    """The hands of one match of the bot against itself, before and after each production."""
    luck = [random.Random(f"{seed}/{seat}") for seat in range(seats)]  # noqa: S311 - no secret
    players = [MagnateBot(rng, tries=tries, tuned=tuned) for rng in luck]
    state = FURNACE.setup(FURNACE.options({}), seats, Chance(seed.encode()))
    seen: list[tuple[int, Player, Ahead]] = []
    while asked := FURNACE.decisions(state):
        seat, board = asked[0].seat, state.board
        ahead = ahead_of(board)
        if board.phase is Phase.PLAN and len(asked) == seats:
            seen.extend((at, player, ahead) for at, player in enumerate(board.players))
        move = players[seat].decide(FurnaceView(FURNACE.view(state, seat)))
        state = FURNACE.apply(state, seat, move)
        if state.board.round > board.round:
            later = Ahead(ahead.auctions, ahead.auctions)
            seen.extend((at, player, later) for at, player in enumerate(state.board.players))
    final = [player.stock.money for player in state.board.players]
    for at, player, ahead in seen:
        yield Sample(player, state.board.table.startups[at], ahead, final[at])


def error(samples: Sequence[Sample], deck: Deck, tuning: Tuning) -> float:
    """
    The mean square error of the forecasts.

    A forecast that is off by the same for every hand at the same stage does no harm: bots compare.
    """
    misses: dict[Ahead, list[float]] = defaultdict(list)
    forecasts = Forecaster(deck, tuning)
    for player, startup, ahead, money in samples:
        misses[ahead].append(forecasts.money(player, startup, ahead) - money)
    return fmean(pvariance(found) for found in misses.values())


def fit(samples: Sequence[Sample], deck: Deck, tuning: Tuning) -> Tuning:
    """Move one number at a time, while that makes the forecasts better."""
    numbers = _flat(tuning)
    best = error(samples, deck, tuning)
    print(f"  error {best:.2f}")
    for step in _STEPS:
        for place in range(len(numbers)):
            for direction in (step, -step):
                while True:
                    tried = list(numbers)
                    tried[place] = max(0.0, tried[place] + direction * max(tried[place], 0.2))
                    if tried == numbers or (found := error(samples, deck, _shaped(tried))) >= best:
                        break
                    numbers, best = tried, found
        print(f"  error {best:.2f} with steps of {step}")
    return _shaped([round(number, 3) for number in numbers])


def _flat(tuning: Tuning) -> list[float]:
    prices, income, salvage, idle_sale, flip = tuning
    return [*prices, *income, *salvage, idle_sale, flip]


def _shaped(numbers: Sequence[float]) -> Tuning:
    prices, income, salvage = (tuple(numbers[at : at + 4]) for at in (0, 4, 8))
    return Tuning(prices, income, salvage, *numbers[12:])


def written(tuned: Tuned) -> str:
    """The numbers as TOML."""
    lines = ["# Written by tools/tune_furnace.py; coal, iron, oil, upgrade tokens in this order."]
    for section, numbers in (("tuning", tuned.tuning), ("habits", tuned.habits)):
        lines += ["", f"[{section}]"]
        for name, value in numbers._asdict().items():
            lines.append(f"{name} = {list(value) if isinstance(value, tuple) else value}")
    return "\n".join(lines) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the generations and write the numbers."""
    parser = argparse.ArgumentParser(description="Tune the bot magnate from its own matches.")
    parser.add_argument("--matches", type=int, default=150, help="each generation (%(default)s)")
    parser.add_argument("--generations", type=int, default=2, help="(%(default)s)")
    parser.add_argument("--tries", type=int, default=30, help="for each bid (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(%(default)s)")
    parser.add_argument("--out", type=Path, default=TARGET, help="(%(default)s)")
    args = parser.parse_args(argv)
    # Always from the same guesses: the same command makes the same file.
    tuned = Tuned(BY_HAND, read_tuned(TARGET.read_text(encoding="utf-8")).habits)
    deck = FURNACE.options({}).deck
    for generation in range(args.generations):
        samples = [
            sample
            for number in track(range(args.matches), f"generation {generation}")
            for seats in [_SEATS[number % len(_SEATS)]]
            for sample in play(tuned, args.tries, seats, f"{args.seed}/{generation}/{number}")
        ]
        tuned = tuned._replace(tuning=fit(samples, deck, tuned.tuning))
        args.out.write_text(written(tuned), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""
Makes `bots/bessemer/bots/alchemicus/value.toml`: what the bot `search` believes a table to be worth.

A bot plays itself. At the end of each round the figures of all seats (`features.py`) are kept,
together with the Fame that each seat ended with. A linear regression then says how much of a seat's
lead in Fame each figure foretells, early and late in the match; in the Race, how much of a win. A
little ridge keeps figures that hardly vary near zero.

    nice .venv/bin/python -m tools.fit_alchemicus
    nice .venv/bin/python -m tools.fit_alchemicus --matches 40 --kinds base --out /tmp/value.toml
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from rich.progress import track

from bessemer.bots.alchemicus.features import NAMES, features, progress
from bessemer.bots.alchemicus.value import DATA
from bessemer.bots.registry import new_bot, seen
from bessemer.engine.chance import Chance
from bessemer.games.alchemicus.rules import ALCHEMICUS

TARGET: Final = (
    Path(__file__).resolve().parent.parent / "bots" / "bessemer" / "bots" / "alchemicus" / DATA
)
KINDS: Final[Mapping[str, Sequence[Mapping[str, str]]]] = {
    "base": ({}, {"bank": "on", "advanced_sale": "on"}),
    "noctis": ({"noctis": "on"},),
    "race": ({"noctis": "on", "race": "on"},),
}
"""By table of the file: the options that its matches are played with, in turn."""
_SEATS: Final = (4, 4, 3, 2)
"""The numbers of players, in turn: mostly four."""
_RIDGE: Final = 30.0
_STRAY: Final = 0.1
"""How often a seat makes any legal move: the figures must also be told apart where nobody errs alike."""


class Sample(NamedTuple):
    """The lead of a seat over the others, in each figure and at the end."""

    late: float
    figures: tuple[float, ...]
    lead: float


def play(bot: str, options: Mapping[str, str], seats: int, seed: str) -> Iterator[Sample]:
    """The samples of one match of the bot against itself."""
    luck = [random.Random(f"{seed}/{seat}") for seat in range(seats)]  # noqa: S311 - no secret
    players = [new_bot("alchemicus", bot, rng) for rng in luck]
    state = ALCHEMICUS.setup(ALCHEMICUS.options(options), seats, Chance(seed.encode()))
    kept: list[tuple[float, list[list[float]]]] = []
    turns = 0
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        done = sum(player.turns for player in state.board.players)
        if done > turns and done % seats == 0:
            figures = [features(state, at) for at in range(seats)]
            kept.append((progress(state.board), figures))
        turns = done
        if luck[seat].random() < _STRAY:
            move = ALCHEMICUS.sample_move(state, seat, luck[seat].randrange)
        else:
            move = players[seat].decide(seen(ALCHEMICUS, ALCHEMICUS.view(state, seat)))
        state = ALCHEMICUS.apply(state, seat, move)
    outcome = ALCHEMICUS.outcome(state)
    assert outcome is not None, "nobody is asked any more"
    scores = [float(score) for score in outcome.scores]
    for late, rows in kept:
        for at in range(seats):
            figures_ahead = tuple(_lead(column, at) for column in zip(*rows, strict=True))
            yield Sample(late, figures_ahead, _lead(scores, at))


def _lead(column: Sequence[float], seat: int) -> float:
    """By how much a seat is ahead of the others on average."""
    return column[seat] - (sum(column) - column[seat]) / (len(column) - 1)


def fitted(samples: Sequence[Sample]) -> tuple[list[list[float]], float]:
    """By figure: its weights early and late; and the share of the variance that they explain."""
    late = np.array([sample.late for sample in samples])[:, None]
    figures = np.array([sample.figures for sample in samples])
    leads = np.array([sample.lead for sample in samples])
    known = np.hstack([figures * (1 - late), figures * late])
    scale = known.std(axis=0) + 1e-9
    scaled = known / scale
    ridge = _RIDGE * np.eye(scaled.shape[1])
    found = np.linalg.solve(scaled.T @ scaled + ridge, scaled.T @ leads)
    explained = 1.0 - float(((scaled @ found - leads) ** 2).sum() / (leads**2).sum())
    weights = found / scale
    count = len(NAMES)
    return [[float(weights[i]), float(weights[count + i])] for i in range(count)], explained


def main() -> int:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bot", default="greedy", help="who plays itself (default: greedy)")
    parser.add_argument("--matches", type=int, default=160, help="of each kind (default: 160)")
    parser.add_argument("--kinds", default=",".join(KINDS), help="which tables (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=TARGET)
    args = parser.parse_args()
    lines = ["# Made by tools/fit_alchemicus.py. By figure: its weight early and late in a match."]
    for kind in args.kinds.split(","):
        variants = KINDS[kind]
        samples: list[Sample] = []
        for number in track(range(args.matches), kind):
            options = variants[number % len(variants)]
            seats = _SEATS[number % len(_SEATS)]
            samples += play(args.bot, options, seats, f"{args.seed}/{kind}/{number}")
        weights, explained = fitted(samples)
        print(f"{kind}: {len(samples)} samples, {explained:.1%} of the variance", file=sys.stderr)
        lines += ["", f"[{kind}]"]
        lines += [
            f"{name} = [{early:.4f}, {late:.4f}]"
            for name, (early, late) in zip(NAMES, weights, strict=True)
        ]
    args.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

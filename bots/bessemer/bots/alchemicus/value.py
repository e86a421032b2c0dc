"""The value of a table of Alchemicus to every seat, fitted to matches (`value.toml`)."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from bessemer.bots.alchemicus.features import NAMES, features, progress
from bessemer.games.alchemicus.state import Board, State

DATA: Final = "value.toml"


class Weights(NamedTuple):
    """The worth of each figure, in Fame at the end of the match; in the Race in wins."""

    early: tuple[float, ...]
    """At the start of the match."""
    late: tuple[float, ...]
    """When somebody is about to reach the target."""


def values(state: State, weights: Weights) -> list[float]:
    """By seat: its worth, of which only differences between seats mean something."""
    late = progress(state.board)
    early = 1.0 - late
    mixed = [
        early * first + late * last for first, last in zip(weights.early, weights.late, strict=True)
    ]
    found = []
    for seat in range(len(state.board.players)):
        worth = 0.0
        for figure, weight in zip(features(state, seat), mixed, strict=True):
            worth += figure * weight
        found.append(worth)
    return found


def weights_for(board: Board) -> Weights:
    """The fitted weights for the options of a match."""
    return shipped()[kind_of(board)]


def kind_of(board: Board) -> str:
    """The table of `value.toml` for the options of a match."""
    options = board.table.options
    if options.race:
        return "race"
    return "noctis" if options.noctis else "base"


@cache
def shipped() -> Mapping[str, Weights]:
    """The weights shipped with the bot, by the options that they are for."""
    return read_weights(
        files("bessemer.bots.alchemicus").joinpath(DATA).read_text(encoding="utf-8")
    )


def read_weights(text: str) -> dict[str, Weights]:
    """The weights written as TOML."""
    return {
        kind: Weights(_column(rows, 0), _column(rows, 1))
        for kind, rows in tomllib.loads(text).items()
    }


def _column(rows: Mapping[str, Sequence[float]], column: int) -> tuple[float, ...]:
    return tuple(float(rows[name][column]) for name in NAMES)

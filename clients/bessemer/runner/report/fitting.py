"""The batch fit beside the running rating, with work that is bounded however long the ladder is."""

import random
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from bessemer.ratings.bootstrap import REPLICATES, fit_with_intervals
from bessemer.ratings.results import Result
from bessemer.ratings.scale import Figure

# With fewer the width of an interval is known to worse than a tenth.
_FEWEST_RESAMPLINGS: Final = 40

# Solving for so many players is quicker, step by step, than adding up matches.
_EASE_OF_SOLVING: Final = 11

_MOST_SIZES_OF_TIES: Final = 3


class Bounds(NamedTuple):
    """How much work a fit may be. Whoever has time for final standings passes larger ones."""

    matches: int = 2_000
    """Only so many are fitted, the last ones."""
    steps: float = 5e6
    """Of all resamplings together; a million takes about a third of a second."""


class Fit(NamedTuple):
    """What the fit found, and what it was made from."""

    figures: Mapping[str, Figure]
    """By player; empty if there is no fit."""
    matches: int
    """How many were fitted."""
    resamplings: int
    sentence: str
    """How the fit was bounded, or why there is none."""


def bounded_fit(counted: Sequence[Result], bounds: Bounds) -> Fit:
    """The fit of the last of the matches that count; the same matches give the same figures."""
    if not counted:
        return Fit({}, 0, 0, "There is no batch fit: no match counts yet.")
    used = counted[-bounds.matches :]
    resamplings = min(int(bounds.steps / _steps(used)), REPLICATES)
    if resamplings < _FEWEST_RESAMPLINGS:
        players = len({player for result in used for player in result.players})
        return Fit(
            {}, 0, 0, f"There is no batch fit: with {players} players it would take too long here."
        )
    rng = random.Random(len(counted))  # noqa: S311  # which matches are drawn again is no secret
    found = fit_with_intervals(used, rng, replicates=resamplings)
    which = "all" if len(used) == len(counted) else f"the last {len(used):,} of"
    return Fit(
        found.figures,
        len(used),
        resamplings,
        f"The batch fit is of {which} {len(counted):,} matches; its intervals are from "
        f"{resamplings} resamplings.",
    )


def _steps(results: Sequence[Result]) -> float:
    """About how much work one resampling is, in additions."""
    units = {result.unit: len(result.players) + _MOST_SIZES_OF_TIES for result in results}
    players = len({player for result in results for player in result.players})
    added = sum(size * (size + 3) / 2 for size in units.values())
    return added + players**3 / _EASE_OF_SOLVING

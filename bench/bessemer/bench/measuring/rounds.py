"""
Interleaved rounds: how every benchmark compares its subject with its reference.

The cores of a shared machine change speed by themselves, so only a ratio taken inside one round
counts: a round runs every configuration once, the next one runs them in the opposite order, and
the report gives the median of the rounds' ratios with its range, never the best round.
"""

import argparse
import gc
import json
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple, Self

# Work that computes on one core and never waits is timed by the processor time it used: what a
# neighbour on the machine takes from it is not its cost, and would fall on one configuration of a
# round alone. Work that waits, for a socket or a disk, needs time.perf_counter instead.
cpu_clock: Final = time.process_time

# Fewer rounds than this give a range that says nothing.
MIN_ROUNDS: Final = 5

Figures = Mapping[str, float]
Configurations = Mapping[str, Callable[[], Figures]]
Round = Mapping[str, Figures]
Detail = Mapping[str, "float | str | Detail | None"]


class Spread(NamedTuple):
    """The median of some values, with the lowest and the highest."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Self:
        """The spread of `values`, of which there is at least one."""
        known = list(values)
        return cls(statistics.median(known), min(known), max(known))


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a benchmark: subject divided by reference, or no ratio without a reference."""

    name: str
    ratio: float | None
    low: float | None
    high: float | None
    rounds: int
    figures: Detail

    @classmethod
    def of(cls, name: str, spread: Spread | None, rounds: int, figures: Detail) -> Self:
        """The report of `spread`, the ratio of subject to reference over `rounds` rounds."""
        ratio, low, high = spread or (None, None, None)
        return cls(name, ratio, low, high, rounds, figures)

    def to_json(self) -> str:
        """One JSON object on one line."""
        return json.dumps(asdict(self), allow_nan=False)


def run_rounds(
    configurations: Configurations,
    rounds: int,
    *,
    warm_ups: int = 1,
    finished: Callable[[str], None] | None = None,
) -> tuple[Round, ...]:
    """
    Run every configuration once a round, and give back the figures of each counted round.

    The order alternates from round to round; the first `warm_ups` rounds are run and forgotten;
    `finished` hears the name of each configuration as it ends.
    """
    names = tuple(configurations)
    counted: list[Round] = []
    for number in range(warm_ups + rounds):
        figures: dict[str, Figures] = {}
        for name in names if number % 2 == 0 else reversed(names):
            # Nobody pays for the garbage of the one before.
            gc.collect()
            figures[name] = configurations[name]()
            if finished:
                finished(name)
        if number >= warm_ups:
            counted.append(figures)
    return tuple(counted)


def cost(figures: Figures, unit: str) -> float:
    """Seconds for one `unit` ("actions", "games") of the work that `figures` describe."""
    return figures["seconds"] / figures[unit]


def rates(rounds: Sequence[Round], name: str, unit: str) -> Spread:
    """The number of `unit` that `name` did a second."""
    return Spread.of(1 / cost(each[name], unit) for each in rounds)


def costs(rounds: Sequence[Round], name: str, unit: str) -> Spread:
    """The seconds that `name` took for one of `unit`."""
    return Spread.of(cost(each[name], unit) for each in rounds)


def speed_ratio(rounds: Sequence[Round], subject: str, reference: str, unit: str) -> Spread:
    """The speed of `subject` ÷ that of `reference`, round by round."""
    return Spread.of(cost(each[reference], unit) / cost(each[subject], unit) for each in rounds)


def rounds_argument(text: str) -> int:
    """The value of `--rounds`, for argparse."""
    if not text.isdecimal() or int(text) < MIN_ROUNDS:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of rounds from {MIN_ROUNDS} up (for fewer: --quick)"
        )
    return int(text)

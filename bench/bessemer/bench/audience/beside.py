"""How an audience's benchmarks measure: the same scripted matches alone, and beside the audience."""

import argparse
from collections.abc import Sequence
from typing import Any, Final

from bessemer.bench.measuring.harness import measure, rounds_of
from bessemer.bench.measuring.processes import MeasuredReferee, TaskProcess
from bessemer.bench.measuring.rounds import Figures, Report, Round, Spread, rates, speed_ratio

GOAL: Final = 0.9


def measured(
    args: argparse.Namespace,
    referee: MeasuredReferee,
    audience: TaskProcess,
    beside: str,
    *,
    matches: int,
    times: int,
) -> tuple[Round, ...]:
    """The rounds; the configuration `beside` has what the audience counted, too."""

    def play() -> Figures:
        played = referee.play(matches, times=times)
        return {what: played[what] for what in ("decisions", "seconds")}

    def play_beside() -> Figures:
        audience.tell({})
        figures = play()
        return {**figures, **audience.ask({})}

    return measure({"alone": play, beside: play_beside}, rounds_of(args), warm_ups=1)


def counted(rounds: Sequence[Round], beside: str, what: str) -> float:
    """The `what` that the audience counted in a second."""
    figures = (each[beside] for each in rounds)
    return Spread.of(each.get(what, 0) / each["seconds"] for each in figures).median


def report(rounds: Sequence[Round], name: str, beside: str, about: dict[str, Any]) -> Report:
    """Decisions a second beside the audience ÷ without it."""
    speeds = {
        f"{each} per second": rates(rounds, each, "decisions")._asdict()
        for each in ("alone", beside)
    }
    ratio = speed_ratio(rounds, beside, "alone", "decisions")
    return Report.of(name, ratio, len(rounds), {"goal": GOAL, **speeds, **about})

"""The harness of all benchmarks, with configurations that report made-up times."""

import json
from collections.abc import Callable, Iterator

import pytest

from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Spread,
    costs,
    rates,
    run_rounds,
    speed_ratio,
)


def scripted(*seconds: float) -> Callable[[], Figures]:
    """A configuration that claims 10 actions in each of `seconds`, one after the other."""
    script: Iterator[float] = iter(seconds)
    return lambda: {"actions": 10, "seconds": next(script)}


def test_every_configuration_runs_once_a_round_in_alternating_order() -> None:
    """
    No configuration always runs first, and none runs twice in a round.
    """
    ran: list[str] = []
    configurations = {name: scripted(1, 1, 1, 1) for name in "abc"}

    run_rounds(configurations, 3, finished=ran.append)

    assert "".join(ran) == "abc" + "cba" + "abc" + "cba"


def test_the_warm_up_is_run_and_forgotten() -> None:
    """
    The first round's figures appear nowhere.
    """
    rounds = run_rounds({"slow": scripted(99, 1, 2)}, 2)

    assert [each["slow"]["seconds"] for each in rounds] == [1, 2]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([3.0], Spread(3, 3, 3), id="one"),
        pytest.param([9.0, 1.0, 2.0], Spread(2, 1, 9), id="odd"),
        pytest.param([4.0, 1.0, 2.0, 3.0], Spread(2.5, 1, 4), id="even"),
    ],
)
def test_a_spread_is_the_median_with_its_range(values: list[float], expected: Spread) -> None:
    """
    The median is of all values, whatever their order; low and high are the extremes.
    """
    assert expected == Spread.of(values)


def test_the_ratio_is_taken_round_by_round() -> None:
    """
    A machine that slows down for a whole round changes no ratio.
    """
    rounds = run_rounds(
        {"subject": scripted(1, 2, 20, 1), "reference": scripted(1, 4, 40, 4)}, 3, warm_ups=1
    )

    assert Spread(2, 2, 4) == speed_ratio(rounds, "subject", "reference", "actions")


def test_rates_and_costs_are_each_others_inverse() -> None:
    """
    Ten actions in 2 s are 5 a second, at 0.2 s each.
    """
    rounds = run_rounds({"walk": scripted(2, 4, 5)}, 3, warm_ups=0)

    assert Spread(2.5, 2, 5) == rates(rounds, "walk", "actions")
    assert Spread(0.4, 0.2, 0.5) == costs(rounds, "walk", "actions")


@pytest.mark.parametrize(
    ("spread", "expected"),
    [
        pytest.param(Spread(2, 1, 3), [2, 1, 3], id="with-reference"),
        pytest.param(None, [None, None, None], id="without-reference"),
    ],
)
def test_a_report_is_one_json_object_on_one_line(
    spread: Spread | None, expected: list[float | None]
) -> None:
    """
    A program finds the ratio with its range, or nulls where there was no reference.
    """
    text = Report.of("engine", spread, 5, {"hash_us": 1.5, "kinds": {"bid": 0.5}}).to_json()
    read = json.loads(text)

    assert "\n" not in text
    assert list(read) == ["name", "ratio", "low", "high", "rounds", "figures"]
    assert expected == [read["ratio"], read["low"], read["high"]]
    assert read["figures"] == {"hash_us": 1.5, "kinds": {"bid": 0.5}}

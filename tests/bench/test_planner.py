"""The planner's benchmark runs from end to end; nothing here is timed."""

import json

import pytest

from bessemer.bench.rules import planner
from bessemer.games.furnace.state import Phase
from tests.bench.commands import run_benchmark


def test_a_quick_run_ends_with_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line parses, counts every hand once, and has every figure promised."""
    code = run_benchmark(planner, ["--quick", "--json", "--bots", "greedy,random"])
    read = json.loads(capsys.readouterr().out.splitlines()[-1])
    hands = read["figures"]["hands"]

    assert (0, "planner", "greedy,random") == (code, read["name"], read["figures"]["bots"])
    assert read["low"] <= read["ratio"] <= read["high"]
    assert hands["all"]["hands"] == hands["any order"]["hands"] + hands["in line"]["hands"]
    assert hands["all"]["hands"] == sum(
        figures["hands"] for name, figures in hands.items() if name.endswith("companies")
    )
    assert hands["all"]["median_ms"] <= hands["all"]["p99_ms"] <= hands["all"]["max_ms"]
    assert hands["all"]["proven"] == 1.0


def test_a_table_names_every_kind_of_hand(capsys: pytest.CaptureFixture[str]) -> None:
    """People get a table instead."""
    code = run_benchmark(planner, ["--quick", "--bots", "random"])
    out = capsys.readouterr().out

    assert 0 == code
    assert all(word in out for word in ("any order", "in line", "companies", "proven"))


def test_the_hands_are_all_that_the_match_asks_for() -> None:
    """Every seat is asked for a plan in every round, and a number stands for one match."""
    asked = list(planner.hands(0, ["random"]))
    again = list(planner.hands(0, ["random"]))

    assert asked == again
    assert 2 * 4 == len(asked)
    assert {Phase.PLAN} == {each.board.phase for each in asked}
    assert {False} == {each.in_line for each in asked}
    assert all(each.in_line for each in planner.hands(1, ["random"]))


@pytest.mark.parametrize("words", [["--bots", "nobody"], ["--matches", "0"], ["--matches", "x"]])
def test_wrong_words_are_refused_with_a_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and what was wrong."""
    with pytest.raises(SystemExit) as stopped:
        run_benchmark(planner, words)

    assert 2 == stopped.value.code
    assert words[1] in capsys.readouterr().err

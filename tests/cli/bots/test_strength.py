"""The harness that says which of two bots is stronger."""

import json
from collections.abc import Sequence

import pytest

from bessemer.cli.bots.duels import BlockResult, ShareFigure, block_result, figure
from bessemer.cli.main import main
from bessemer.engine.game import Outcome


@pytest.mark.parametrize(
    ("ranks", "above", "wins"),
    [
        pytest.param((1, 3, 2, 4), 1.0, 1.0, id="both on top"),
        pytest.param((1, 2, 3, 4), 0.75, 1.0, id="one after the other"),
        pytest.param((4, 1, 3, 2), 0.0, 0.0, id="both at the bottom"),
        pytest.param((1, 1, 3, 3), 0.5, 0.5, id="shared ranks"),
    ],
)
def test_a_block_counts_pairs(ranks: tuple[int, ...], above: float, wins: float) -> None:
    """A pair counts for the one that ranks higher, and half for each where they share a rank."""
    outcome = Outcome(ranks, (40, 30, 20, 10))

    assert BlockResult(above, wins, (30.0, 20.0)) == block_result([(("A", "B", "A", "B"), outcome)])


def test_a_block_is_the_mean_of_its_matches() -> None:
    """What one seating gives, the other may take away."""
    outcome = Outcome((1, 2), (9, 3))
    expected = BlockResult(0.5, 0.5, (6.0, 6.0))

    assert expected == block_result([(("A", "B"), outcome), (("B", "A"), outcome)])


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((0.5, 0.5), ShareFigure(0.5, 0.0)),
        ((0.0, 1.0), ShareFigure(0.5, 0.98)),
    ],
)
def test_the_interval_is_over_the_blocks(values: Sequence[float], expected: ShareFigure) -> None:
    """It is 1.96 standard errors wide on either side."""
    assert expected == pytest.approx(figure(values))


def test_a_single_block_has_no_interval() -> None:
    """Nobody knows how far off it is, and the report says so."""
    assert ShareFigure(1.0, None) == figure([1.0])
    assert "100% ±?" == figure([1.0]).text(".0%")
    assert "50.0% ±98.0%" == figure([0.0, 1.0]).text(".1%")


def test_the_report_for_programs_is_repeatable(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is one JSON object; the same seed gives the same, in one process or in two."""
    words = ["greedy", "idle", "--blocks", "4", "--seed", "3", "--json"]
    assert 0 == main(["bench", "strength", *words])
    alone = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert 0 == main(["bench", "strength", *words, "--jobs", "2"])
    together = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert alone == together
    assert 4 == alone["blocks"]
    assert 1.0 == alone["above"]["mean"]


def test_the_report_for_people_names_both(capsys: pytest.CaptureFixture[str]) -> None:
    """It says how often the first ranks above the second."""
    assert 0 == main(
        ["bench", "strength", "random", "idle", "--blocks", "2", "--seats", "3", "--seed", "3"]
    )
    assert "random ranks above idle in" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["rounds=7", "weather=fine", "chain"])
def test_a_bad_option_is_a_sentence(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage: the exit code is 2, and a sentence says what is wrong."""
    assert 2 == main(["bench", "strength", "random", "idle", "--option", option])
    assert capsys.readouterr().err.startswith("bessemer: ")

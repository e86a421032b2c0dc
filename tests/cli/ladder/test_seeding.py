"""Seeds of a format: by the order of the bots, or by another ladder of the folder."""

from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.runner.queries import opened
from bessemer.storage.ladders.plans import SqlPlans
from tests.cli.ladder.in_process_of_its_own import ladder

CUP = ("run", "--name", "cup", "--format", "knockout", "--seats", "2", "--seatings", "one")
QUIET = ("--no-pages", "--no-replays")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a season of six matches."""
    data = tmp_path_factory.mktemp("season")
    words = ("--name", "season", "--bots", "random,idle,greedy", "--matches", "6", *QUIET)
    done = ladder("run", *words, data=data)
    assert done.returncode == 0, done.stderr
    return data


def standing(data: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Who stands where in the season, the best first."""
    assert main(["ladder", "standings", "--ladder", "season", "--csv", "--data", str(data)]) == 0
    return [line.split(",")[1] for line in capsys.readouterr().out.splitlines()[1:]]


def test_a_final_is_seeded_by_a_season(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The seeds are printed before the start, and kept when the season goes on."""
    words = (*CUP, "--bots", "random,idle,greedy", "--seed-from", "season:1", *QUIET)
    done = ladder(*words, data=season)

    assert done.returncode == 0, done.stderr
    seeds = standing(season, capsys)
    with opened(season) as store:
        plan = SqlPlans(store).plan("cup", 1)
    assert plan is not None
    assert list(plan.players) == seeds
    said = done.stderr.splitlines()
    at = said.index("Seeds, by the standings of season, season 1:")
    assert [line.split()[:2] for line in said[at + 3 : at + 6]] == [
        [str(seed), player] for seed, player in enumerate(seeds, 1)
    ]
    where = ["--ladder", "season", "--data", str(season)]
    assert main(["ladder", "remove", seeds[0], "--reason", "a test", *where]) == 0
    again = ladder(*words, data=season)
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seed-from", "seson"], "--seed-from: there is no ladder 'seson'; did you mean season?"),
        (["--seed-from", "season:x"], "a season by its number"),
        (["--seed-from", "season:9"], "has no season 9"),
        (["--seed-from", "cup"], "name another ladder"),
        (["--seed-from", "season", "--format", "continuous"], "has no seeds"),
    ],
)
def test_what_cannot_seed_is_said(
    words: list[str], sentence: str, season: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is played."""
    assert main(["ladder", *CUP, "--bots", "random,idle", *words, "--data", str(season)]) == 2
    assert sentence in capsys.readouterr().err


def test_nobody_who_played_there(season: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seeds would be those of the command line, which was not asked for."""
    mine = ["--bot", "mine=./x", "--bot", "yours=./y"]
    assert main(["ladder", *CUP, *mine, "--seed-from", "season", "--data", str(season)]) == 2
    assert "none of the bots has played there" in capsys.readouterr().err


def test_a_bot_that_cannot_run_is_removed_and_the_rest_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The run says how; the removed bot loses, and the page has the bracket."""
    bad = tmp_path / "bad.py"
    bad.write_text("import sys\nsys.exit(2)\n", encoding="utf-8")
    data = tmp_path / "data"
    words = (*CUP, "--bots", "random,idle", "--bot", f"bad={bad}", *QUIET)
    done = ladder(*words, data=data)
    assert done.returncode == 1
    assert "no match can be made without bad" in done.stderr
    assert "`bessemer ladder remove NAME --reason WHY`" in done.stderr

    where = ["--ladder", "cup", "--data", str(data)]
    assert main(["ladder", "remove", "bad", "--reason", "cannot run", *where]) == 0
    done = ladder(*words, data=data)
    assert done.returncode == 0, done.stderr
    assert "Champion: bad" not in done.stdout
    assert "not played" in done.stdout
    page = tmp_path / "report.html"
    assert main(["ladder", "report", "--out", str(page), *where]) == 0
    written = page.read_text(encoding="utf-8")
    assert "Champion: " in written
    assert "Ratings over time" not in written
    capsys.readouterr()

"""What `ladder run` and `ladder standings` say of formats with rounds: their own results."""

import json
from pathlib import Path

import pytest

from bessemer.cli.main import main
from tests.cli.ladder.in_process_of_its_own import ladder

WORDS = ("--seed", "7", "--no-pages", "--no-replays")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a knock-out of three, the first of whom has a bye."""
    data = tmp_path_factory.mktemp("cup")
    done = ladder(
        *("run", "--bots", "idle,random,greedy", "--seats", "2", "--format", "knockout", *WORDS),
        data=data,
    )
    assert done.returncode == 0, done.stderr
    assert "round 1 of 2" in done.stderr
    assert "Knock-out, 2 rounds. Champion: " in done.stdout
    assert "1500" not in done.stdout
    return data


def test_a_bracket_lines_up_in_80_columns(
    cup: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds, seeds, byes, who advanced and the champion."""
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["ladder", "standings", "--data", str(cup)]) == 0
    lines = capsys.readouterr().out.splitlines()

    heading = next(line for line in lines if line.startswith("round "))
    first, last = (heading.index(word) for word in ("player", "points"))
    names = [
        line for line in lines if line[first : last - 1].strip() in ("idle", "random", "greedy")
    ]
    assert len(names) == 5
    assert all(len(line) <= 80 for line in lines)
    assert any(line.split() == ["1", "idle", "bye"] for line in names)
    assert names[-2].split()[0] == "final"
    assert names[-2].rstrip().endswith("champion")


def test_the_last_object_of_json_is_the_result(
    cup: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every round; ratings only if they are asked for."""
    where = ["--data", str(cup), "--json"]
    assert main(["ladder", "standings", *where]) == 0
    facts = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert "standings" not in facts
    found = facts["format"]
    assert (found["name"], found["is_over"]) == ("knockout", True)
    assert found["seeds"] == ["idle", "random", "greedy"]
    first, final = found["played"]
    assert first["byes"] == ["idle"]
    assert first["meetings"][0]["advancing"] == first["meetings"][0]["order"][:1]
    assert final["meetings"][0]["order"][:1] == found["winners"]
    assert {"idle", *first["meetings"][0]["advancing"]} == set(final["meetings"][0]["players"])
    assert len(final["meetings"][0]["matches"]) == 2
    assert main(["ladder", "standings", "--ratings", *where]) == 0
    rated = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert rated["format"] == found
    assert {row["player"] for row in rated["standings"]} == {"idle", "random", "greedy"}


def test_csv_has_a_line_for_each_player(cup: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How far it came."""
    assert main(["ladder", "standings", "--csv", "--data", str(cup)]) == 0
    heading, *rows = capsys.readouterr().out.splitlines()

    assert heading.split(",")[:3] == ["place", "player", "seed"]
    assert [row.split(",")[0] for row in rows] == ["1", "2", "3"]
    assert {row.split(",")[1] for row in rows} == {"idle", "random", "greedy"}


@pytest.mark.parametrize(
    ("game", "format_", "seats", "heading"),
    [
        ("brass", "swiss", "2", "Buchholz"),
        ("alchemicus", "round-robin", "2", "average"),
        ("furnace", "gauntlet", "3", "average"),
    ],
)
def test_formats_with_points_print_a_table(
    game: str, format_: str, seats: str, heading: str, tmp_path: Path
) -> None:
    """Of every game: points and tie-breaks, and in JSON the same."""
    chosen = ["--game", game, "--format", format_, "--seats", seats, "--seatings", "one"]
    words = ["run", "--bots", "random,idle,greedy", "--rounds", "2", *chosen, *WORDS]
    done = ladder(*words, data=tmp_path)

    assert done.returncode == 0, done.stderr
    assert heading in done.stdout
    assert "1500" not in done.stdout
    again = ladder(*words, "--json", data=tmp_path)
    assert again.returncode == 0, again.stderr
    found = json.loads(again.stdout.splitlines()[-1])["format"]
    assert (found["is_over"], found["name"]) == (True, format_)
    assert len(found["table"]) == 3
    given = sum(row["points"] for row in found["table"])
    meetings = sum(len(each["meetings"]) for each in found["played"])
    byes = sum(row["byes"] for row in found["table"])
    assert given == pytest.approx(meetings * int(seats) / 2 + byes)


def test_a_ladder_has_a_plan_of_its_own(
    cup: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So several formats can be played in one folder; a wrong name makes no file elsewhere."""
    words = ["--bots", "random,idle", "--seats", "2", "--matches", "1"]
    done = ladder("run", "--name", "season", *words, *WORDS, data=cup)

    assert done.returncode == 0, done.stderr
    assert main(["ladder", "standings", "--ladder", "furnace", "--data", str(cup)]) == 0
    assert "Champion" in capsys.readouterr().out
    done = ladder("run", "--name", "../x", *words, data=tmp_path)
    assert done.returncode == 2
    assert "--name: a name has 1 to 40 letters" in done.stderr

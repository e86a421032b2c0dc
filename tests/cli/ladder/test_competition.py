"""A competition from `ladder.toml`: read with the line of what is wrong, created at once, shown with its stages."""

import json
from pathlib import Path

import pytest

from bessemer.cli.main import main

GOOD = """\
name = "league"
game = "furnace"
option = ["rounds=3"]
bank = 30

[[stage]]
name = "season"
seats = 4
matches = 40

[[stage]]
name = "swiss"
format = "swiss"
seats = 2
rounds = 4
top = 16

[[stage]]
name = "cup"
format = "knockout"
seats = 2
top = 8
begins = "word"
"""


def create(folder: Path, text: str) -> int:
    """Create what a file of this content describes; the exit code."""
    file = folder / "ladder.toml"
    file.write_text(text, encoding="utf-8")
    return main(["ladder", "create", "--from", str(file), "--data", str(folder / "data")])


@pytest.mark.parametrize(
    ("change", "line", "sentence"),
    [
        (("rounds = 4", "rouns = 4"), 15, "rouns is no setting of a stage; did you mean rounds?"),
        (
            ("game =", "gane ="),
            2,
            "gane is no setting of the whole competition; did you mean game?",
        ),
        (("bank = 30", "rounds = 3"), 4, "rounds is no setting of the whole competition"),
        (("seats = 4", 'seats = "four"'), 8, "seats: 'four' is not a whole number from 1 to 99"),
        (("seats = 4", "seats = 7"), 8, "furnace is played by 2 to 4 players, not 7"),
        (('"swiss"\nseats', '"swis"\nseats'), 13, "format is continuous or round-robin or swiss"),
        (('"knockout"', '"continuous"'), 20, "format: only the first stage can be continuous"),
        (('"word"', '"later"'), 23, 'begins is "after" (when the stage before is over) or "word"'),
        (("top = 8", "rounds = 3"), 22, "a knock-out has as many rounds as its players need"),
        (("matches = 40", "rounds = 3"), 9, "the format continuous has no rounds"),
        (('name = "cup"\n', ""), 18, "name is missing: the name of the stage"),
        (('name = "cup"', 'name = "swiss"'), 19, "two stages have the name swiss"),
        (('name = "cup"', 'name = "a b"'), 19, "name"),
        (('["rounds=3"]', '["rouds=3"]'), 3, "furnace has no option 'rouds'"),
        (('["rounds=3"]', '["rounds=9"]'), 3, "option rounds is 3 or 4, not '9'"),
        (('"furnace"', '"chess"'), 2, "game is alchemicus or brass or furnace, not 'chess'"),
        (
            ("top = 16", 'starts = "soon"'),
            16,
            "'soon' is not a time: write it like 2026-12-01T18:00Z",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: tuple[str, str],
    line: int,
    sentence: str,
) -> None:
    """And what it takes; no stage is created then."""
    assert GOOD.count(change[0]) == 1
    assert create(tmp_path, GOOD.replace(*change)) == 2

    said = capsys.readouterr().err
    assert f"ladder.toml:{line}: " in said
    assert sentence in said
    assert main(["ladder", "show", "--data", str(tmp_path / "data")]) == 0
    assert "There is no ladder yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("name = ", "is no TOML"),
        ('name = "league"', "has no stage: begin each with a line [[stage]]"),
        (
            'game = "brass"\n[[stage]]',
            "ladder.toml:1: name is missing: the name of the competition",
        ),
    ],
)
def test_what_is_no_competition_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    """It is no TOML, has no name or no stage."""
    assert create(tmp_path, text) == 2
    assert sentence in capsys.readouterr().err


def test_all_stages_are_created_by_one_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each seeded by the one before; `ladder show` says how far each is and how it starts."""
    assert create(tmp_path, GOOD) == 0
    assert "league-season, league-swiss, league-cup" in capsys.readouterr().out
    where = ["--data", str(tmp_path / "data")]
    assert main(["ladder", "show", "league", *where]) == 0
    said = capsys.readouterr().out
    for sentence in (
        "league-season (stage 1 of league): furnace, 4 seats, continuous until 40 matches are played",
        "it starts when league-season is over",
        "knockout, the best 8 of league-swiss",
        "it starts by `bessemer ladder start`",
    ):
        assert sentence in said
    assert main(["ladder", "show", "league", "--json", *where]) == 0
    ladders = json.loads(capsys.readouterr().out.splitlines()[-1])["ladders"]
    assert ["", "league-season", "league-swiss"] == [
        one["ladder"]["format"]["seed_from"] for one in ladders
    ]
    assert create(tmp_path, GOOD) == 1  # its names are taken


def test_the_file_in_the_documents_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """docs/operating.md has a season, a Swiss and a final."""
    page = (Path(__file__).parents[3] / "docs" / "operating.md").read_text(encoding="utf-8")
    text = page.partition("```toml\n# ladder.toml\n")[2].partition("```")[0]

    assert create(tmp_path, text) == 0
    assert "league-season, league-swiss, league-cup" in capsys.readouterr().out

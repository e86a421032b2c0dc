"""Several ladders in one folder, and seasons that have not begun."""

from pathlib import Path

import pytest

from bessemer.cli.main import main
from tests.referees.process import RefereeProcess

Where = list[str]


@pytest.fixture
def where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Where:
    """A folder with two ladders, as two runs for different games leave it."""
    folder = ["--data", str(tmp_path)]
    for game in ("brass", "furnace"):
        assert main(["ladder", "create", game, "--game", game, *folder]) == 0
    capsys.readouterr()
    return folder


def test_a_person_sees_the_tables_of_all(where: Where, capsys: pytest.CaptureFixture[str]) -> None:
    """Without having to name them."""
    assert main(["ladder", "standings", *where]) == 0
    said = capsys.readouterr().out

    assert said.index("Ladder brass, season 1") < said.index("Ladder furnace, season 1")


def test_a_person_sees_the_tables_of_a_running_referee(
    where: Where, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its address, too."""
    with RefereeProcess(tmp_path) as referee:
        token = ["--token-file", str(tmp_path / "organiser.token")]
        assert main(["ladder", "standings", "--connect", referee.address, *token]) == 0
    said = capsys.readouterr().out

    assert "Nobody has played on brass yet." in said
    assert "Nobody has played on furnace yet." in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["standings", "--json"],
            "name one of the ladders with --ladder; here are: brass, furnace",
        ),
        (["history", "ada"], "name one of the ladders with --ladder"),
        (["standings", "--ladder", "bras"], "no ladder 'bras'; did you mean brass?"),
        (
            ["standings", "--ladder", "brass", "--season", "7"],
            "the ladder brass has no season 7: it is in season 1",
        ),
    ],
)
def test_a_program_must_name_what_is_there(
    words: list[str], sentence: str, where: Where, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1 with a sentence, rather than an empty table."""
    assert main(["ladder", *words, *where]) == 1
    assert sentence in capsys.readouterr().err


def test_creating_a_ladder_says_how_its_referee_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what the command was given, and nothing that is so anyhow."""
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", "create", "main"]) == 0
    assert capsys.readouterr().out.endswith(" serve --ladder main\n")
    url = f"sqlite:///{tmp_path}/other.sqlite3"
    assert main(["ladder", "create", "main", "--database", url, "--data", "x"]) == 0
    assert capsys.readouterr().out.endswith(f" serve --ladder main --data x --database {url}\n")

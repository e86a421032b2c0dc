"""How `bessemer ladder run` ends: what it says, and what it does with files that cannot be written."""

import errno
import json
import os
from pathlib import Path
from typing import Final, NoReturn

import pytest

from bessemer.cli.main import main
from tests.cli.ladder.in_process_of_its_own import ladder

WORDS: Final = ("run", "--bots", "random,idle", "--matches", "2", "--no-replays", "--no-pages")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a ladder of two matches."""
    data = tmp_path_factory.mktemp("ladder")
    done = ladder(*WORDS, data=data)
    assert done.returncode == 0, done.stderr
    assert "2 matches in" in done.stdout
    assert not (data / "index.html").exists()
    return data


def again(played: Path, *words: str) -> int:
    """The same command once more, in this process: nothing is left to play."""
    without_files = [*WORDS[:5], *words]
    return main(["ladder", *without_files, "--data", str(played)])


def test_a_ladder_that_was_played_says_how_it_plays_on(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without starting anybody, and without a speed of nothing."""
    monkeypatch.setattr("bessemer.runner.ladder_run.serving", None)
    assert again(played, "--no-pages") == 0
    said = capsys.readouterr().out

    assert "All 2 matches were played before: --matches 4 plays on." in said
    assert "per second" not in said


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        pytest.param(
            OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "x/index.html"),
            "not all files could be written: x/index.html: No space left on device",
            id="full disk",
        ),
        pytest.param(
            KeyboardInterrupt(),
            "not all files are written; the same command writes the rest",
            id="second Ctrl-C",
        ),
    ],
)
@pytest.mark.parametrize("form", ["table", "json"])
def test_results_come_before_files(
    form: str,
    problem: BaseException,
    sentence: str,
    played: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever becomes of the pages, the standings are there, and a sentence says what is missing."""

    def export(*_: object) -> NoReturn:
        raise problem

    monkeypatch.setattr("bessemer.web.site.export.export_site", export)
    assert again(played, *(["--json"] if form == "json" else [])) == 1
    said = capsys.readouterr()

    assert said.err == f"bessemer: {sentence}\n"
    if form == "json":
        facts = json.loads(said.out)
        assert (facts["report"], facts["replays"], facts["played"]) == (None, 2, 0)
    else:
        assert "idle" in said.out


def test_a_frozen_ladder_ends_the_run_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the command that thaws it; no bot is started for nothing."""
    where = ["--data", str(tmp_path)]
    assert main(["ladder", "create", "furnace", "--seats", "2", *where]) == 0
    assert main(["ladder", "freeze", "--reason", "late", *where]) == 0
    capsys.readouterr()
    monkeypatch.setattr("bessemer.runner.ladder_run.serving", None)

    assert main(["ladder", "run", "--bots", "random,idle", *where]) == 1
    said = capsys.readouterr()
    assert "the ladder furnace is frozen" in said.err
    assert "bessemer ladder thaw --ladder furnace" in said.err
    assert (said.out, len(said.err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--rounds", "3"], "--format continuous has no --rounds"),
        (["--format", "swiss", "--matches", "3"], "--format swiss has no --matches"),
    ],
)
def test_a_length_that_a_format_does_not_have_is_refused(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rather than ignored."""
    assert main(["ladder", "run", *words, "--data", str(tmp_path)]) == 2
    assert sentence in capsys.readouterr().err

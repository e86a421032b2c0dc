"""`bessemer new`: what it writes, and what it refuses to write."""

import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main


def bessemer(*words: str) -> int:
    """The exit code of the command."""
    return main(words)


@pytest.mark.parametrize(
    ("name", "class_name"), [("my_bot", "MyBot"), ("ada", "Ada"), ("iron_fist_2", "IronFist2")]
)
def test_a_project_has_a_bot_that_passes_its_own_test(
    name: str, class_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a new folder, of any name; nothing in it is still called like the model."""
    folder = tmp_path / "projects" / name
    assert 0 == bessemer("new", str(folder))

    assert f"--bots ./{name}.py,greedy,random" in capsys.readouterr().out
    assert {f"{name}.py", f"test_{name}.py", "README.md"} == {
        path.name for path in folder.iterdir()
    }
    texts = [path.read_text() for path in folder.iterdir()]
    assert all(name in text for text in texts)
    assert any(f"class {class_name}(Bot)" in text for text in texts)
    assert name == "my_bot" or not any("my_bot" in text or "MyBot" in text for text in texts)
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-m", "unittest"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == ended.returncode, ended.stderr
    assert "Ran 3 tests" in ended.stderr


def test_an_empty_folder_may_be_there_already(tmp_path: Path) -> None:
    """Somebody made it by hand."""
    folder = tmp_path / "my_bot"
    folder.mkdir()

    assert 0 == bessemer("new", str(folder))


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with anything in it, or a file of that name: exit 2, and all is as it was."""
    folder, file = tmp_path / "my_bot", tmp_path / "other_bot"
    folder.mkdir()
    (folder / "notes").write_text("mine")
    file.write_text("mine")

    for path in (folder, file):
        assert 2 == bessemer("new", str(path))
        assert "is there already" in capsys.readouterr().err
    assert ["notes"] == [path.name for path in folder.iterdir()]
    assert "mine" == file.read_text()


@pytest.mark.parametrize(
    "name",
    [
        "My-Bot",
        "2bots",
        "my bot",
        "",
        ".",
        "..",
        "/",
        "x" * 60,
        "class",
        "random",
        "bessemer",
    ],
)
def test_only_names_that_python_can_import_are_taken(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And none that would hide another module; nothing is written."""
    monkeypatch.chdir(tmp_path)

    assert 2 == bessemer("new", name)
    assert "bessemer: " in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, without a traceback."""
    (tmp_path / "file").write_text("")

    assert 1 == bessemer("new", str(tmp_path / "file" / "my_bot"))
    assert "cannot write" in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """As every command's."""
    with pytest.raises(SystemExit):
        bessemer("new", "--help")

    assert "examples:" in capsys.readouterr().out

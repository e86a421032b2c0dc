"""The settings of a referee: flags, environment, file, defaults, in this order, and what is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main

DEPLOY = Path(__file__).parents[3] / "deploy"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def shown(capsys: pytest.CaptureFixture[str], *flags: str) -> dict[str, tuple[object, str]]:
    """What `config show` says."""
    assert 0 == main(["config", "show", "--json", *flags])
    settings = json.loads(capsys.readouterr().out.splitlines()[-1])["settings"]
    return {name: (one["value"], one["source"]) for name, one in settings.items()}


def refused(capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    """What it says of a mistake."""
    assert 2 == main(["config", "show", *flags])
    return capsys.readouterr().err.strip()


def test_each_setting_says_where_it_comes_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A flag wins over the environment, that over the file, that over the default."""
    (tmp_path / "bessemer.toml").write_text(
        '# settings\nlisten = ["127.0.0.1:1", "127.0.0.1:2"]\n\nbank = 30\nstrikes = 5\nmatches = 7\n'
        'reflection = false\ndata = "here"\n'
    )
    monkeypatch.setenv("BESSEMER_SERVE_BANK", "40")
    monkeypatch.setenv("BESSEMER_SERVE_STRIKES", "6")
    monkeypatch.setenv("BESSEMER_SERVE_INSECURE_PUBLIC", "true")
    found = shown(capsys, "--strikes", "3")

    assert (["127.0.0.1:1", "127.0.0.1:2"], "bessemer.toml:2") == found["listen"]
    assert (40.0, "BESSEMER_SERVE_BANK") == found["bank"]
    assert (3, "--strikes") == found["strikes"]  # given, though it is also the default
    assert (7, "bessemer.toml:6") == found["matches"]
    assert (False, "bessemer.toml:7") == found["reflection"]
    assert (True, "BESSEMER_SERVE_INSECURE_PUBLIC") == found["insecure-public"]
    assert ("here", "bessemer.toml:8") == found["data"]
    assert (1.0, "default") == found["increment"]
    assert (["127.0.0.1:9"], "--listen") == shown(capsys, "--listen", "127.0.0.1:9")["listen"]


def test_another_file_and_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A named file is read with paths from its own folder; '' reads none."""
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "b.toml").write_text('data = "x"\n')
    (tmp_path / "bessemer.toml").write_text("bank = 1\n")

    assert str(folder / "x") == shown(capsys, "--config", str(folder / "b.toml"))["data"][0]
    without = shown(capsys, "--config", "")
    assert (60.0, "default") == without["bank"]
    assert (["127.0.0.1:7777"], "default") == without["listen"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        pytest.param(
            "bank = 3\n\ndrain_timeot = 3\n",
            "bessemer.toml:3: drain_timeot is no setting; did you mean drain-timeout?",
            id="key",
        ),
        pytest.param("[server]\nbank = 1\n", "bessemer.toml:1: server is no setting", id="table"),
        pytest.param('\nbank = "soon"\n', "bessemer.toml:2: bank: 'soon'", id="value"),
        pytest.param(
            'log = "xml"\n', "bessemer.toml:1: log is auto or json or pretty", id="choice"
        ),
        pytest.param(
            "reflection = 1\n", "bessemer.toml:1: reflection is true or false", id="switch"
        ),
        pytest.param(
            "bank = \n", "bessemer.toml is no TOML: Invalid value (at line 1", id="syntax"
        ),
    ],
)
def test_a_mistake_is_named_with_its_line(
    content: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the nearest right key, if there is one."""
    (tmp_path / "bessemer.toml").write_text(content)

    assert sentence in refused(capsys)


def test_wrong_variables_and_files_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are not passed over in silence."""
    assert "nowhere.toml: No such file" in refused(capsys, "--config", "nowhere.toml")
    monkeypatch.setenv("BESSEMER_SERVE_BANKS", "1")
    assert "BESSEMER_SERVE_BANKS is no setting; did you mean BESSEMER_SERVE_BANK?" in refused(
        capsys
    )


def test_a_password_is_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """In neither form."""
    flags = ("--database", "postgresql://ann:Xyzzy-2@host/db")
    assert 0 == main(["config", "show", *flags])
    assert "Xyzzy-2" not in capsys.readouterr().out
    assert "Xyzzy-2" not in str(shown(capsys, *flags))


def test_the_example_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    """What lies in `deploy` can be used, also with its comments taken away."""
    example = DEPLOY / "bessemer.toml"
    assert "127.0.0.1:7777" in str(shown(capsys, "--config", str(example))["listen"])
    all_keys = Path("all.toml")
    lines = [line.removeprefix("# ") for line in example.read_text().splitlines()]
    settings = {line.split(" = ")[0]: line for line in lines if " = " in line}
    all_keys.write_text("\n".join(settings.values()))
    shown(capsys, "--config", str(all_keys))


def test_serve_uses_the_file(tmp_path: Path) -> None:
    """What is wrong there is wrong for it too, at once."""
    (tmp_path / "bessemer.toml").write_text("bnak = 1\n")
    done = subprocess.run(
        [sys.executable, "-m", "bessemer.cli.main", "serve"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert 2 == done.returncode
    assert "bessemer.toml:1: bnak is no setting; did you mean bank?" in done.stderr


def test_several_ladders_none_and_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list, one name, or nothing for all; an empty name for none."""
    assert (None, "default") == shown(capsys)["ladder"]
    assert (["a", "b"], "--ladder") == shown(capsys, "--ladder", "a", "--ladder", "b")["ladder"]
    assert ([""], "--ladder") == shown(capsys, "--ladder", "")["ladder"]
    (tmp_path / "bessemer.toml").write_text('ladder = "main"\n')
    assert (["main"], "bessemer.toml:1") == shown(capsys)["ladder"]
    monkeypatch.setenv("BESSEMER_SERVE_LADDER", "a b")
    assert (["a", "b"], "BESSEMER_SERVE_LADDER") == shown(capsys)["ladder"]

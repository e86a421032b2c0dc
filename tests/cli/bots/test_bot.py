"""`bessemer bot`: one seat, played by a shipped bot or by a program."""

import json
from pathlib import Path

import pytest

from bessemer.cli.bots.bot_names import UnknownBotName, bot_spec
from bessemer.cli.main import main

SEAT = ("--connect", "127.0.0.1:1", "--match", "m1", "--seat", "1")
TOLD = {"ADDRESS": "127.0.0.1:1", "MATCH": "m1", "SEAT": "1", "TOKEN": "bsm_a_b"}
CALLED = """\
import json, os, sys
names = ("ADDRESS", "MATCH", "SEAT", "TOKEN", "SEED", "TLS", "TLS_CA", "TLS_CERT", "TLS_KEY")
told = {name: os.environ[f"BESSEMER_{name}"] for name in names if f"BESSEMER_{name}" in os.environ}
open(sys.argv[0] + ".told", "w").write(json.dumps(told))
sys.exit(7)
"""


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the environment but what a test puts there."""
    for name in (*TOLD, "SEED", "TLS", "TLS_CA", "TLS_CERT", "TLS_KEY"):
        monkeypatch.delenv(f"BESSEMER_{name}", raising=False)


def test_a_program_is_told_what_to_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its environment, whichever way we were told; its exit code is ours."""
    program = tmp_path / "called.py"
    program.write_text(CALLED)
    told = []
    monkeypatch.setenv("BESSEMER_TOKEN", "bsm_a_b")
    assert 7 == main(["bot", str(program), *SEAT, "--seed", "x"])
    told.append(json.loads(Path(f"{program}.told").read_text()))
    for name, value in (TOLD | {"SEED": "x"}).items():
        monkeypatch.setenv(f"BESSEMER_{name}", value)
    assert 7 == main(["bot", str(program)])
    told.append(json.loads(Path(f"{program}.told").read_text()))

    assert [TOLD | {"SEED": "x"}] * 2 == told


@pytest.mark.parametrize(
    ("words", "token", "said"),
    [
        pytest.param(["nobody", *SEAT], "t", "no bot 'nobody'", id="name"),
        pytest.param(["./nowhere.py", *SEAT], "t", "no file", id="file"),
        pytest.param(["random", *SEAT], "", "BESSEMER_TOKEN", id="no-token"),
        pytest.param(
            ["random", *SEAT[:4]], "t", "--connect, and --match with --seat", id="no-seat"
        ),
    ],
)
def test_wrong_usage_ends_with_2(
    words: list[str],
    token: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And with a sentence."""
    monkeypatch.setenv("BESSEMER_TOKEN", token)

    assert 2 == main(["bot", *words])
    assert said in capsys.readouterr().err


def test_a_ca_that_is_not_there_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, without a traceback."""
    monkeypatch.setenv("BESSEMER_TOKEN", "t")

    assert 1 == main(["bot", "random", *SEAT, "--tls-ca", "/nowhere/ca.pem"])
    assert "the TLS CA /nowhere/ca.pem cannot be read" in capsys.readouterr().err


def test_a_program_in_any_language_is_run_as_it_is(tmp_path: Path) -> None:
    """If it can be run; its label is a name that a match takes."""
    program = tmp_path / "my bot, really"
    program.write_text("#!/bin/sh\n")
    with pytest.raises(UnknownBotName, match="nor an executable program"):
        bot_spec(str(program), ())
    program.chmod(0o755)
    named = bot_spec(str(program), ())

    assert ("my-bot-really", (str(program),)) == (named.name, named.command)


def test_a_program_joins_a_ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told the ladder in its environment, as `ladder run` does."""
    program = tmp_path / "called.py"
    program.write_text(CALLED.replace('"SEED",', '"SEED", "LADDER", "CONCURRENCY", "VERSION",'))
    monkeypatch.setenv("BESSEMER_TOKEN", "bsm_a_b")
    words = ["--connect", "127.0.0.1:1", "--ladder", "main", "--concurrency", "4"]
    assert 7 == main(["bot", str(program), *words, "--bot-version", "2"])

    assert json.loads(Path(f"{program}.told").read_text()) == {
        "ADDRESS": "127.0.0.1:1",
        "TOKEN": "bsm_a_b",
        "LADDER": "main",
        "CONCURRENCY": "4",
        "VERSION": "2",
    }

"""Versions of a bot on the command line: real processes, real gRPC."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main

# A program that knows nothing of versions: it enlists without one, whatever its environment says.
_OLD = """\
import asyncio, os, random
from bessemer.bots.registry import new_bot
from bessemer.sdk.seats.ladder import enlist

env = os.environ
asyncio.run(
    enlist(
        env["BESSEMER_ADDRESS"],
        env["BESSEMER_TOKEN"],
        env["BESSEMER_LADDER"],
        lambda game: new_bot(game, "random", random.Random(1)),
    )
)
"""


def test_versions_are_rated_apart_and_the_old_one_is_retired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two runs of one ladder; a program that knows of no versions has one all the same."""
    program, data = tmp_path / "bot" / "old.py", ["--data", str(tmp_path / "ladder")]
    program.parent.mkdir()
    program.write_text(_OLD, encoding="utf-8")
    command = shlex.join([sys.executable, str(program)])
    run = ["ladder", "run", "--bots", "greedy", "--seats", "2", "--no-replays", "--json", *data]
    run += ["--readable", str(program.parent)]  # inside a sandbox it is not seen otherwise

    assert main([*run, "--bot", f"mine:1={command}", "--matches", "3"]) == 0
    assert main([*run, "--bot", f"mine:2={command}", "--matches", "5"]) == 0
    capsys.readouterr()
    assert main(["ladder", "history", "mine", "--json", *data]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["ladder", "remove", "mine:1", "--void", "--reason", "it is old", *data]) == 0
    said = capsys.readouterr().out

    assert [("mine", "2", 2, False), ("mine", "1", 3, True)] == [
        (one["name"], one["version"], one["matches"], one["retired"]) for one in told["versions"]
    ]
    assert ["mine:2"] * 2 + ["mine:1"] * 3 == [one["player"] for one in told["history"]]
    assert "3 matches no longer count" in said


@pytest.mark.parametrize("label", ["mine:", "mine:two words", "mine:1:2", f"mine:{'x' * 33}"])
def test_a_bad_version_is_refused_at_once(
    tmp_path: Path, label: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what would be good, by `ladder run` and by `compare`."""
    data = ["--data", str(tmp_path / "ladder")]

    assert main(["ladder", "run", "--bots", "greedy", "--bot", f"{label}=true", *data]) == 2
    assert "a version has 1 to 32 letters" in capsys.readouterr().err
    assert main(["compare", f"{label}=true", "greedy", *data]) == 2
    assert "a version has 1 to 32 letters" in capsys.readouterr().err
    assert not (tmp_path / "ladder").exists()

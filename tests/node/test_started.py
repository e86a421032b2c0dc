"""The bot in Node, started by Bessemer: the same program in a match and on a ladder."""

import json
import shutil
from pathlib import Path

import pytest

from bessemer.cli.main import main


@pytest.fixture(scope="module")
def folder(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the bot's folder is, as its README says."""
    above = tmp_path_factory.mktemp("node")
    shutil.copytree(node, above / "bot")
    shutil.copytree(node.parent / "node_modules", above / "bot/node_modules")
    assert 0 == main(["protos", str(above / "bot/proto"), "--ladder"])
    return above


def test_it_plays_in_a_match(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a fault, in the sandbox."""
    monkeypatch.chdir(folder)
    assert 0 == main(["match", "brass", "--bots", "./bot/bot.mjs,random", "--json"])
    result = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert [None, None] == [seat["fault"] for seat in result["seats"]]


def test_what_works_in_a_match_works_on_a_ladder(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several matches at once, of one process."""
    monkeypatch.chdir(folder)
    words = ["ladder", "run", "--seats", "2", "--matches", "6", "--data", "run"]
    words += ["--bank", "600", "--json"]
    assert 0 == main([*words, "--bot", "bot=node bot/bot.mjs", "--bots", "random,greedy"])
    run = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert [] == json.loads((folder / "run/bot-failures.json").read_text())
    assert "bot" in {player["player"] for player in run["standings"]}

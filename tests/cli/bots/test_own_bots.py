"""A bot of one's own wherever a shipped one may stand, in every game; and why some files cannot play."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.bots import own_files
from tests.referees.in_process import SHORT, every_game
from tests.replays.make import FOLDER


def started(
    *words: str, folder: Path | None = None, lines: str = ""
) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "bessemer.cli.main", *words],
        input=lines,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=110,
        check=False,
    )


def told(done: "subprocess.CompletedProcess[str]", *codes: int) -> Any:  # noqa: ANN401 - JSON
    """The object on the last line of a command that ended with one of these codes."""
    assert done.returncode in codes, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def options(game: str) -> list[str]:
    """Those of a short match."""
    return [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]


def other_than(game: str) -> str:
    """Another game."""
    return NAMES[NAMES.index(game) - 1]


def where(game: str) -> list[str]:
    """A recorded match, and the middle of it, as `replay branch` is told."""
    path = FOLDER / game / "two-players.replay"
    records = read_replay(path.read_bytes()).records
    start = records[len(records) // 2]
    return [str(path), "--turn", str(start.turn), "--seat", str(start.seat)]


# --- They play -----------------------------------------------------------------------------------


@every_game
def test_strength(game: str, tmp_path: Path) -> None:
    """Own bots on either side, named as they were given; one process or two make no difference."""
    own_files.write(tmp_path, own_files.LUCKY, game)
    words = ["bench", "strength", "./my_bot.py", "idle", "--game", game, "--seats", "2"]
    words += ["--blocks", "2", "--seed", "3", "--json", *options(game)]
    alone = told(started(*words, folder=tmp_path), 0)
    together = told(started(*words, "--jobs", "2", folder=tmp_path), 0)

    assert alone == together
    assert (["./my_bot.py", "idle"], 2) == (alone["bots"], alone["blocks"])


@every_game
def test_branch(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As the bot and as the others; the replay that comes of it calls them by their files."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    lazy = own_files.write(tmp_path, own_files.LAZY, game, "lazy.py")
    out = tmp_path / "branch.replay"
    words = ["--bot", own, "--others", lazy, "--json", "--out", str(out)]
    assert 0 == main(["replay", "branch", *where(game), *words])
    found, replay = json.loads(capsys.readouterr().out), read_replay(out.read_bytes())

    assert "my_bot" == found["bot"]
    assert {"my_bot", "lazy"} == {player["played_by"] for player in found["players"]}
    assert verify(replay).ok
    assert replay.header is not None
    assert {"my_bot", "lazy"} == {name.rpartition("/")[2] for name in replay.header.players}


@every_game
def test_branch_that_only_compares(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot without a method of its own answers what `idle` answers."""
    file, *_ = where(game)
    own = own_files.write(tmp_path, own_files.LAZY, game)
    answers = []
    for bot in (own, "idle"):
        words = ["--compare", "--seat", "0", "--bot", bot, "--json"]
        assert 0 == main(["replay", "branch", file, *words])
        answers.append([one["instead"] for one in json.loads(capsys.readouterr().out)["decisions"]])

    assert answers[0] == answers[1]


@every_game
def test_compare(game: str, tmp_path: Path) -> None:
    """Two of one's own against each other, in one game beside a shipped one: nine processes."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    lazy = own_files.write(tmp_path, own_files.LAZY, game, "lazy.py")
    words = ["compare", own, lazy, "--game", game, "--most-blocks", "2"]
    others = ["--others", "idle"] if game == NAMES[0] else []
    found = told(started(*words, *others, "--json", *options(game), folder=tmp_path), 0, 3, 4)

    assert 2 == found["blocks"]
    assert found["matches"] >= (6 if others else 4)


@every_game
def test_match_and_ladder(game: str, tmp_path: Path) -> None:
    """A match against a shipped bot, and a rated one."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    words = ["match", game, "--bots", f"{own},idle", "--json", *options(game)]
    seats = told(started(*words), 0)["seats"]
    assert [("my_bot", None), ("idle", None)] == [(seat["bot"], seat["fault"]) for seat in seats]

    words = ["ladder", "run", "--game", game, "--bots", f"{own},idle", "--matches", "1", "--json"]
    found = told(started(*words, "--data", str(tmp_path / "data"), *options(game)), 0)
    assert {"my_bot", "idle"} == {row["player"] for row in found["standings"]}


@every_game
def test_play(game: str, tmp_path: Path) -> None:
    """A person against it: the whole match through a pipe."""
    own = own_files.write(tmp_path, own_files.LAZY, game)
    words = ["play", "--game", game, "--versus", own, "--json", "--seed", "4", *options(game)]
    found = told(started(*words, folder=tmp_path, lines="default\n" * 400), 0)

    assert 2 == len(found["scores"])


# --- They cannot ---------------------------------------------------------------------------------


@every_game
@pytest.mark.parametrize("fault", own_files.UNUSABLE)
@pytest.mark.parametrize("command", ["strength", "branch"])
def test_a_file_that_is_of_no_use_is_a_sentence(
    game: str, fault: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 at once, one line that says what is wrong, and nothing on the standard output."""
    text, said = own_files.UNUSABLE[fault]
    own = own_files.write(tmp_path, text, game, other=other_than(game))
    if command == "strength":
        words = ["bench", "strength", "idle", own, "--game", game]
    else:
        words = ["replay", "branch", *where(game), "--bot", "idle", "--others", own]

    assert 2 == main(words)
    shown = capsys.readouterr()
    assert said.format(game=game, other=other_than(game)) in shown.err
    assert 1 == len(shown.err.splitlines())
    assert shown.out in ("", "hello\n")


@every_game
@pytest.mark.parametrize("fault", own_files.FAULTY)
@pytest.mark.parametrize("command", ["strength", "branch"])
def test_what_a_bot_does_wrong_is_told(
    game: str, fault: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1: whose fault, where and what; no traceback."""
    own = own_files.write_faulty(tmp_path, fault, game)
    if command == "strength":
        words = ["bench", "strength", own, "idle", "--game", game, "--blocks", "1"]
    else:
        words = ["replay", "branch", *where(game), "--bot", own]

    assert 1 == main(words)
    shown = capsys.readouterr().err
    assert "(Faulty), round " in shown
    assert own_files.FAULTY[fault][1] in shown
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    "words",
    [
        "bench strength ./nowhere.py idle",
        "compare ./nowhere.py idle",
        "match furnace --bots ./nowhere.py,idle",
        "play --versus ./nowhere.py",
        "ladder run --bots ./nowhere.py,idle --data ladder",
    ],
)
def test_a_file_that_is_not_there(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with its name, before anything is started."""
    monkeypatch.chdir(tmp_path)

    assert 2 == main(words.split())
    assert "there is no file ./nowhere.py" in capsys.readouterr().err


@every_game
@pytest.mark.parametrize("fault", ["init", "other-game"])
def test_a_match_says_why_a_bot_cannot_play(game: str, fault: str, tmp_path: Path) -> None:
    """The bot's own sentence and then who ended; no default moves are played for it."""
    text, said = own_files.UNUSABLE[fault]
    own = own_files.write(tmp_path, text, game, other=other_than(game))
    done = started("match", game, "--bots", f"{own},idle")

    assert 1 == done.returncode
    assert said.format(game=game, other=other_than(game)) in done.stderr
    assert "my_bot at seat 0 exited with code 1 before the match was over" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("fault", ["init", "other-game"])
def test_a_comparison_says_why_a_bot_cannot_play(fault: str, tmp_path: Path) -> None:
    """The bot is disabled, and its last words are the reason."""
    text, said = own_files.UNUSABLE[fault]
    own = own_files.write(tmp_path, text, "brass", other="furnace")
    done = started("compare", own, "idle", "--game", "brass", folder=tmp_path)

    assert 1 == done.returncode
    assert "match can be made without my_bot" in " ".join(done.stderr.split())
    assert said.format(game="brass", other="furnace") in " ".join(done.stderr.split())

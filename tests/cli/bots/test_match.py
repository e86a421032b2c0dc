"""`bessemer match`: shipped bots and programs of one's own, over real gRPC."""

import asyncio
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.main import main
from bessemer.processes.child_process import ChildProcesses
from bessemer.processes.process import ProcessSpec
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.runner.bots import single_match
from bessemer.runner.bots.bot_specs import shipped_bot
from tests.runner.sandbox.sandboxes import sandbox_of

BOT = """\
import random
from bessemer.furnace import Bot, run

class Lucky(Bot):
    def bid(self, view):
        print("what a bot prints")
        return random.choice(view.legal_bids())

if __name__ == "__main__":
    run(Lucky)
"""


@pytest.fixture
def own_bot(tmp_path: Path) -> str:
    """A program that plays by Python's own luck, in a folder with traps."""
    # Would be imported by processes that look for modules here.
    (tmp_path / "secrets.py").write_text("raise SystemExit('the wrong module')\n")
    folder = tmp_path / "a folder"
    folder.mkdir()
    path = folder / "lucky bot.py"
    path.write_text(BOT)
    return str(path)


def played(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[Any, str]:
    """Play; the JSON on the only line of the output, and what went to standard error."""
    assert 0 == main(["match", "furnace", "--option", "rounds=3", "--json", *words])
    said = capfd.readouterr()
    (line,) = said.out.splitlines()
    return json.loads(line), said.err


def test_a_program_of_ones_own_plays_against_shipped_bots(
    own_bot: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """From any folder; what it prints does not disturb, and a seed repeats its luck too."""
    monkeypatch.chdir(tmp_path)
    words = ("--bots", f"{own_bot},idle", "--seed", "5", "--out")
    results = []
    for number in (1, 2):
        result, errors = played(capfd, *words, f"{number}.replay")
        results.append([(seat["rank"], seat["score"]) for seat in result["seats"]])
        assert ["lucky-bot", "idle"] == [seat["bot"] for seat in result["seats"]]
        assert "what a bot prints" in errors
    replays = [read_replay(Path(f"{number}.replay").read_bytes()) for number in (1, 2)]

    assert results[0] == results[1]
    assert all(verify(replay).ok and verify(replay).key for replay in replays)
    moves = [[(entry.seat, entry.move) for entry in replay.records] for replay in replays]
    assert moves[0] == moves[1]


def test_a_program_that_ends_too_early_ends_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for its clock: exit 1, and a sentence that says which."""
    monkeypatch.setattr(single_match, "_RESULT_SECONDS", 0.1)
    (tmp_path / "empty.py").write_text("class MyBot: pass\n")

    assert 1 == main(["match", "furnace", "--bots", f"idle,{tmp_path}/empty.py"])
    error = capfd.readouterr().err
    assert "empty at seat 1 exited with code 0 before the match was over" in error
    assert "run(" in error
    assert "Traceback" not in error


def test_a_program_that_fails_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """No result can be on its way from a match that goes on."""
    monkeypatch.setattr(single_match, "_RESULT_SECONDS", 1e6)
    (tmp_path / "dies.py").write_text("import os\nos._exit(3)\n")

    assert 1 == main(["match", "furnace", "--bots", f"idle,{tmp_path}/dies.py"])
    assert "dies at seat 1 exited with code 3 before the match" in capfd.readouterr().err


@pytest.mark.asyncio
async def test_a_program_that_fails_after_the_end_takes_no_result_away() -> None:
    """The match is over, and its result still on the way."""
    told = asyncio.Event()

    async def result() -> str:
        await told.wait()
        return "the result"

    async def is_over() -> bool:
        asyncio.get_running_loop().call_soon(told.set)
        return True

    async def joining() -> None:
        pass

    command = (sys.executable, "-c", "raise SystemExit(3)")
    failing = await ChildProcesses().start(ProcessSpec("failing", command, {}), None)
    bots, ends = [shipped_bot("idle")], {0: asyncio.create_task(failing.wait())}

    following = single_match.unless_ended(result(), is_over, joining(), bots, ends)
    assert "the result" == await following


RAISES = """
from bessemer.furnace import Bot, run
class Bad(Bot):
    def bid(self, view): raise ValueError("no such card")
run(Bad)
"""


def test_faults_of_a_bot_are_in_the_result_and_the_exit_code(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Counted by seat, and each traceback shown once."""
    (tmp_path / "bad.py").write_text(RAISES)
    words = ("match", "furnace", "--option", "rounds=3", "--bots", f"idle,{tmp_path}/bad.py")

    assert 1 == main([*words, "--json"])
    said = capfd.readouterr()
    first, second = json.loads(said.out)["seats"]
    assert first["fault"] is None
    counted = re.fullmatch(r"exception: ValueError: no such card \((\d+) times\)", second["fault"])
    assert counted is not None
    times = int(counted[1])  # twelve bids, and more with some capitalists
    assert times >= 12
    assert 1 == said.err.count("Traceback")
    assert f"bad (seat 1) raised ValueError: no such card, {times} times" in said.err
    assert 1 == main([*words])
    assert "ValueError" in capfd.readouterr().out


def test_a_bot_that_never_joins_ends_the_match_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """After a minute, as on a ladder; what it printed was shown though nothing flushed it."""
    (tmp_path / "deaf.py").write_text("import time\nprint('I am here')\ntime.sleep(1e6)\n")
    monkeypatch.setattr(single_match, "_JOIN_SECONDS", 3.0)

    assert 1 == main(["match", "furnace", "--bots", f"{tmp_path}/deaf.py,idle"])
    error = capfd.readouterr().err
    assert (
        "deaf at seat 0 runs, but did not join within 3 s: does its program end with run" in error
    )
    assert "I am here" in error


def test_a_program_of_ones_own_plays_in_the_sandbox(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It sees nothing of its folder but programs, unless the sandbox is not wanted."""
    sandbox_of("isolated")  # or the test is skipped
    (tmp_path / "organiser.token").write_text("secret")
    program = "import os\nprint('sees', sorted(os.listdir('.' if os.path.exists('mine.py') else "
    (tmp_path / "mine.py").write_text(f"{program}os.path.dirname(__file__))))\n{RAISES}")
    words = ("match", "furnace", "--option", "rounds=3", "--bots", f"{tmp_path}/mine.py,idle")

    assert 1 == main([*words])
    assert "sees ['mine.py']" in capfd.readouterr().err
    assert 1 == main([*words, "--no-sandbox"])
    assert "organiser.token" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("bots", "said"),
    [
        pytest.param("nobody,random", "no bot 'nobody': the shipped bots are ", id="name"),
        pytest.param("random,", "no bot ''", id="nothing"),
        pytest.param("./nowhere.py,random", "no file ./nowhere.py", id="file"),
    ],
)
def test_a_bot_that_is_none_is_wrong_usage(
    bots: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 before anything is started."""
    assert 2 == main(["match", "furnace", "--bots", bots])
    assert said in capsys.readouterr().err


def test_a_program_that_cannot_be_run_is_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """It may be run, but nothing knows how; the bots that run already are ended."""
    program = tmp_path / "riddle"
    program.write_bytes(b"\0\1\2")
    program.chmod(0o755)

    assert 1 == main(["match", "furnace", "--bots", f"idle,{program}"])
    error = capfd.readouterr().err
    assert f"cannot run {program}" in error
    assert "Traceback" not in error


def test_a_file_that_hides_a_package_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside a bot Python finds it first: the bot would fail with a sentence about something else."""
    (tmp_path / "mine.py").write_text(RAISES)
    (tmp_path / "bessemer.py").touch()

    assert 2 == main(["match", "furnace", "--bots", f"{tmp_path}/mine.py,idle"])
    assert (
        "bessemer.py would be imported instead of the package bessemer" in capsys.readouterr().err
    )

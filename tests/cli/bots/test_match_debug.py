"""`bessemer match --debug`: bots in the foreground."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main
from tests.bots import own_files
from tests.referees.in_process import SHORT, every_game

STOPS: str = """\
from bessemer.furnace import Bot, run

class Stops(Bot):
    stopped = False

    def bid(self, view):
        answer = 6 * 7
        if not self.stopped:
            self.stopped = True
            breakpoint()
        return view.legal_bids()[0]

run(Stops)
"""


@every_game
def test_it_plays_the_match_of_its_seed(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twice the same; the seed is told, so that one that was drawn can be given again."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    short = [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]
    shown = []
    for _ in range(2):
        assert 0 == main(
            ["match", game, "--bots", f"{own},idle", "--seed", "7", "--debug", "--json", *short]
        )
        said = capsys.readouterr()
        assert "--seed 7 repeats this match" in said.err
        shown.append(json.loads(said.out))

    assert shown[0] == shown[1]
    assert ["my_bot", "idle"] == [seat["bot"] for seat in shown[0]["seats"]]
    assert b"seed            7" == bytes.fromhex(shown[0]["seed"])


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [("p answer\nc\n", 0, "(Pdb) 42"), ("q\n", 1, "bessemer: stopped in the debugger")],
)
def test_a_breakpoint_stops_there(typed: str, code: int, said: str, tmp_path: Path) -> None:
    """What is typed reaches the debugger; leaving it ends the match in a sentence."""
    file = tmp_path / "stops.py"
    file.write_text(STOPS)
    words = ["match", "furnace", "--bots", f"{file},idle", "--option", "rounds=3", "--debug"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "bessemer.cli.main", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )

    assert code == done.returncode, done.stderr
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@every_game
def test_a_fault_is_shown_with_its_lines(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the bot's own line on, and then as the sentence that says where."""
    own = own_files.write_faulty(tmp_path, "raises", game)

    assert 1 == main(["match", game, "--bots", f"{own},idle", "--debug"])
    said = capsys.readouterr().err
    assert f'File "{own}", line 4' in said
    assert "local_match.py" not in said
    assert "bessemer: seat 0 (Faulty), round 1" in said


def test_a_replay_needs_a_referee(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the sentence says how to have one."""
    out = str(tmp_path / "game.replay")

    assert 2 == main(["match", "furnace", "--bots", "idle,idle", "--debug", "--out", out])
    assert "leave --out away" in capsys.readouterr().err

"""Wrong commands: one sentence, exit 2 at once or 1, never a traceback, and nothing started."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NoReturn

import pytest

from bessemer.cli.console import output
from bessemer.cli.main import main
from tests.programs import command_lines
from tests.referees.in_process import STOOD_STILL
from tests.replays.make import FOLDER

REPLAY: Final = str(FOLDER / "furnace" / "forfeited.replay")
COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")
SLEEPER: Final = """\
import pathlib, time
pathlib.Path(__file__ + ".started").touch()
time.sleep(600)
"""


def code_of(words: list[str]) -> int:
    """The exit code, whether the parser or the command refuses."""
    try:
        return main(words)
    except SystemExit as ended:
        return int(ended.code or 0)


@pytest.fixture
def nothing_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """No referee is started."""

    def starts(*_: object, **__: object) -> NoReturn:
        raise AssertionError("a referee was started")

    monkeypatch.setattr("bessemer.rpc.serving.server.serving", starts)
    monkeypatch.setattr("bessemer.runner.ladder_run.serving", starts)
    monkeypatch.setattr("bessemer.table.private_matches.hosting.hosting", starts)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            "match furnace --bots random,idle --out /nonexistent/x.replay",
            "--out: there is no folder '/nonexistent'",
            id="match-out",
        ),
        pytest.param(
            "match furnace --bots random,idle --out /tmp", "is a folder", id="match-out-folder"
        ),
        pytest.param(
            "match furnace --bots random,idle --bank nan",
            "--bank: 'nan' is not a number of seconds from 0 to 2,592,000",
            id="bank-nan",
        ),
        pytest.param("match furnace --bots random,idle --bank -1", "from 0 to", id="bank-minus"),
        pytest.param(
            "match furnace --bots random", "2 to 4 players, and --bots names 1", id="too-few"
        ),
        pytest.param(
            "match furnace --bots random,random,random,random,random", "names 5", id="too-many"
        ),
        pytest.param(
            "match furnace --bots random,idle --option rounds=9", "rounds is 3 or 4", id="option"
        ),
        pytest.param(
            "play --versus random,random,random,random", "with you there are 5", id="play"
        ),
        pytest.param("play --versus random --out /nonexistent/x", "no folder", id="play-out"),
        pytest.param("play --versus random --option rounds=9", "3 or 4", id="play-option"),
        pytest.param(
            "ladder plot --out /nonexistent/x.svg", "there is no folder", id="ladder-plot-out"
        ),
        pytest.param("ladder report --out /nonexistent/x", "there is no folder", id="report-out"),
        pytest.param("ladder run --data /proc/x", "--data: /proc/x: No such", id="ladder-data"),
        pytest.param("ladder run --bot mine=./nowhere.py", "no file ./nowhere.py", id="no-bot"),
        pytest.param("ladder run --bot mine='", "NAME=COMMAND", id="empty-command"),
        pytest.param("compare greedy random --alpha 2", "between 0 and 1", id="alpha"),
        pytest.param(
            "match furnace --bots random,idle --bank 1e300", "from 0 to 2,592,000", id="bank-1e300"
        ),
        pytest.param(
            "compare greedy random --increment 1e9", "from 0 to 86,400", id="increment-1e9"
        ),
        pytest.param("ladder run --bank 1e12", "from 0 to 2,592,000", id="ladder-bank"),
        pytest.param("ladder run --concurrency 2000", "from 1 to 256", id="concurrency"),
        pytest.param("compare greedy random --concurrency 100000", "1 to 256", id="many"),
        pytest.param("bench strength greedy random --jobs 100000", "from 1 to 256", id="jobs"),
        pytest.param("match furnace --bots random,idle --seed " + "9" * 60, "a whole", id="seed"),
        pytest.param(
            "ladder run --metrics nonsense", "'nonsense' is no address", id="ladder-metrics"
        ),
        pytest.param("serve --metrics nonsense", "'nonsense' is no address", id="serve-metrics"),
        pytest.param(
            "serve --log pretty --data /proc/x", "--data: /proc/x: No such", id="serve-data"
        ),
        pytest.param("macth furnace", "'macth'; did you mean match?", id="near-command"),
        pytest.param(
            "ladder standing", "'standing'; did you mean standings?", id="near-sub-command"
        ),
        pytest.param("match furnance", "'furnance'; did you mean furnace?", id="near-game"),
        pytest.param(
            "match furnace --bot random,idle", "no option --bot; did you mean --bots?", id="--bot"
        ),
        pytest.param("ladder run --match 5", "--match; did you mean --matches?", id="--match"),
        pytest.param(
            "match furnace --bots gready,random", "'gready'; did you mean greedy?", id="near-bot"
        ),
        pytest.param(
            f"replay branch {REPLAY} --bot idle --turn 1 --seat -1", "0 to 99", id="seat-below"
        ),
        pytest.param(f"replay export {REPLAY} --out /nonexistent/x", "no folder", id="export-out"),
        pytest.param("serve --requests nan", "--requests: 'nan' is not a number", id="serve"),
    ],
)
def test_wrong_usage_is_a_sentence_and_exit_2(
    words: str, sentence: str, nothing_starts: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before a referee is started or a match is played."""
    assert code_of(words.replace("'", "").split()) == 2
    error = capsys.readouterr().err

    assert sentence in error
    assert error.startswith("bessemer: ")
    assert len(error.splitlines()) == 1


def test_only_a_player_of_the_ladder_can_be_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing enters the audit log for a name that nobody has."""
    where = ["--data", str(tmp_path)]
    assert main(["ladder", "create", "main", *where]) == 0
    assert main(["ladder", "remove", "nosuch", "--reason", "a test", *where]) == 1
    assert "there is no player 'nosuch'" in capsys.readouterr().err
    assert main(["ladder", "audit", *where]) == 0
    assert "nosuch" not in capsys.readouterr().out


# --- Ctrl-C --------------------------------------------------------------------------------------


def test_control_c_during_an_import_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Commands are imported inside of `main`."""

    def interrupted(_: str) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("bessemer.cli.console.arguments.import_module", interrupted)

    assert main(["match", "furnace"]) == 130
    assert capsys.readouterr().err == "bessemer: stopped\n"


def test_the_entry_point_imports_next_to_nothing() -> None:
    """So there is no long import in which Ctrl-C could not be caught."""
    program = (
        "import sys; before = set(sys.modules); import bessemer.cli.main; "
        "print(*sorted(name for name in set(sys.modules) - before if 'bessemer' in name))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["bessemer", "bessemer.cli", "bessemer.cli.main"]


def started(program: Path) -> bool:
    """Whether a sleeping bot has started, waiting for it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if Path(f"{program}.started").exists():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_is_stopped_says_so_once(number: int, tmp_path: Path) -> None:
    """As a terminal does it, to the whole group of processes; the bots end with it."""
    bot = tmp_path / "sleeper.py"
    bot.write_text(SLEEPER)
    with subprocess.Popen(
        [*COMMAND, "match", "furnace", "--bots", f"{bot},random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert started(bot)
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (130, "")
    # A referee for which a busy machine had no time says so, too.
    assert [line for line in err.splitlines() if STOOD_STILL not in line] == ["bessemer: stopped"]
    assert not command_lines(str(bot))


# --- output that nobody reads --------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["replay", "export", REPLAY], id="export"),
        pytest.param(["replay", "verify", *[REPLAY] * 20], id="verify"),
        pytest.param(["games"], id="games"),
        pytest.param(["games", "--json"], id="json"),
        pytest.param(["play", "--versus", "random", "--plain"], id="play"),
    ],
)
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    """`bessemer … | head -c 1`: no word on the standard error."""
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
        code = process.wait(60)

    assert (code, error) == (1, "")


def test_what_a_bot_prints_cannot_steer_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its escape codes are shown as signs, and its exit code is named."""
    bot = tmp_path / "painter.py"
    bot.write_text("print('\\x1b[2J' 'painted'); raise SystemExit(3)\n")

    assert main(["match", "furnace", "--bots", f"{bot},random"]) == 1
    error = capfd.readouterr().err
    assert "painted" in error
    assert "\x1b[2J" not in error
    assert "painter at seat 0 exited with code 3" in error
    assert "run(" not in error


def test_the_command_is_named_as_it_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what we print can be copied: a path, if the command is not on the PATH."""
    program = tmp_path / ".venv" / "bin" / "bessemer"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert output.own_command() == ".venv/bin/bessemer"
    monkeypatch.setenv("PATH", str(program.parent))
    assert output.own_command() == "bessemer"
    monkeypatch.setattr(sys, "argv", ["/somewhere/cli/main.py"])
    assert output.own_command() == "bessemer"

"""Commands that are stopped, or whose output nobody reads: the right exit code, and no traceback."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import pytest

from bessemer.cli.main import main
from tests.programs import command_lines
from tests.referees.in_process import STOOD_STILL
from tests.replays.make import FOLDER
from tests.running_processes import descendants, runs

COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")
BUSY: Final = re.compile(rf"analysing …|.*{STOOD_STILL}.*")
"""What a command may say on a machine that is busy."""
REPLAY: Final = FOLDER / "furnace" / "forfeited.replay"


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


def has_started(command: int, bot: Path) -> bool:
    """Whether a bot of a command has started, waiting for it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(runs(one, str(bot)) for one in descendants(command)):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_is_stopped_says_so_once(number: int, tmp_path: Path) -> None:
    """As a terminal does it, to the whole group of processes; the bots end with it."""
    bot = tmp_path / "sleeper.py"
    bot.write_text("import time; time.sleep(600)")
    with subprocess.Popen(
        [*COMMAND, "match", "furnace", "--bots", f"{bot},random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert has_started(process.pid, bot)
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (130, "")
    # A referee for which a busy machine had no time says so, too.
    assert [line for line in err.splitlines() if STOOD_STILL not in line] == ["bessemer: stopped"]
    assert not command_lines(str(bot))


def interrupted_during(
    module: str, program: Sequence[str], folder: Path | None = None
) -> tuple[int, list[str]]:
    """
    The exit code and what was said, after Ctrl-C while a program that tells its imports has `module`.

    The code is that which a shell reports. If Ctrl-C comes while a string is executed, as dataclasses and
    named tuples do in an import, Python ends itself by the signal at its exit, even where it was caught.
    """
    with subprocess.Popen(
        program,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if re.search(rf"\| +{re.escape(module)}$", line):
                break
        process.send_signal(signal.SIGINT)
        said = [line for line in process.stderr if not line.startswith("import time:")]
        code = process.wait(60)
    return 128 - code if code < 0 else code, said


@pytest.mark.parametrize(
    "module", ["argparse", "bessemer.cli.console.arguments", "grpc", "grpc.aio"]
)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param("match furnace --bots idle,idle --bank 60", id="match"),
        pytest.param("play --versus random --plain", id="play"),
        pytest.param("ladder run --bots idle,random --matches 500 --data stopped", id="ladder"),
        pytest.param("compare idle random --elo1 1", id="compare"),
    ],
)
def test_control_c_while_it_starts(words: str, module: str, tmp_path: Path) -> None:
    """Exit 130 and one word, in the middle of whichever import it comes."""
    program = [sys.executable, "-X", "importtime", *COMMAND[1:], *words.split()]
    code, said = interrupted_during(module, program, tmp_path)

    assert code == 130, said
    assert not [line for line in said if "Traceback" in line or "never retrieved" in line]


@pytest.mark.parametrize("module", ["collections", "re"])
def test_control_c_before_it_starts(module: str) -> None:
    """From the first import on: before that it is Python that starts."""
    script = "import sys; from bessemer.cli.entry import main; sys.exit(main())"
    program = [sys.executable, "-P", "-X", "importtime", "-c", script, "match", "furnace"]
    code, said = interrupted_during(module, program)

    assert code in (2, 130), said  # 2: the words were read before it was heard
    assert not [line for line in said if "Traceback" in line]


# --- output that nobody reads --------------------------------------------------------------------


@pytest.fixture(scope="module")
def ladder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty ladder in `ladder`."""
    folder = tmp_path_factory.mktemp("unread")
    assert main(["ladder", "create", "furnace", "--data", str(folder / "ladder")]) == 0
    return folder


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at-the-end", "at-once"])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--help",), id="help"),
        pytest.param(("ladder", "run", "--help"), id="help-of-one"),
        pytest.param(("--version",), id="version"),
        pytest.param(("games",), id="games"),
        pytest.param(("games", "--json"), id="games-json"),
        pytest.param(("replay", "export", str(REPLAY)), id="export"),
        pytest.param(("replay", "verify", *[str(REPLAY)] * 20), id="verify"),
        pytest.param(("replay", "verify", "--json", str(REPLAY)), id="verify-json"),
        pytest.param(("replay", "show", str(REPLAY)), id="show"),
        pytest.param(("replay", "analyse", "--json", str(REPLAY)), id="analyse"),
        pytest.param(("match", "furnace", "--bots", "idle,idle", "--json"), id="match"),
        pytest.param(("ladder", "standings", "--json", "--data", "ladder"), id="standings"),
        pytest.param(("play", "--versus", "random", "--plain"), id="play"),
    ],
)
def test_a_reader_that_has_seen_enough(words: Sequence[str], unbuffered: str, ladder: Path) -> None:
    """`bessemer … | head -c 10` says nothing of it."""
    with subprocess.Popen(
        [*COMMAND, *words],
        cwd=ladder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read().decode().splitlines()
        assert [] == [line for line in said if not BUSY.fullmatch(line)]
        is_help = words[-1] in ("--help", "--version")  # argparse calls one that nobody reads done
        assert process.wait(60) in ((0, 1) if is_help else (1,))

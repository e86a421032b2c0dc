"""
Wrong commands, each as it was typed: a sentence, exit 2 at once or 1, no traceback, and nothing started.

Wrong usage is tried in this process, where nothing can start unnoticed; what fails later, in a process of
its own, as the shell would start it.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NoReturn

import pytest

from bessemer.cli.console import output
from bessemer.cli.main import main
from tests.programs import needed_program
from tests.replays.make import FOLDER

COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")
REPLAY: Final = str(FOLDER / "furnace" / "forfeited.replay")
BOTS: Final = {
    "syntax_error.py": "def x(:\n",
    "no_import.py": "import nowhere\n",
    "dies.py": "import os\nos._exit(3)\n",
    "paints.py": "print('\\x1b[2J' 'painted')\nraise SystemExit(3)\n",
    "good/bot.py": "from bessemer.furnace import Bot, run\n"
    "class Mine(Bot):\n    def bid(self, view): return view.legal_bids()[0]\n"
    "    def plan(self, view): return view.default_move()\nrun(Mine)\n",
    "misspelt.py": "from bessemer.furnace import Bot, run\n"
    "class Mine(Bot):\n    def bids(self, view): return view.legal_bids()[0]\nrun(Mine)\n",
    "good/clients.py": "",
    "good/referee.py": "",
    "good/clients/__init__.py": "",
    "good/bots/__init__.py": "",
}


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
        pytest.param("compare random idle --data /proc/x", "--data: /proc/x", id="compare-data"),
        pytest.param("compare random idle --elo1 1e6", "from -2,000 to 2,000", id="elo1"),
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
        pytest.param("web --listen 127.0.0.1:0", "--listen (see bessemer web", id="--listen"),
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


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with bad bots, an empty ladder and a database that was never released."""
    folder = tmp_path_factory.mktemp("wrong")
    for name, program in BOTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(program, encoding="utf-8")
    for data in ("ladder", "old"):
        run("ladder", "create", "furnace", "--data", data, place=folder)
    with closing(sqlite3.connect(folder / "old" / "bessemer.sqlite3")) as database, database:
        database.execute("ALTER TABLE bessemer_schema RENAME TO schema_version")
    return folder


def run(*words: str, place: Path, under: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """The command in that folder, started by another one if that is named."""
    return subprocess.run(
        [*under, *COMMAND, *words],
        cwd=place,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("match furnace --bots random,idle --bank x", 2, "--bank: 'x' is not a number"),
        # What cannot be done.
        ("ladder standings --data old", 1, "from before the first release"),
        # Bots that do not play.
        ("match furnace --bots ./syntax_error.py,random", 1, "exited with code 1"),
        ("match furnace --bots ./no_import.py,random", 1, "No module named 'nowhere'"),
        ("match furnace --bots ./dies.py,random", 1, "exited with code 3"),
        (
            "match furnace --bots ./paints.py,random",
            1,
            "painted … paints at seat 0 exited with code 3",
        ),
        ("match furnace --bots ./good/bot.py,random", 0, ""),
        ("compare ./syntax_error.py random", 1, "no match can be made without syntax_error"),
        ("compare ./dies.py random", 1, "it exited with code 3"),
        ("ladder run --bots ./no_import.py,random --data run", 1, "without no_import"),
        ("ladder run --bots ./paints.py,random --data painted", 1, "it exited with code 3"),
    ],
)
def test_each_is_a_sentence_with_the_right_code(
    words: str, code: int, sentence: str, place: Path
) -> None:
    """The last line says it; no traceback of ours, and nothing that steers a terminal."""
    done = run(*words.split(), place=place)

    assert (done.returncode, bool(done.stderr)) == (code, code != 0), done.stderr
    assert all(part in done.stderr for part in sentence.split(" … "))
    assert "\x1b" not in done.stderr + done.stdout
    assert "does it end with run" not in done.stderr
    assert "paints" not in words or "run(" not in done.stderr
    # A traceback of the bot's own may be there: it ends with the bot's line.
    assert f"{os.sep}bessemer{os.sep}" not in done.stderr
    if code:
        last = done.stderr.splitlines()[-1]
        assert last.startswith("bessemer: ")
    if code == 2:
        assert len(done.stderr.splitlines()) == 1


def test_a_misspelt_method_is_said_before_the_match(place: Path) -> None:
    """It plays all the same."""
    done = run("match", "furnace", "--bots", "./misspelt.py,random", place=place)

    assert done.returncode == 0
    assert "has a method bids, which nobody calls: is it bid?" in done.stderr


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("match furnace --bots random,idle --out x.replay", 2, "'x.replay' cannot be written"),
        ("play --versus random --plain", 2, "name a file with --out"),
        ("ladder run --bots random,idle", 2, "--data: bessemer-data: Permission denied"),
        ("compare random idle", 2, "--data: bessemer-compare: Permission denied"),
        ("ladder create furnace", 1, "bessemer-data: Permission denied"),
        ("serve --log pretty", 2, "bessemer-data: Permission denied"),
        ("new my_bot", 1, "cannot write my_bot: Permission denied"),
        (f"replay export {REPLAY} --out x.json", 2, "'x.json' cannot be written"),
    ],
)
def test_a_folder_that_cannot_be_written(
    words: str, code: int, sentence: str, tmp_path: Path
) -> None:
    """One sentence with the name, at once; nothing is played for nothing."""
    tmp_path.chmod(0o555)
    try:
        done = run(*words.split(), place=tmp_path, under=without_privileges())
    finally:
        tmp_path.chmod(0o755)

    assert (done.returncode, done.stdout) == (code, "")
    assert sentence in done.stderr
    assert done.stderr.startswith("bessemer: ")
    assert len(done.stderr.splitlines()) == 1


def without_privileges() -> list[str]:
    """What lets the administrator, too, be refused by a folder's permissions."""
    if os.geteuid() != 0:
        return []
    setpriv = needed_program("setpriv", "being refused as the administrator")
    return [setpriv, "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"]


def test_a_certificate_that_no_client_could_use(tmp_path: Path) -> None:
    """It is refused when the referee starts, and not at every handshake."""
    openssl = needed_program("openssl", "making certificates")
    key = ("-newkey", "ed25519", "-nodes", "-keyout", "ed.key", "-out", "ed.pem")
    subprocess.run(
        [openssl, "req", "-x509", *key, "-subj", "/CN=localhost"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    done = run("serve", "--tls-cert", "ed.pem", "--tls-key", "ed.key", place=tmp_path)

    assert done.returncode == 2
    assert "Ed25519, which gRPC cannot use" in done.stderr


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

"""
Commands that people got wrong, each as it was typed: a sentence, the right exit code, no traceback.

A process for each, as the shell would start it. Most of what is refused before anything is started is in
`test_wrong_usage.py`, which checks that nothing was.
"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.programs import needed_program
from tests.replays.make import FOLDER

COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")
REPLAY: Final = FOLDER / "furnace" / "forfeited.replay"
BOTS: Final = {
    "syntax_error.py": "def x(:\n",
    "no_import.py": "import nowhere\n",
    "dies.py": "import os\nos._exit(3)\n",
    "paints.py": "print('\\x1b[2J' 'painted')\nraise SystemExit(3)\n",
    "good/bot.py": "from bessemer.furnace import Bot, run\n"
    "class Mine(Bot):\n    def bid(self, view): return view.legal_bids()[0]\nrun(Mine)\n",
    "misspelt.py": "from bessemer.furnace import Bot, run\n"
    "class Mine(Bot):\n    def bids(self, view): return view.legal_bids()[0]\nrun(Mine)\n",
    "good/clients.py": "",
    "good/referee.py": "",
    "good/clients/__init__.py": "",
    "good/bots/__init__.py": "",
}


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
        # Wrong usage, found before anything is started.
        ("match furnace --bots random,idle --bank x", 2, "--bank: 'x' is not a number"),
        ("compare random idle --data /proc/x", 2, "--data: /proc/x"),
        ("compare random idle --elo1 1e6", 2, "not a number from -2,000 to 2,000"),
        # What cannot be done.
        ("ladder standings --data old", 1, "from before the first release"),
        # Bots that do not play.
        ("match furnace --bots ./syntax_error.py,random", 1, "exited with code 1"),
        ("match furnace --bots ./no_import.py,random", 1, "No module named 'nowhere'"),
        ("match furnace --bots ./dies.py,random", 1, "exited with code 3"),
        ("match furnace --bots ./paints.py,random", 1, "exited with code 3"),
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
    assert sentence in done.stderr
    assert "\x1b" not in done.stderr + done.stdout
    assert "does it end with run" not in done.stderr
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


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at-the-end", "at-once"])
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("--help",), id="help"),
        pytest.param(("ladder", "run", "--help"), id="help-of-one"),
        pytest.param(("--version",), id="version"),
        pytest.param(("games", "--json"), id="games"),
        pytest.param(("replay", "export", str(REPLAY)), id="export"),
        pytest.param(("replay", "verify", "--json", str(REPLAY)), id="verify"),
        pytest.param(("replay", "show", str(REPLAY)), id="show"),
        pytest.param(("replay", "analyse", "--json", str(REPLAY)), id="analyse"),
        pytest.param(("match", "furnace", "--bots", "idle,idle", "--json"), id="match"),
        pytest.param(("ladder", "standings", "--json", "--data", "ladder"), id="standings"),
        pytest.param(("play", "--versus", "random", "--plain"), id="play"),
    ],
)
def test_a_reader_that_has_seen_enough(words: Sequence[str], unbuffered: str, place: Path) -> None:
    """`bessemer … | head -c 10` says nothing of it."""
    with subprocess.Popen(
        [*COMMAND, *words],
        cwd=place,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) in (0, 1)  # argparse calls a help that nobody reads done


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
def test_control_c_while_it_starts(words: str, module: str, place: Path) -> None:
    """Exit 130 and one word, in the middle of whichever import it comes."""
    with subprocess.Popen(
        [sys.executable, "-X", "importtime", *COMMAND[1:], *words.split()],
        cwd=place,
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

    assert code == 130, said
    assert not [line for line in said if "Traceback" in line or "never retrieved" in line]

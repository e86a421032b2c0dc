"""The bridge as a process: `lines:COMMAND` wherever a bot can be named."""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.bots.bot_names import UnknownBotName, bot_spec
from bessemer.cli.ladder.run_config import entrant_of
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from bessemer.lines.names import BadCommand, command_of
from tests.lines import programs
from tests.lines.programs import program
from tests.referees.in_process import House

BRIDGE = (sys.executable, "-P", "-m", "bessemer.lines")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bot(folder: Path, source: str) -> str:
    """A bot of this source, as it is named."""
    return f"lines:./{program(folder, source).words[-1].rpartition('/')[2]}"


def played(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any, str]:
    """Play; the exit code, the last line as JSON, and what went to standard error."""
    code = main([*words, "--json"])
    said = capfd.readouterr()
    return code, json.loads((said.out.splitlines() or ["null"])[-1]), said.err


@pytest.mark.parametrize("game", NAMES)
def test_programs_play_a_match_in_their_sandbox(
    game: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """One for each seat, or one for all that it has; without a fault."""
    one, many = bot(here, programs.FIRST), bot(here, programs.MANY)
    code, result, _ = played(capfd, "match", game, "--bots", f"{one},idle,{many}")

    assert 0 == code
    assert [None] * 3 == [seat["fault"] for seat in result["seats"]]


def test_a_crash_of_the_program_is_one_of_the_bot(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The command fails, and says how the program ended."""
    assert 1 == main(["match", "furnace", "--bots", f"{bot(here, programs.KILLED)},idle"])
    assert "was killed by SIGKILL before the match was over" in capfd.readouterr().err


def test_what_it_does_wrong_is_in_its_log(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An answer that is not offered is in the output of the bot, with the words that are."""
    main(["match", "furnace", "--bots", f"{bot(here, programs.GARBAGE)},idle"])
    assert "one word of" in capfd.readouterr().err


def test_a_program_is_asked_in_this_process(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """`bench strength` and `replay branch` ask it as well."""
    first = bot(here, programs.FIRST)
    code, result, _ = played(
        capfd, "bench", "strength", first, "idle", "--seats", "2", "--blocks", "1", "--seed", "1"
    )
    assert 0 == code
    assert 1 == result["blocks"]

    assert 0 == main(["match", "furnace", "--bots", "random,idle", "--out", "one.replay"])
    capfd.readouterr()
    code, branch, _ = played(
        capfd, "replay", "branch", "one.replay", "--compare", "--seat", "0", "--bot", first
    )
    assert 0 == code
    assert branch["decisions"]


@pytest.mark.asyncio
async def test_bot_connects_a_program_to_a_referee(house: House, here: Path) -> None:
    """`bessemer bot lines:… --connect` gives its seat to the program, and no token."""
    table = await house.organiser.create(2)
    source = programs.FIRST + 'print(os.environ.get("BESSEMER_TOKEN"), file=sys.stderr)\n'
    words = ["bot", bot(here, source), "--connect", house.address]
    place = ["--match", table.match_id, "--seat", "0"]
    environment = {**os.environ, "BESSEMER_TOKEN": table.tokens[0]}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bessemer.cli.main", *words, *place),
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )
    await house.play_well(table, 1)
    _, said = await process.communicate()

    assert 0 == process.returncode
    assert b"None" in said.splitlines()


def test_a_command_line_is_told_apart(here: Path) -> None:
    """Files that it names are made absolute; the first of them names the bot and its folder."""
    (here / "build").mkdir()
    script = here / "my bot.sh"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    (here / "depth.py").write_text("")

    plain = command_of("lines:'./my bot.sh' --depth=3")
    assert (str(script), "--depth=3") == plain.words
    assert ("my bot", here) == (plain.label, plain.folder)
    java = command_of("lines:env -i build Main")
    assert ("env", "-i", str(here / "build"), "Main") == java.words
    assert here == java.folder
    python = command_of("lines:depth.py")
    assert (sys.executable, str(here / "depth.py")) == python.words
    assert "env" == command_of("lines:env X=1").label


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("lines:", "names no program"),
        ("lines:./nothing", "there is no file ./nothing"),
        ("lines:no_such_program_here", "there is no program no_such_program_here in PATH"),
        ("lines:plain.txt", "lines:./plain.txt"),
        ("lines:./plain.txt", "is not executable: chmod"),
        ("lines:'", "No closing quotation"),
    ],
)
def test_a_command_that_cannot_run_is_refused_at_once(
    name: str, sentence: str, here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage, with a sentence that says what to do."""
    (here / "plain.txt").write_text("")
    with pytest.raises(BadCommand, match=sentence):
        command_of(name)
    with pytest.raises(UnknownBotName, match=sentence):
        bot_spec(name, ())
    assert 2 == main(["match", "furnace", "--bots", f"{name},idle"])
    assert 2 == main(["bench", "strength", name, "idle"])


def test_on_a_ladder_it_may_have_a_name_and_a_version(here: Path) -> None:
    """`NAME:VERSION=lines:COMMAND ARGS`, and without a name the program gives it one."""
    script = here / "mine.sh"
    script.write_text("")
    script.chmod(0o755)
    named = entrant_of("furnace", "deep:2@ada=lines:./mine.sh --depth=3")

    assert ("deep:2", "ada", here) == (named.name, named.author, named.folder)
    assert (*BRIDGE, str(script), "--depth=3") == named.command
    assert "mine" == entrant_of("furnace", "lines:./mine.sh --depth=3").name

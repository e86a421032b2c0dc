"""A program of the command line as the model; the bot that `bessemer new --kind llm` writes; the page."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from bessemer.text import ModelFailed, command_model
from tests.lines.pages import DOCS, block

PAGE = (DOCS / "text-bots.md").read_text(encoding="utf-8")


def python(program: str) -> str:
    """The command line of a Python program."""
    return shlex.join([sys.executable, "-S", "-c", program])


def answer_of(command: str, prompt: str = "prompt") -> str:
    """What a command answers."""

    async def ask() -> str:
        return await command_model(command)(prompt)

    return asyncio.run(ask())


def test_the_prompt_comes_in_and_the_answer_out() -> None:
    """However long it is, read or not."""
    long = "ä" * 300_000
    assert "300000" == answer_of(python("print(len(input()), end='')"), long)
    assert "1\n" == answer_of(python("print(1)"), long)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (python("raise SystemExit(3)"), "ended with code 3"),
        (python("while True: print('and ' * 1000)"), "wrote more than 256 KiB"),
        ("/no/such/model", "cannot run /no/such/model: No such file"),
    ],
)
def test_a_program_that_fails_is_named(command: str, why: str) -> None:
    """It is ended where it does not end."""
    with pytest.raises(ModelFailed, match=why):
        answer_of(command)


def test_a_program_that_is_not_waited_for_ends(tmp_path: Path) -> None:
    """As soon as the time is over."""
    told = tmp_path / "pid"
    os.mkfifo(told)
    program = python(
        f"import os, time; print(os.getpid(), file=open({str(told)!r}, 'w')); time.sleep(600)"
    )

    async def ask() -> int:
        asked = asyncio.ensure_future(command_model(program)("prompt"))
        pid = int(await asyncio.to_thread(told.read_text))  # as soon as it is written
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        return pid

    with pytest.raises(ProcessLookupError):
        os.kill(asyncio.run(ask()), 0)


def test_programs_are_started_without_grpcs_handlers() -> None:
    """They crash some of those that a bot starts; the setting is read when gRPC is imported."""
    program = "import os, bessemer.text; print(os.environ['GRPC_ENABLE_FORK_SUPPORT'])"
    own = {name: value for name, value in os.environ.items() if not name.startswith("GRPC")}
    done = subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, check=True)
    assert b"0\n" == done.stdout


def test_without_a_command_it_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the bot is made, not in the middle of a match."""
    monkeypatch.delenv("BESSEMER_MODEL_COMMAND", raising=False)
    with pytest.raises(ValueError, match="set BESSEMER_MODEL_COMMAND to the command"):
        command_model()


@pytest.mark.parametrize("game", NAMES)
def test_new_writes_a_bot_that_passes_its_test(game: str, tmp_path: Path) -> None:
    """Without a warning, and with nothing called like the template."""
    assert 0 == main(("new", "--kind", "llm", "--game", game, str(tmp_path / "ada")))
    texts = [path.read_text() for path in (tmp_path / "ada").iterdir()]
    assert 4 == len(texts)
    assert not any(re.search("my_bot|MyBot|my_game|MyGame", text) for text in texts)

    ended = subprocess.run(
        [sys.executable, "-W", "error", "-m", "unittest"],
        cwd=tmp_path / "ada",
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == ended.returncode, ended.stderr


def test_new_writes_it_in_python_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another language is refused."""
    assert 0 != main(("new", "--kind", "llm", "--language", "go", str(tmp_path / "ada")))
    assert "--kind llm writes Python" in capsys.readouterr().err
    assert not (tmp_path / "ada").exists()


def test_it_plays_a_match_with_the_command_of_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As a process of its own, at a real referee; its costs are on its standard error."""
    assert 0 == main(("new", "--kind", "llm", str(tmp_path / "ada")))
    monkeypatch.setenv("BESSEMER_MODEL_COMMAND", "echo 1")
    bots = f"{tmp_path}/ada/ada.py,random"
    match = ("match", "furnace", "--bots", bots, "--option", "rounds=3", "--seed", "3")
    assert 0 == main((*match, "--bank", "3600"))
    told = capfd.readouterr()
    assert re.search(r"match \S+: \d+ decisions, \d+ prompts, .* 0 without an answer", told.err)


def test_the_pages_bot_plays(tmp_path: Path) -> None:
    """By its own command."""
    (tmp_path / "my_bot.py").write_text(block("py", PAGE))
    ours = block("sh match", PAGE).replace("bessemer ", f"{sys.executable} -m bessemer.cli.main ")
    done = subprocess.run(
        ["sh", "-e", "-c", ours],  # noqa: S607 - from PATH
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    assert 1 == len(re.findall(r"│ +\d+ │ +\d+ │ my_bot ", done.stdout))
    assert "0 without an answer" in done.stderr

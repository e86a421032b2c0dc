"""What shells complete: every command and option that the parsers know, asked of the real shells."""

import os
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.command_tree import Command, commands
from bessemer.cli.main import main, parser
from tests.programs import needed_program
from tests.terminal.on_a_terminal import on_a_terminal

FOUND: Final = list(commands(parser()))
PATIENCE: Final = 60


@pytest.fixture
def script(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The script of the shell that the test names."""
    assert main(["completion", request.param]) == 0
    path = tmp_path / f"bessemer.{request.param}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def asked_of(command: Command) -> dict[str, set[str]]:
    """By what is typed, with the word that is not complete yet: what must be offered."""
    wanted = {}
    if command.below:
        wanted[f"{command.name} "] = set(command.below)
    flags = {flag for option in command.options for flag in option.flags if flag.startswith("--")}
    wanted[f"{command.name} --"] = flags
    for option in command.options:
        if option.choices:
            wanted[f"{command.name} {option.flags[-1]} "] = set(option.choices)
    return wanted


WANTED: Final = {typed: words for one in FOUND for typed, words in asked_of(one).items()}


def output(command: list[str], folder: Path) -> str:
    """What a shell prints; it must succeed and complain of nothing."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout


def test_there_is_much_to_complete() -> None:
    """Or the tests below would test nothing."""
    assert {"serve", "ladder", "backup"} <= WANTED["bessemer "]
    assert "--format" in WANTED["bessemer ladder run --"]
    assert "swiss" in WANTED["bessemer ladder run --format "]


@pytest.mark.parametrize("script", ["bash"], indirect=True)
def test_bash(script: Path, tmp_path: Path) -> None:
    """Its function is called as the shell calls it; files are offered where one is wanted."""
    (tmp_path / "a match.replay").touch()
    lines = [f". {shlex.quote(str(script))}"]
    for typed in [*WANTED, "bessemer replay verify a", "bessemer serve --data a", "bessemer lad"]:
        words = typed.split(" ")
        lines.append(f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}")
        lines.append('_bessemer; printf "%s|" "${COMPREPLY[@]}"; echo')
    bash = needed_program("bash", "its completion")
    offered = output([bash, "--norc", "-c", "\n".join(lines)], tmp_path).splitlines()

    for wanted, line in zip(WANTED.values(), offered, strict=False):
        assert wanted == set(line.split("|")) - {""}
    assert offered[len(WANTED) :] == ["a match.replay|", "a match.replay|", "ladder|"]


@pytest.mark.parametrize("script", ["fish"], indirect=True)
def test_fish(script: Path, tmp_path: Path) -> None:
    """By its own question; each is said with what it does."""
    fish = needed_program("fish", "its completion")
    asked = [f"complete -C {shlex.quote(typed)}; echo ---" for typed in WANTED]
    source = f"source {shlex.quote(str(script))}"
    shown = output([fish, "--no-config", "-c", "\n".join([source, *asked])], tmp_path)
    offered = shown.split("---\n")[:-1]

    for words, lines in zip(WANTED.values(), offered, strict=True):
        assert words == {line.split("\t")[0] for line in lines.splitlines()}
    assert "serve\trun a referee" in offered[0]


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh(script: Path, tmp_path: Path) -> None:
    """The function runs where zsh calls it; what it hands to zsh is what must be offered."""
    zsh = needed_program("zsh", "its completion")
    # What completion functions call, and what they hand over, without a terminal in between.
    stubs = [
        "compdef() { }",
        "_describe() { local name=$2; print -rl -- ${${(P)name}%%:*} }",
        "_files() { print -r -- FILES }",
        "_message() { print -r -- MESSAGE }",
        "compadd() { shift; print -rl -- $@ }",
    ]
    lines = [*stubs, f". {shlex.quote(str(script))}"]
    for typed in WANTED:
        words = typed.split(" ")
        lines.append(f"words=({shlex.join(words)}) CURRENT={len(words)} PREFIX={words[-1]!r}")
        lines.append("_bessemer; print -r -- ---")
    shown = output([zsh, "-f", "-c", "\n".join(lines)], tmp_path)
    offered = shown.split("---\n")[:-1]

    for (typed, wanted), said in zip(WANTED.items(), offered, strict=True):
        found = set(said.split())
        assert wanted == {word for word in found if word.startswith("--") or typed[-1] == " "}


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh_when_somebody_types(script: Path, tmp_path: Path) -> None:
    """With its own completion, at a prompt: the tab key does it."""
    zsh = needed_program("zsh", "its completion")
    with on_a_terminal("-f", "-i", place=tmp_path, program=[zsh]) as terminal:
        prepared = f"autoload -Uz compinit; compinit -u -d dump; . {script}"
        heard = "bessemer() { print -r -- \"<$*>\" }; print rea''dy"
        terminal.type(f"{prepared}\n{heard}\n".encode())
        terminal.read_until(b"ready")
        terminal.type(b"bessemer ladder run --form\tsw\t\n")
        assert b"<ladder run --format swiss>" in terminal.read_until(b"<ladder run --format swiss>")

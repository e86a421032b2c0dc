"""What shells complete: every command and option that the parsers know, asked of the real shells."""

import argparse
import os
import shlex
import subprocess
from pathlib import Path
from typing import Final

import pytest

from bessemer.bots.registry import BOTS
from bessemer.cli.console.arguments import LazyParser, every_command
from bessemer.cli.main import main, parser
from tests.programs import needed_program
from tests.terminal.on_a_terminal import on_a_terminal

PATIENCE: Final = 60
TYPED: Final = {
    "bessemer ladder run --form\tsw\t": b"<ladder run --format swiss>",
    "bessemer lad\tstan\t--cs\t": b"<ladder standings --csv>",
    "bessemer bot x --connect y --conc\t3": b"<bot x --connect y --concurrency 3>",
    "bessemer replay verify a\t": b"<replay verify a match.replay>",
    "bessemer completion z\t": b"<completion zsh>",
    "bessemer match brass --bots gre\t,ran\t": b"<match brass --bots greedy,random>",
}
"""By what is typed, with the tab key: how the command is called then."""


@pytest.fixture
def script(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Path:
    """The script of the shell that the test names."""
    assert main(["completion", request.param]) == 0
    path = tmp_path / f"bessemer.{request.param}"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def asked_of(command: LazyParser) -> dict[str, set[str]]:
    """By what is typed, with the word that is not complete yet: what must be offered."""
    wanted = {f"{command.prog} --": set[str]()}
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            wanted[f"{command.prog} "] = set(action.choices)
        elif action.help != argparse.SUPPRESS:
            flags = {flag for flag in action.option_strings if flag.startswith("--")}
            wanted[f"{command.prog} --"] |= flags
            if flags and action.choices:
                wanted[f"{command.prog} {action.option_strings[-1]} "] = set(action.choices)
    return wanted


WANTED: Final = {
    typed: words for one in every_command(parser()) for typed, words in asked_of(one).items()
}


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
        lines.append('COMPREPLY=(); _shtab_bessemer; printf "%s|" "${COMPREPLY[@]}"; echo')
    bash = needed_program("bash", "its completion")
    offered = output([bash, "--norc", "-c", "\n".join(lines)], tmp_path).splitlines()

    for wanted, line in zip(WANTED.values(), offered, strict=False):
        assert wanted == set(line.split("|")) - {""}
    assert offered[len(WANTED) :] == ["a match.replay|", "a match.replay|", "ladder|"]


@pytest.mark.parametrize("script", ["bash", "fish"], indirect=True)
def test_bots_are_offered_by_game(script: Path, tmp_path: Path) -> None:
    """All that play any game, or those of the game that the line names, after a comma too."""
    shell = script.suffix[1:]
    program = needed_program(shell, "its completion")
    lines, quoted = [f"source {shlex.quote(str(script))}"], shlex.quote
    asked = ["bessemer bot ", "bessemer match brass --bots greedy,", "bessemer compare "]
    for typed in asked:
        if shell == "fish":
            lines.append(f"complete -C {quoted(typed)}; echo ---")
        else:
            words = typed.split(" ")
            lines.append(f"COMP_WORDS=({shlex.join(words)}) COMP_CWORD={len(words) - 1}")
            lines.append('COMPREPLY=(); _shtab_bessemer; printf "%s\n" "${COMPREPLY[@]}" ---')
    plain = "--no-config" if shell == "fish" else "--norc"
    shown = output([program, plain, "-c", "\n".join(lines)], tmp_path).split("---\n")[:-1]
    every, brass, same = ({line.split("\t")[0] for line in lines.splitlines()} for lines in shown)

    assert every == same == {name for bots in BOTS.values() for name in bots}
    assert brass == {f"greedy,{name}" for name in BOTS["brass"]}


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
    assert "serve\tRun a referee" in shown


@pytest.mark.parametrize("script", ["zsh"], indirect=True)
def test_zsh(script: Path, tmp_path: Path) -> None:
    """Where somebody types, at a prompt, the tab key completes commands, options, values and files."""
    (tmp_path / "a match.replay").touch()
    zsh = needed_program("zsh", "its completion")
    with on_a_terminal("-f", "-i", place=tmp_path, program=[zsh]) as terminal:
        script.rename(tmp_path / "_bessemer")
        prepared = "fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -d dump"
        heard = "bessemer() { print -r -- \"<$*>\" }; print rea''dy"
        terminal.type(f"{prepared}\n{heard}\n".encode())
        terminal.read_until(b"ready")
        for typed, completed in TYPED.items():
            terminal.type(typed.encode() + b"\n")
            assert completed in terminal.read_until(completed)

"""What `--help` says: every command, every option, every example, over the real parsers."""

import argparse
import re
import shlex

import pytest

from bessemer.cli.console.arguments import every_command
from bessemer.cli.main import main, parser

PIPE_OR_FILE = ("|", "<", ">", "&&")


EVERY_COMMAND = {command.prog: command for command in every_command(parser())}
each_command = pytest.mark.parametrize("command", EVERY_COMMAND.values(), ids=EVERY_COMMAND)


def examples(command: argparse.ArgumentParser) -> list[list[str]]:
    """The words of each example of a command, without what a shell does with them."""
    text = (command.epilog or "").partition("examples:\n")[2].partition("\n\n")[0]
    return [shlex.split(line, comments=True) for line in text.splitlines()]


def own_words(words: list[str]) -> list[str]:
    """An example without variables of the environment, pipes and files that the shell opens."""
    begin = next(place for place, word in enumerate(words) if "=" not in word)
    end = next((place for place, word in enumerate(words) if word in PIPE_OR_FILE), len(words))
    return words[begin:end]


def test_the_walk_finds_the_commands() -> None:
    """Groups and what is below them, so that the other tests are about all of them."""
    assert {"bessemer", "bessemer serve", "bessemer ladder void"} <= EVERY_COMMAND.keys()
    assert {"bessemer replay branch", "bessemer bench engine"} <= EVERY_COMMAND.keys()
    assert len(EVERY_COMMAND) > 30


@each_command
def test_a_command_says_what_it_does_and_shows_examples(command: argparse.ArgumentParser) -> None:
    """A sentence, and at least one line of the command itself."""
    assert (command.description or "").endswith((".", "?"))
    assert any(command.prog in " ".join(words) for words in examples(command))


@each_command
def test_every_example_is_understood(
    command: argparse.ArgumentParser,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the command reads it: a renamed option is noticed here."""
    monkeypatch.chdir(tmp_path_factory.mktemp("examples"))
    for words in examples(command):
        program, *arguments = own_words(words)
        assert program == "bessemer"
        parser().parse_args(arguments)


def arguments(command: argparse.ArgumentParser) -> list[argparse.Action]:
    """What a command takes, but for other commands and --help."""
    left_out = (argparse._SubParsersAction, argparse._HelpAction)
    return [action for action in command._actions if not isinstance(action, left_out)]


@each_command
def test_every_argument_has_a_help(command: argparse.ArgumentParser) -> None:
    """It says what the argument is before it says anything about a default."""
    bare = [
        action.dest
        for action in arguments(command)
        if not action.help or action.help.startswith(("(", "default", "%(default"))
    ]

    assert [] == bare


@each_command
def test_every_option_names_its_default(command: argparse.ArgumentParser) -> None:
    """Whatever is used where an option with a value is not given; flags are off by default."""
    formatter = command._get_formatter()
    unnamed = [
        action.dest
        for action in arguments(command)
        if action.option_strings and action.nargs != 0 and not action.required
        if not isinstance(action.default, list) or action.default
        if not re.search(r"\((default: .+|no default)\)", formatter._expand_help(action), re.DOTALL)
    ]

    assert [] == unnamed


@each_command
def test_a_default_that_is_a_value_is_the_one_named(command: argparse.ArgumentParser) -> None:
    """What the help names is what is used."""
    formatter = command._get_formatter()
    for action in arguments(command):
        if not isinstance(action.default, (int, float)) or isinstance(action.default, bool):
            continue
        text = formatter._expand_help(action)
        assert f"default: {action.default}" in text


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`bessemer --help` ends with 0 and knows all commands."""
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    shown = capsys.readouterr().out

    assert ended.value.code == 0
    assert all(name.split()[1] in shown for name in EVERY_COMMAND if " " in name)

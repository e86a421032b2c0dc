"""What the commands' parsers share: lazy declaration, help with examples, and common arguments."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias

from bessemer.cli.console.output import error_line
from bessemer.cli.console.values import (
    BANK,
    CONCURRENCY,
    output_file,
    probability,
    seconds_or_none,
    whole,
)
from bessemer.engine.errors import BadOption
from bessemer.faces.language import LANGUAGES
from bessemer.suggestions import did_you_mean

DATA: Final = Path("bessemer-data")
"""The folder of a referee and its ladders, for all commands."""
Declaration: TypeAlias = Callable[[argparse.ArgumentParser], None]
"""Gives a parser its description, its examples, its arguments and the function that runs it."""


class WrongUsage(Exception):
    """The command line asks for what cannot be: exit code 2, before anything is started."""


class LazyParser(argparse.ArgumentParser):
    """
    The parser of a command, declared only when it is to be read.

    Commands import nearly everything, and every bot's process is started by one of them.
    """

    declaration: Declaration | None = None
    summary = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - argparse's own
        super().__init__(*args, **kwargs)
        # An abbreviation would mean something else, or nothing, once another option is added.
        self.allow_abbrev = False

    def declare(self) -> None:
        """Declare the command's arguments, once."""
        if self.declaration is not None:
            declaration, self.declaration = self.declaration, None
            declaration(self)

    def error(self, message: str) -> NoReturn:
        """End with 2 and one sentence, rather than with all that the command takes."""
        text = f"{message.removeprefix('argument ')} (see {self.prog} --help)"
        self.exit(2, f"{error_line(text, 2)}\n")

    def _print_message(self, message: str, file: Any = None) -> None:  # noqa: ANN401 - argparse's own
        """Print help; unlike argparse's own, a full disk is not passed over in silence."""
        (file or sys.stderr).write(message)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        self.declare()
        words = sys.argv[1:] if args is None else list(args)
        self._refuse_unknown_options(words)
        return super().parse_known_args(words, namespace)

    def _refuse_unknown_options(self, words: Sequence[str]) -> None:
        """Before anything else: what is missing is perhaps what is misspelt."""
        known = self._option_string_actions
        if any(one.nargs == argparse.REMAINDER for one in self._actions):
            return  # it takes whatever comes
        is_group = any(isinstance(one, argparse._SubParsersAction) for one in self._actions)  # noqa: SLF001
        for word in words:
            if word == "--" or (is_group and not word.startswith("-")):
                return
            name = word.partition("=")[0]
            if word.startswith("--") and " " not in name and name not in known:
                # Without the dashes, which make all options alike.
                meant = did_you_mean(name[2:], [one[2:] for one in known if one.startswith("--")])
                self.error(f"there is no option {name}{meant.replace('mean ', 'mean --')}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - argparse's own
        if action.choices is None or value in action.choices:
            return
        names = list(map(str, action.choices))
        hint = did_you_mean(value, names)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            raise argparse.ArgumentError(None, f"there is no command {value!r}{hint}")
        known = f"choose {names[0]}" if len(names) == 1 else f"choose from {', '.join(names)}"
        raise argparse.ArgumentError(action, f"there is no {value!r}{hint or f'; {known}'}")


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help that names the default of each option, and calls its value by its type: no declaration has to."""

    def _get_help_string(self, action: argparse.Action) -> str:
        text, default = action.help or "", action.default
        is_shown = default is not None and not isinstance(default, list) and str(default)
        if action.nargs == 0 or not is_shown or "(default: " in text:
            return text
        return f"{text} (default: %(default)s)"

    def _get_default_metavar_for_optional(self, action: argparse.Action) -> str:
        if metavar := getattr(action.type, "metavar", None):
            return str(metavar)
        if action.type in (output_file, probability):
            return "FILE" if action.type is output_file else "P"
        return super()._get_default_metavar_for_optional(action)


def add_commands(
    parent: argparse.ArgumentParser, commands: Mapping[str, tuple[str, str | Declaration]]
) -> None:
    """Add commands by name: a summary, and who declares each, as `module:function` or a function."""
    choices = parent.add_subparsers(
        required=True, metavar="COMMAND", title="commands", parser_class=LazyParser
    )
    for name, (summary, declaration) in commands.items():
        command = choices.add_parser(name, help=summary)
        command.summary = summary
        command.declaration = (
            _imported(declaration) if isinstance(declaration, str) else declaration
        )


def every_command(command: LazyParser) -> Iterator[LazyParser]:
    """A command and all below it, declared, in the order of `--help`."""
    command.declare()
    yield command
    for action in command._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for below in action.choices.values():
                yield from every_command(below)


def _imported(path: str) -> Declaration:
    module, _, function = path.partition(":")

    def declare(parser: argparse.ArgumentParser) -> None:
        getattr(import_module(module), function)(parser)

    return declare


def describe(
    command: argparse.ArgumentParser, description: str, examples: str, notes: str = ""
) -> None:
    """Give a command its help: what it does, examples to copy, and notes."""
    lines = "\n".join(f"  {line}" for line in examples.strip().splitlines())
    command.description = description
    command.epilog = f"examples:\n{lines}" + (f"\n\n{notes.strip()}" if notes else "")
    command.formatter_class = _Help


# --- arguments that several commands have --------------------------------------------------------


def add_game(command: argparse.ArgumentParser) -> None:
    """Let a command take a game."""
    from bessemer.engine.catalogue import GAMES

    command.add_argument(
        "--game", choices=sorted(GAMES), default="furnace", help="the game to play"
    )


def add_game_options(command: argparse.ArgumentParser) -> None:
    """Let a command take the options of a game."""
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, see `bessemer games`; NAME=@FILE reads the value from a file; "
        "may be repeated",
    )


def read_game_options(texts: Sequence[str]) -> dict[str, str]:
    """
    The options of a game by name.

    Raises:
        BadOption: not of this form, given twice, or a file that cannot be read.
    """
    options: dict[str, str] = {}
    for text in texts:
        name, is_pair, value = text.partition("=")
        if not is_pair:
            raise BadOption(f"--option takes NAME=VALUE, not {text!r}", option=text)
        if name in options:
            raise BadOption(f"option {name} is given twice", option=name)
        options[name] = _from_file(name, value[1:]) if value.startswith("@") else value
    return options


def _from_file(name: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadOption(f"option {name}: cannot read {path}: {error}", option=name) from None


def add_clock(
    command: argparse.ArgumentParser,
    bank: float | None,
    increment: float,
    meaning: str = "%(default)s",
) -> None:
    """Let a command set the clock of its matches; `meaning` tells what its default bank means."""
    command.add_argument(
        "--bank",
        type=BANK,
        default=bank,
        help=f"thinking time of each seat for the whole match (default: {meaning})",
    )
    command.add_argument(
        "--increment",
        type=seconds_or_none(),
        default=increment,
        help="thinking time added for each decision",
    )


def add_people_clock(command: argparse.ArgumentParser) -> None:
    """Let a command set the clock of people on a ladder."""
    from bessemer.ladder.ladder import PEOPLE_CLOCK

    add = command.add_argument
    add(
        "--people-bank",
        type=BANK,
        default=PEOPLE_CLOCK.bank,
        help="the same for people, who were added with `player add --person`",
    )
    add(
        "--people-increment",
        type=seconds_or_none(),
        default=PEOPLE_CLOCK.increment,
        help="thinking time added for each decision of a person",
    )
    add(
        "--people-strikes",
        type=whole(1000),
        default=PEOPLE_CLOCK.strike_limit,
        help="timeouts after which a person forfeits",
    )
    add(
        "--people-away",
        type=seconds_or_none(),
        default=PEOPLE_CLOCK.away_limit,
        help="how long others wait for a person without a connection, who then forfeits; 0 for no "
        "limit (default: %(default)s)",
    )


def add_resignation(command: argparse.ArgumentParser) -> None:
    """Let a command say what a resignation does on a ladder."""
    command.add_argument(
        "--resignation-ends",
        action="store_true",
        help="a match is over once all seats but one have resigned or forfeited (default: the others "
        "play on, and default moves are made for who resigned)",
    )


def add_folder(command: argparse.ArgumentParser, what: str) -> None:
    """Let a command name the folder of a referee and its ladders, which is the same by default for all."""
    command.add_argument("--data", type=Path, default=DATA, metavar="DIR", help=what)


def add_data(command: argparse.ArgumentParser, what: str) -> None:
    """Let a command say where a referee or a ladder keeps its data."""
    add_folder(command, what)
    add = command.add_argument
    add(
        "--database",
        default="",
        metavar="URL",
        help="a PostgreSQL database, postgresql://… (default: SQLite in the folder)",
    )


def add_json(command: Any) -> None:  # noqa: ANN401 - a parser, or a group of one
    """Let a command answer to a program."""
    command.add_argument(
        "--json", action="store_true", help="print one JSON object on the last line"
    )


def add_language(command: argparse.ArgumentParser) -> None:
    """Declare the language that a person reads."""
    command.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        help="the language: en, pl or pt (default: $BESSEMER_LANG, or the system's)",
    )


def add_replay_file(command: argparse.ArgumentParser) -> None:
    """Let a command take a replay."""
    command.add_argument("file", metavar="FILE", help="a replay; - reads the standard input")


def add_bots(command: argparse.ArgumentParser) -> None:
    """Let a command take the bots of a ladder."""
    from bessemer.bots.registry import names_by_game

    add = command.add_argument
    add(
        "--bots",
        metavar="A,B,…",
        help=f"shipped bots by name ({names_by_game()}), or files such as ./my_bot.py (default: all "
        "shipped bots of the game, unless --bot is given)",
    )
    add(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a bot by its command line; NAME:VERSION=COMMAND for one of its versions, each rated on "
        "its own, NAME@AUTHOR=COMMAND says who wrote it; may be repeated",
    )


def add_thinkers(command: argparse.ArgumentParser) -> None:
    """Let a command say how many bots may think at once."""
    command.add_argument(
        "--thinkers",
        type=whole(1024),
        help="bots that think at the same time, however many matches are played; the others wait, on "
        "nobody's clock (default: one for each processor)",
    )


def add_sandbox(command: argparse.ArgumentParser) -> None:
    """Let a command say what the bots' processes may use."""
    add = command.add_argument
    add(
        "--concurrency",
        type=CONCURRENCY,
        default=8,
        help="matches that each bot plays at the same time",
    )
    add_thinkers(command)
    add(
        "--ponder",
        action="store_true",
        help="bots may also compute while they have no decision to answer (default: they are paused)",
    )
    add(
        "--memory",
        type=whole(1 << 20),
        default=2048,
        metavar="MIB",
        help="memory limit of each bot in MiB",
    )
    add(
        "--cpu",
        type=whole(30 * 86_400),
        default=14_400,
        metavar="SECONDS",
        help="processor time limit of each bot's process; it is then restarted",
    )
    add(
        "--readable",
        action="append",
        type=Path,
        default=[],
        metavar="PATH",
        help="a file or folder that bots may read in addition to their own files; may be repeated",
    )

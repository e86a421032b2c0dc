"""
A bot of your own in this process: whatever its file gives to `run`.

The same file is a program for `bessemer match`. Here it is executed as that program would be, but
where it calls `run(MyBot)`, it hands over how its bots are made and plays nothing.
"""

import os
import random
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple, NoReturn

from bessemer.lines.names import BadCommand, command_of, speaks_lines
from bessemer.sdk.bot import Bot, instead_of_running
from bessemer.sdk.program.bot_checks import UnusableBot, check_game, make_bot
from bessemer.sdk.program.parameters import changed, numbers_of, with_params

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME: Final = 40
_NUMBERS: Final = " --"


def is_file_name(name: str) -> bool:
    """
    Whether a bot is named by its file or by its command.

    `./my_bot.py`, `./my_bot.py --depth 3`, `lines:./a.out`.
    """
    file = name.partition(_NUMBERS)[0]
    return file.endswith(".py") or "/" in file or os.sep in file or speaks_lines(name)


def file_and_numbers(name: str) -> tuple[str, list[str]]:
    """
    The file in a bot's name, and the numbers that follow it: `./my_bot.py --depth 3`.

    Raises:
        UnusableBot: what follows is not as a command line is written.
    """
    file, mark, rest = name.partition(_NUMBERS)
    try:
        return file.rstrip(), shlex.split(f"{mark}{rest}")
    except ValueError as error:
        raise UnusableBot(f"{name!r}: {error}") from None


def short_name(name: str) -> str:
    """
    The name in matches and replays of a bot that is named by its file; others keep theirs.

    Raises:
        BadCommand: it speaks lines, and there is no such program.
        UnusableBot: what follows its file is not as a command line is written.
    """
    if not is_file_name(name):
        return name
    if speaks_lines(name):
        label = command_of(name).label
    else:
        file, words = file_and_numbers(name)
        label = "-".join([Path(file).resolve().stem, *(word.removeprefix("--") for word in words)])
    return _ODD.sub("-", label)[:_LONGEST_NAME]


def own_bot(game: str, name: str, rng: random.Random) -> Bot:
    """
    The bot in the file `name`, for one seat of one match.

    What it draws from Python's `random` follows from `rng`, as it does from the seed that its
    program is given.

    Raises:
        UnusableBot: there is none, it cannot be made, or it plays another game.
    """
    if speaks_lines(name):
        return _line_bot(name, rng)
    file, words = file_and_numbers(name)
    path = Path(file).resolve()
    if not path.is_file():
        raise UnusableBot(f"there is no file {file}")
    if path.suffix != ".py":
        raise UnusableBot(
            f"{file} is not a .py file: bots are asked in this process here; "
            "`bessemer match` and `bessemer compare` play programs of any kind, and lines:COMMAND is a "
            "program that reads and writes lines"
        )
    program = _loaded(path)
    random.seed(rng.getrandbits(64))
    try:
        bot = make_bot(with_params(program.new_bot, changed(program.params, words)))
        check_game(bot, game)
    except UnusableBot as error:
        raise UnusableBot(f"{file}: {error}") from error.__cause__
    return bot


def numbers_of_file(name: str) -> Mapping[str, int | float]:
    """
    The numbers of the bot in a file, and what they are there.

    Raises:
        UnusableBot: it has none.
    """
    path = Path(name).resolve()
    if not path.is_file():
        raise UnusableBot(f"there is no file {name}")
    params = _loaded(path).params
    if params is None:
        raise UnusableBot(f"{name} has no numbers: it must end with run(MyBot, params=Params())")
    return numbers_of(params)


def _line_bot(name: str, rng: random.Random) -> Bot:
    from bessemer.lines.line_bot import LineBot, LinePrograms  # noqa: PLC0415 - few need it

    try:
        command = command_of(name)
    except BadCommand as error:
        raise UnusableBot(str(error)) from None
    return LineBot(LinePrograms(command, {"BESSEMER_SEED": str(rng.getrandbits(64))}))


class _Program(NamedTuple):
    """What a file gives to `run`."""

    new_bot: Callable[..., Bot]
    params: Any
    """The numbers that it takes, or nothing."""


class _HandedOver(BaseException):
    """The file has called `run`. No `except Exception` of its own may catch this."""

    def __init__(self, program: _Program) -> None:
        super().__init__()
        self.program = program


def _hand_over(new_bot: Callable[..., Bot], params: Any) -> NoReturn:  # noqa: ANN401 - any dataclass
    raise _HandedOver(_Program(new_bot, params))


@cache
def _loaded(path: Path) -> _Program:
    """What the file gives to `run`."""
    folder, program = str(path.parent), ModuleType("__main__")
    program.__file__ = str(path)
    former = sys.modules["__main__"], sys.argv
    _forget_helpers(path.parent)
    os._exit = _exit_unless_of_a_bot
    sys.modules["__main__"], sys.argv = program, [str(path)]
    sys.path.insert(0, folder)
    try:
        with instead_of_running(_hand_over):
            exec(compile(path.read_bytes(), str(path), "exec"), vars(program))  # noqa: S102 - the user's own
    except _HandedOver as handed:
        return handed.program
    except SystemExit as end:
        raise UnusableBot(f"{path.name} ends with {end.code!r} before it calls run(…)") from None
    except Exception as error:
        raise UnusableBot(
            f"{path.name} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    finally:
        sys.modules["__main__"], sys.argv = former
        sys.path.remove(folder)
        # Last, for what a bot imports later: a random.py beside it must not replace Python's own.
        sys.path.append(folder)
    raise UnusableBot(f"{path.name} has no bot: it must end with run(MyBot), see `bessemer new`")


def _exit_unless_of_a_bot(status: int) -> NoReturn:
    """End the process, as `os._exit`; a bot that is asked in it ends nothing but its own answer."""
    caller = Path(sys._getframe(1).f_code.co_filename)  # noqa: SLF001 - there is no other way
    if caller.parent in _FOLDERS:
        raise RuntimeError(f"{caller.name} ended its process by os._exit({status})")
    _EXIT(status)


def _forget_helpers(folder: Path) -> None:
    """Let a bot import its own modules, not those of the same name beside a bot loaded before."""
    for name in [name for name in sys.modules if _lies_beside_another_bot(name, folder)]:
        del sys.modules[name]
    _FOLDERS.add(folder)


_EXIT: Final = os._exit
_FOLDERS: Final[set[Path]] = set()
"""Where the bots loaded so far lie."""


def _lies_beside_another_bot(module: str, folder: Path) -> bool:
    file = getattr(sys.modules.get(module.partition(".")[0]), "__file__", None)
    if file is None:
        return False
    path = Path(file)
    home = path.parent.parent if path.name == "__init__.py" else path.parent
    return home != folder and home in _FOLDERS

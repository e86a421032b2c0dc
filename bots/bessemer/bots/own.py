"""
A bot of your own in this process: whatever its file gives to `run`.

The same file is a program for `bessemer match`. Here it is executed as that program would be, but
where it calls `run(MyBot)`, it hands over how its bots are made and plays nothing.
"""

import os
import random
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final, NoReturn

from bessemer.lines.names import BadCommand, command_of, speaks_lines
from bessemer.sdk.bot import Bot, instead_of_running
from bessemer.sdk.program.bot_checks import UnusableBot, check_game, make_bot

_ODD: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME: Final = 40


def is_file_name(name: str) -> bool:
    """Whether a bot is named by its file, `./my_bot.py`, or by its command, `lines:./a.out`."""
    return name.endswith(".py") or "/" in name or os.sep in name or speaks_lines(name)


def short_name(name: str) -> str:
    """
    The name in matches and replays of a bot that is named by its file; others keep theirs.

    Raises:
        BadCommand: it speaks lines, and there is no such program.
    """
    if not is_file_name(name):
        return name
    stem = command_of(name).label if speaks_lines(name) else Path(name).resolve().stem
    return _ODD.sub("-", stem)[:_LONGEST_NAME]


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
    path = Path(name).resolve()
    if not path.is_file():
        raise UnusableBot(f"there is no file {name}")
    if path.suffix != ".py":
        raise UnusableBot(
            f"{name} is not a .py file: bots are asked in this process here; "
            "`bessemer match` and `bessemer compare` play programs of any kind, and lines:COMMAND is a "
            "program that reads and writes lines"
        )
    new_bot = _loaded(path)
    random.seed(rng.getrandbits(64))
    try:
        bot = make_bot(new_bot)
        check_game(bot, game)
    except UnusableBot as error:
        raise UnusableBot(f"{name}: {error}") from error.__cause__
    return bot


def _line_bot(name: str, rng: random.Random) -> Bot:
    from bessemer.lines.line_bot import LineBot, LinePrograms  # noqa: PLC0415 - few need it

    try:
        command = command_of(name)
    except BadCommand as error:
        raise UnusableBot(str(error)) from None
    return LineBot(LinePrograms(command, {"BESSEMER_SEED": str(rng.getrandbits(64))}))


class _HandedOver(BaseException):
    """The file has called `run`. No `except Exception` of its own may catch this."""

    def __init__(self, new_bot: Callable[[], Bot]) -> None:
        super().__init__()
        self.new_bot = new_bot


def _hand_over(new_bot: Callable[[], Bot]) -> NoReturn:
    raise _HandedOver(new_bot)


@cache
def _loaded(path: Path) -> Callable[[], Bot]:
    """The maker of bots that the file gives to `run`."""
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
        return handed.new_bot
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

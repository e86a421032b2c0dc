"""
`bot.toml`: what a submission is, and how it is built and run.

It is written by strangers and read by the referee, so it is small and everything in it is checked.
"""

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.submissions.records import Runtime
from bessemer.suggestions import did_you_mean

FILE: Final = "bot.toml"
MOST_BYTES: Final = 16 * 1024

_KEYS: Final = ("name", "game", "run", "build", "runtime", "requirements", "challenges")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_LONGEST: Final = 1000
_MOST_COMMANDS: Final = 20
LINES: Final = "lines:"


class BadManifest(ValueError):
    """The manifest is not as it should be; `key` is what is wrong, "" for all of it."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


class Manifest(NamedTuple):
    """What a manifest says."""

    name: str
    game: str
    run: str
    """The command line of the bot; with `lines:` before it, one that speaks lines."""
    build: tuple[str, ...]
    """The command lines that build it, in their order."""
    runtime: Runtime
    requirements: str
    """The file with the Python packages that it needs; "" if it needs none."""
    challenges: bool = False
    """Whether others may ask for unrated matches with it."""

    @property
    def speaks_lines(self) -> bool:
        """Whether it reads and writes lines."""
        return self.run.startswith(LINES)

    @property
    def words(self) -> list[str]:
        """The words of its command line."""
        return shlex.split(self.run.removeprefix(LINES))

    @property
    def is_built(self) -> bool:
        """Whether anything has to be done before it can run."""
        return bool(self.build or self.requirements)


def read_manifest(content: bytes) -> Manifest:
    """
    The manifest in a file.

    Raises:
        BadManifest: it is none; the message names the key and says what to do.
    """
    if len(content) > MOST_BYTES:
        raise BadManifest(f"{FILE} has more than {MOST_BYTES >> 10} KiB")
    try:
        found = tomllib.loads(content.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadManifest(f"{FILE} is not text in UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadManifest(f"{FILE} is not TOML: {error}") from None
    for key in found:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f": there are {', '.join(_KEYS)}"
            raise BadManifest(f"{FILE} has no key {key[:40]!r}{hint}", key[:40])
    name, game, run = (_text(found, key) for key in ("name", "game", "run"))
    if not _NAME.fullmatch(name):
        raise BadManifest(
            "a name has 1 to 40 letters, digits, '-', '_' or '.', and begins with a letter or a digit",
            "name",
        )
    if game not in NAMES:
        hint = did_you_mean(game, NAMES) or f": there are {', '.join(NAMES)}"
        raise BadManifest(f"there is no game {game[:40]!r}{hint}", "game")
    build = _commands(found)
    words = _words(run.removeprefix(LINES), "run")
    runtime = _runtime(found, words)
    requirements = _file(found, "requirements")
    if requirements and runtime is not Runtime.PYTHON:
        raise BadManifest('requirements are for the runtime "python"', "requirements")
    challenges = found.get("challenges", False)
    if not isinstance(challenges, bool):
        raise BadManifest("challenges is true or false: write challenges = true", "challenges")
    return Manifest(name, game, run, build, runtime, requirements, challenges)


def _text(found: Mapping[str, Any], key: str, *, default: str | None = None) -> str:
    value = found.get(key, default)
    if value is None:
        raise BadManifest(f'{FILE} does not say {key}: write {key} = "…"', key)
    if not isinstance(value, str):
        raise BadManifest(f'{key} is a text: write {key} = "…"', key)
    if len(value) > _LONGEST:
        raise BadManifest(f"{key} has more than {_LONGEST} characters", key)
    if any(not one.isprintable() for one in value):
        raise BadManifest(f"{key} has a character that cannot be printed", key)
    return value


def _commands(found: Mapping[str, Any]) -> tuple[str, ...]:
    value = found.get("build", ())
    commands: Sequence[Any] = [value] if isinstance(value, str) else value
    if not isinstance(commands, list | tuple) or len(commands) > _MOST_COMMANDS:
        raise BadManifest(
            f'build is a command line, or a list of at most {_MOST_COMMANDS}: build = "make"',
            "build",
        )
    for command in commands:
        _words(_text({"build": command}, "build"), "build")
    return tuple(commands)


def _words(command: str, key: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadManifest(f"{key} is not a command line: {error}", key) from None
    if not words:
        raise BadManifest(f"{key} is empty: it needs a command line", key)
    return words


def _runtime(found: Mapping[str, Any], words: Sequence[str]) -> Runtime:
    default = Runtime.PYTHON if words[0].endswith(".py") else Runtime.COMMAND
    value = _text(found, "runtime", default=default)
    try:
        return Runtime(value)
    except ValueError:
        raise BadManifest(
            f"there is no runtime {value[:40]!r}: there are {', '.join(Runtime)}", "runtime"
        ) from None


def _file(found: Mapping[str, Any], key: str) -> str:
    value = _text(found, key, default="")
    path = PurePosixPath(value)
    if value and (path.is_absolute() or ".." in path.parts):
        raise BadManifest(f"{key} is a file inside the folder, such as {path.name}", key)
    return value

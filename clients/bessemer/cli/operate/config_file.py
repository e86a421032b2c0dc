"""
What holds for `bessemer serve`, and where each setting comes from.

A flag wins over the environment (`BESSEMER_SERVE_DRAIN_TIMEOUT`), that over the configuration file
(`drain-timeout`), and that over the default. The names are those of the flags, everywhere.
"""

import argparse
import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.console.flag_values import converted, flags_of, is_list, is_switch
from bessemer.suggestions import did_you_mean

FILE: Final = "bessemer.toml"
PREFIX: Final = "BESSEMER_SERVE_"
_LISTEN: Final = "127.0.0.1:7777"
"""The address that a referee listens on by default."""
_CONFIG: Final = "config"
_TRUE: Final = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class Unset:
    """The default of a flag that was not given; it reads like the default in the help."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __str__(self) -> str:
        return str(self.value)


class ConfigSetting(NamedTuple):
    """A value, and where it comes from: a flag, the environment, a line of a file, the default."""

    value: Any
    source: str


def mark_defaults(command: argparse.ArgumentParser) -> None:
    """From now on a flag that was not given can be told from one that was given its default."""
    for action in flags_of(command).values():
        if action.default is not None:
            action.default = Unset(action.default)


def settings_of(
    args: argparse.Namespace,
    command: argparse.ArgumentParser,
    environment: Mapping[str, str] = os.environ,
) -> dict[str, ConfigSetting]:
    """
    All settings by their names, the flags' without the dashes.

    Raises:
        WrongUsage: a key, a variable or a value that cannot be; the message says where it stands.
    """
    flags = flags_of(command)
    given = _from_environment(environment, flags)
    path = args.config if args.config is not None else environment.get(f"{PREFIX}CONFIG")
    in_file = _from_file(path, flags)
    found = {}
    for name, action in flags.items():
        value = getattr(args, action.dest)
        if value is not None and not isinstance(value, Unset):
            found[name] = ConfigSetting(value, f"--{name}")
        elif name in given:
            found[name] = given[name]
        elif name in in_file:
            found[name] = in_file[name]
        else:
            default = value.value if isinstance(value, Unset) else value
            if name == "listen":  # argparse would add to a default, not put another in its place
                default = [_LISTEN]
            found[name] = ConfigSetting(default, "default")
    return found


def apply_settings(args: argparse.Namespace, settings: Mapping[str, ConfigSetting]) -> None:
    """Have `args` say what holds."""
    for name, setting in settings.items():
        setattr(args, name.replace("-", "_"), setting.value)


def _from_environment(
    environment: Mapping[str, str], flags: Mapping[str, argparse.Action]
) -> dict[str, ConfigSetting]:
    found = {}
    for variable, text in environment.items():
        if not variable.startswith(PREFIX) or variable == f"{PREFIX}CONFIG":
            continue
        name = variable.removeprefix(PREFIX).lower().replace("_", "-")
        if name not in flags:
            known = [PREFIX + flag.upper().replace("-", "_") for flag in flags]
            raise WrongUsage(f"{variable} is no setting{did_you_mean(variable, known)}")
        value: object = text
        if is_switch(flags[name]):
            value = _TRUE.get(text.lower(), text)
        elif is_list(flags[name]):
            value = text.replace(",", " ").split()
        found[name] = ConfigSetting(converted(flags[name], value, variable), variable)
    return found


def _from_file(
    path: Path | str | None, flags: Mapping[str, argparse.Action]
) -> dict[str, ConfigSetting]:
    """The settings in a file: the one that is named, or the one of the usual name if it exists."""
    if path is None and not Path(FILE).is_file():
        return {}
    if path is not None and not str(path):
        return {}
    file = Path(path or FILE)
    try:
        text = file.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except OSError as error:
        raise WrongUsage(f"--config: {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WrongUsage(f"{file} is no TOML: {error}") from None
    found = {}
    for key, value in content.items():
        place = f"{file}:{_line_of(key, text)}"
        if key not in flags:
            hint = did_you_mean(key, flags) or "; the keys are the flags of serve"
            raise WrongUsage(f"{place}: {key} is no setting{hint}")
        setting = converted(flags[key], value, f"{place}: {key}")
        if isinstance(setting, Path):
            setting = file.parent / setting
        found[key] = ConfigSetting(setting, place)
    return found


def _line_of(key: str, text: str) -> int:
    """The line of a key, or of the table of that name; from 1."""
    pattern = re.compile(rf"\s*(\[+\s*)?[\"']?{re.escape(key)}[\"']?\s*[=.\]]")
    lines = enumerate(text.splitlines(), start=1)
    return next((number for number, line in lines if pattern.match(line)), 1)

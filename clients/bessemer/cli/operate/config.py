"""`bessemer config`: what holds for a referee that is served here, and where it comes from."""

import argparse
import json
from typing import Final

from bessemer.cli.console.arguments import add_commands, add_json, describe

_EXAMPLES: Final = """\
bessemer config show                             # what `bessemer serve` would do here
bessemer config show --config /etc/bessemer/bessemer.toml
bessemer config show --json | tail -n 1
"""
_NOTES: Final = """\
A flag wins over the environment (BESSEMER_SERVE_DRAIN_TIMEOUT), that over the configuration file
(drain-timeout), and that over the default. Takes all flags of `bessemer serve`.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Show the settings of a referee.", _EXAMPLES)
    add_commands(command, {"show": ("show each setting, and where it comes from", _add_show)})


def _add_show(command: argparse.ArgumentParser) -> None:
    from bessemer.cli.operate.serve import add_settings

    describe(
        command,
        "Show the settings that `bessemer serve` would use here, and where they come from.",
        _EXAMPLES,
        _NOTES,
    )
    add_settings(command)
    add_json(command)
    command.set_defaults(run=lambda args: _show(args, command))


def _show(args: argparse.Namespace, command: argparse.ArgumentParser) -> int:
    from bessemer.cli.operate.config_file import settings_of
    from bessemer.printable import printable
    from bessemer.rpc.ops.logs import without_secrets

    settings = settings_of(args, command)
    if args.json:
        plain = {
            name: {"value": _plain(setting.value), "source": setting.source}
            for name, setting in settings.items()
        }
        print(without_secrets(json.dumps({"settings": plain}, ensure_ascii=False)))
        return 0
    width = max(map(len, settings))
    for name, (value, source) in settings.items():
        shown = json.dumps(_plain(value), ensure_ascii=False)
        print(printable(without_secrets(f"{name:<{width}}  {shown:<28}  {source}")))
    return 0


def _plain(value: object) -> object:
    if isinstance(value, list):
        return list(map(str, value))
    return value if isinstance(value, bool | int | float | str | None) else str(value)

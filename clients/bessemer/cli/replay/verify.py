"""`bessemer replay verify`: play matches again and report the first difference."""

import argparse
import json
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import WrongUsage, add_json, describe
from bessemer.cli.replay.sources import NOTES, add_connection, replay_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bessemer.replays.verify import Verification

_EXAMPLES: Final = """\
bessemer replay verify match.replay
bessemer replay verify matches/*.replay
bessemer replay verify --key bessemer-data/replay-key.pub match.replay
bessemer replay verify --json - < match.replay | tail -n 1
"""
_NOTES: Final = """\
Exit code 0 if every replay follows the rules, otherwise 1. A replay that another build wrote, in a format or
by rules that this one does not have, is not checked: it is marked "skip", not "bad". The rules do not say who played: a referee
signs its replays, and with --key only replays that it has signed pass. The public key of a referee is in
replay-key.pub in its data folder; GetReplayKey returns it as well.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play matches again by the rules and report the first difference.",
        _EXAMPLES,
        f"{_NOTES}\n{NOTES}",
    )
    add_connection(command)
    command.add_argument(
        "files", nargs="+", metavar="FILE", help="replays; - reads the standard input"
    )
    command.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="KEY",
        help="a referee's public key, 64 hexadecimal digits or a file with them: only replays that "
        "it signed pass (may be repeated)",
    )
    command.add_argument(
        "--details",
        action="store_true",
        help="also say who brought what to the seed, and who signed",
    )
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Verify each replay."""
    with replay_files(args, args.files) as files:
        return _run(args, dict(zip(args.files, files, strict=True)))


def _run(args: argparse.Namespace, files: "Mapping[str, str]") -> int:
    """Verify these files, each called by its name."""
    from rich.console import Console
    from rich.progress import track
    from rich.text import Text

    from bessemer.printable import printable

    keys = _keys(args.key)
    console, progress = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    hidden = len(args.files) == 1 or not progress.is_terminal
    verdicts: list[tuple[str, Verification]] = []
    for name, file in track(
        files.items(), "verifying", console=progress, disable=hidden, transient=True
    ):
        verdict = _verify(file, keys)
        verdicts.append((name, verdict))
        if args.json:
            continue
        mark, style = _mark(verdict)
        line = f"{printable(name)}: {printable(str(verdict))}"
        console.print(Text.assemble(Text(f"{mark:4} ", style), line))
        if args.details and verdict.details:
            console.print(f"     {printable(verdict.details)}", markup=False)
    all_ok = all(verdict.ok for _, verdict in verdicts)
    if args.json:
        replays = [{"file": file, **verdict._asdict()} for file, verdict in verdicts]
        print(json.dumps({"ok": all_ok, "replays": replays}))
    return 0 if all_ok else 1


def _mark(verdict: "Verification") -> tuple[str, str]:
    """The word before a file's name, and its style."""
    if verdict.ok:
        return "ok", "green"
    return ("skip", "yellow") if verdict.is_of_another_build else ("bad", "bold red")


def _keys(texts: list[str]) -> frozenset[str]:
    from bessemer.replays.signatures import BadKey, public_key

    try:
        return frozenset(map(public_key, texts))
    except BadKey as error:
        raise WrongUsage(str(error)) from None


def _verify(file: str, keys: frozenset[str]) -> "Verification":
    from bessemer.replays.reader import read_replay, replay_bytes
    from bessemer.replays.verify import Verification, verify

    try:
        content = replay_bytes(file)
    except OSError as error:
        return Verification(ok=False, message=f"cannot be read: {error.strerror}")
    return verify(read_replay(content), keys)

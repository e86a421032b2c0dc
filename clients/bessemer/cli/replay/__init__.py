"""`bessemer replay`: list a match, prove it, judge it, or hand it to another program."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import track
from rich.text import Text

from bessemer.cli.output import failed
from bessemer.cli.replay import analyse, branch
from bessemer.cli.subcommands import Subcommands
from bessemer.printable import printable
from bessemer.replays.export import export
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import Verification, verify

_STDIN: Final = "-"
_EXAMPLES: Final = {
    "show": "examples:\n  bessemer replay show match.replay\n  bessemer replay show --plain match.replay",
    "verify": """\
examples:
  bessemer replay verify match.replay
  bessemer replay verify matches/*.replay
  bessemer replay verify --json - < match.replay | tail -n 1""",
    "export": """\
examples:
  bessemer replay export match.replay --out match.json
  bessemer replay export --format json - < match.replay""",
}


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    examples = (*_EXAMPLES.values(), analyse.EXAMPLES, branch.EXAMPLES)
    replay = words.add_parser(
        "replay",
        help="show, verify, export, analyse or branch a replay",
        description="What can be done with the file of a match.",
        epilog="\n".join(["examples:", *(text.split("\n")[1] for text in examples)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    which = replay.add_subparsers(required=True, metavar="WHAT")
    command = _word(which, "show", "step through a match, forwards and back", _show)
    command.add_argument("file", metavar="FILE", help="a replay; - is the standard input")
    command.add_argument("--plain", action="store_true", help="print it move by move")
    command = _word(which, "verify", "play matches again and name the first difference", _verify)
    command.add_argument("files", nargs="+", metavar="FILE", help="replays; - is standard input")
    command.add_argument("--json", action="store_true", help="print one JSON object at the end")
    command = _word(which, "export", "set-up, moves and views for another program", _export)
    command.add_argument("file", metavar="FILE", help="a replay; - is the standard input")
    command.add_argument("--format", choices=["json"], default="json", help="the form (json)")
    command.add_argument("--out", metavar="FILE", help="where to write (standard output)")
    analyse.add_to(which)
    branch.add_to(which)


def _word(which: Subcommands, name: str, meaning: str, run: Any) -> argparse.ArgumentParser:  # noqa: ANN401
    command = which.add_parser(
        name,
        help=meaning,
        description=f"{meaning[0].upper()}{meaning[1:]}.",
        epilog=_EXAMPLES[name],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=run)
    return command


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == _STDIN else Path(file).read_bytes()


# --- verify --------------------------------------------------------------------------------------


def _verify(args: argparse.Namespace) -> int:
    console, progress = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    hidden = len(args.files) == 1 or not progress.is_terminal
    verdicts: list[tuple[str, Verification]] = []
    for file in track(args.files, "verifying", console=progress, disable=hidden, transient=True):
        verdict = _verdict(file)
        verdicts.append((file, verdict))
        mark = Text("ok   ", "green") if verdict.ok else Text("bad  ", "bold red")
        console.print(Text.assemble(mark, f"{printable(file)}: {printable(str(verdict))}"))
    all_ok = all(verdict.ok for _, verdict in verdicts)
    if args.json:
        replays = [{"file": file, **verdict._asdict()} for file, verdict in verdicts]
        print(json.dumps({"ok": all_ok, "replays": replays}))
    return 0 if all_ok else 1


def _verdict(file: str) -> Verification:
    try:
        return verify(read_replay(_read(file)))
    except OSError as error:
        return Verification(ok=False, message=f"cannot be read: {error.strerror}")


# --- show ----------------------------------------------------------------------------------------


def _show(args: argparse.Namespace) -> int:
    from bessemer.terminal.replay_app import show

    return show(args.file, plain=args.plain)


# --- export --------------------------------------------------------------------------------------


def _export(args: argparse.Namespace) -> int:
    try:
        exported = export(read_replay(_read(args.file)), _figures)
        text = json.dumps(exported)
        if args.out is None:
            print(text)
        else:
            Path(args.out).write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        return failed(f"{error.filename or args.file}: {error.strerror}")
    error_text = exported["error"]
    return 0 if error_text is None else failed(str(error_text))


def _figures(game: str, options: Any) -> object:  # noqa: ANN401 - any game's
    """What clients are sent before the first move: cards, map and figures, as the protocol has them."""
    from google.protobuf.json_format import MessageToDict

    from bessemer.wire.wire import wire_of

    message = wire_of(game).setup(options)
    return MessageToDict(message, preserving_proto_field_name=True)[game]

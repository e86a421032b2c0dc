"""`bessemer replay export`: a match for another program, as JSON."""

import argparse
import json
import sys
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, Final

from bessemer.cli.arguments import add_replay_file, describe, output_file
from bessemer.cli.output import failed, reason
from bessemer.replays.format import end_body, header_body, turn_body
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.verify import ReplayDiffers, ReplayPlayer

_EXAMPLES: Final = """\
bessemer replay export match.replay --out match.json
bessemer replay export --format json - < match.replay
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Write set-up, moves and views of a match for another program.", _EXAMPLES)
    add_replay_file(command)
    command.add_argument(
        "--format", choices=["json"], default="json", help="the form (default: %(default)s)"
    )
    command.add_argument(
        "--out",
        type=output_file,
        metavar="FILE",
        help="the file to write (default: the standard output)",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the match."""
    try:
        content = sys.stdin.buffer.read() if args.file == "-" else Path(args.file).read_bytes()
        exported = export(read_replay(content))
        text = json.dumps(exported)
        if args.out is not None:
            args.out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        return failed(reason(error))
    if args.out is None:
        print(text)
    error_text = exported["error"]
    return 0 if error_text is None else failed(str(error_text))


def export(replay: Replay) -> dict[str, object]:
    """All of a match as plain JSON; up to the first difference, if there is one."""
    exported: dict[str, object] = {"header": None, "setup": None, "turns": [], "end": None}
    error = None if replay.error is None else str(replay.error)
    try:
        if replay.header is not None:
            exported["header"] = json.loads(header_body(replay.header))
        again = ReplayPlayer(replay)
        options = again.game.options(again.header.options)
        exported["setup"] = {
            "options": plain(options, whole=True),
            "view": plain(again.game.view(again.state, None)),
            "figures": _figures(again.game.name, options),
        }
        turns: list[object] = []
        exported["turns"] = turns
        for entry in replay.entries:
            again.play(entry)
            move = again.game.parse(entry.move)
            turn = json.loads(turn_body(entry))
            turn["fields"] = {"kind": type(move).__name__, **plain(move)}
            turn["view"] = plain(again.game.view(again.state, None))
            turns.append(turn)
        if replay.ending is not None:
            exported["end"] = json.loads(end_body(replay.ending))
            again.end(replay.ending)
    except ReplayDiffers as differs:
        error = str(differs)
    return exported | {"error": error}


def _figures(game: str, options: Any) -> object:  # noqa: ANN401 - any game's
    """What clients are sent before the first move: cards, map and figures, as the protocol has them."""
    from google.protobuf.json_format import MessageToDict

    from bessemer.wire.games import WIRES

    message = WIRES[game].setup(options)
    return MessageToDict(message, preserving_proto_field_name=True)[game]


def plain(value: Any, *, whole: bool = False) -> Any:  # noqa: ANN401 - whatever a game is made of
    """
    A state's parts as JSON has them: named tuples as objects, enums as their values.

    What carries a digest of itself, a deck, is that digest; if `whole`, all that it holds.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = zip(value._fields, value, strict=True)
        return {name: plain(part, whole=whole) for name, part in parts}
    if isinstance(value, frozenset):
        return [plain(part, whole=whole) for part in sorted(value)]
    if isinstance(value, tuple):
        return [plain(part, whole=whole) for part in value]
    if isinstance(value, Mapping):
        return {str(name): plain(part, whole=whole) for name, part in value.items()}
    if hasattr(value, "digest"):
        if not whole:
            return value.digest
        return {name: plain(getattr(value, name), whole=True) for name in value.__slots__}
    return value

"""`bessemer replay export`: a match for another program, as JSON."""

import argparse
import json
from typing import Final

from bessemer.cli.console.arguments import add_replay_file, describe
from bessemer.cli.console.output import failed
from bessemer.cli.console.values import output_file
from bessemer.cli.replay.sources import NOTES, add_connection, replay_file
from bessemer.replays.export import export
from bessemer.replays.notes import NO_NOTES, read_notes
from bessemer.replays.reader import read_replay, replay_bytes
from bessemer.runtime.whole_files import write_whole

_EXAMPLES: Final = """\
bessemer replay export match.replay --out match.json
bessemer replay export --format frames match.replay --out frames.json
bessemer replay export --format json - < match.replay
"""
_NOTES: Final = """\
json has the view after each move (docs/replay-format.md); frames have what changed, sentences and what
each seat saw, for programs that draw (docs/frames.md).
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Write set-up, moves and views of a match for another program.",
        _EXAMPLES,
        f"{_NOTES}\n{NOTES}",
    )
    add_replay_file(command)
    add_connection(command)
    command.add_argument("--format", choices=["json", "frames"], default="json", help="the form")
    command.add_argument(
        "--out", type=output_file, help="the file to write (default: the standard output)"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Export the match."""
    from bessemer.web.replay_frames import replay_frames
    from bessemer.wire.plain_json import PlainJson

    with replay_file(args) as file:
        replay = read_replay(replay_bytes(file))
        notes = read_notes(file, replay.header.match_id) if replay.header else NO_NOTES
    if args.format == "frames":
        exported = replay_frames(replay, notes)
    else:
        exported = export(replay, PlainJson, notes)
    text = json.dumps(exported)
    if args.out is None:
        print(text)
    else:
        write_whole(args.out, f"{text}\n")
    error_text = exported["error"]
    return 0 if error_text is None else failed(str(error_text))

"""`bessemer replay export`: a match for another program, as JSON."""

import argparse
import json
from typing import Final

from bessemer.cli.arguments import add_replay_file, describe, output_file
from bessemer.cli.output import failed, reason
from bessemer.replays.export import export
from bessemer.replays.reader import read_replay, replay_bytes

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
    from bessemer.wire.plain_json import PlainJson

    try:
        content = replay_bytes(args.file)
        exported = export(read_replay(content), PlainJson)
        text = json.dumps(exported)
        if args.out is not None:
            args.out.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        return failed(reason(error))
    if args.out is None:
        print(text)
    error_text = exported["error"]
    return 0 if error_text is None else failed(str(error_text))

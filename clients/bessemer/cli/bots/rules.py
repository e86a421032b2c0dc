"""`bessemer rules`: the questions that a bot may ask over lines, without a match."""

import argparse
import json
import random
import sys
from typing import Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.console.values import SEED
from bessemer.engine.catalogue import NAMES

_EXAMPLES: Final = """\
bessemer rules furnace < questions.txt
bessemer rules brass --seed 1 < questions.txt
"""
_NOTES: Final = """\
Each line of the standard input is a question, or a list of them; each line of the output is the reply:
  [{"ask": "new", "seats": 3, "seed": "7"}, {"ask": "legal", "state": 1, "most": 3}]
They are the questions of the json dialect, for tests and for search in any language: docs/lines.md.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Answer questions about the rules of a game, line by line, in JSON.",
        _EXAMPLES,
        _NOTES,
    )
    command.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    command.add_argument(
        "--seed", type=SEED, metavar="N", help="draws the same by chance again (default: random)"
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer until the input ends."""
    from bessemer.lines.questions import RulesQuestions

    questions = RulesQuestions(args.game, random.Random(args.seed))  # noqa: S311 - no secret
    for line in sys.stdin.buffer:
        try:
            question: object = json.loads(line)
        except (ValueError, RecursionError):
            question = line.decode(errors="replace").rstrip("\n")
        print(json.dumps(questions.reply(question), separators=(",", ":")), flush=True)
    return 0

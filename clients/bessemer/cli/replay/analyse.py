"""`bessemer replay analyse`: what each choice of a match earned, and what the best would have."""

import argparse
import json
from typing import Final

from bessemer.cli.console.arguments import add_replay_file, describe
from bessemer.cli.console.values import output_file, seconds
from bessemer.cli.replay.sources import NOTES, add_connection, replay_file
from bessemer.runtime.whole_files import write_whole

_EXAMPLES: Final = """\
bessemer replay analyse match.replay
bessemer replay analyse match.replay --html match.html --svg match.svg
bessemer replay analyse match.replay --json | tail -n 1
BESSEMER_TOKEN=bsm_… bessemer replay analyse --connect referee.example:7777 4c1f0a3d55e2b601
"""
_NOTES: Final = """\
What a plan earned is how much more the player's holding is worth after the round: in the last round
money alone counts, before that everything else has a price (docs/analysis.md). A best plan that could
not be proven best in time is marked. Of a damaged file the valid part is analysed; the exit code is 1.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Compare every plan, compensation and line of a match with the best one, and value the cards.",
        _EXAMPLES,
        f"{_NOTES}\n{NOTES}",
    )
    add_replay_file(command)
    add_connection(command)
    add = command.add_argument
    add("--json", action="store_true", help="print one JSON object instead of tables")
    add("--html", type=output_file, help="write a page with curves and tables (default: no page)")
    add("--svg", type=output_file, help="write the curves alone (default: no file)")
    add("--plans", action="store_true", help="print the plans and the best plans too")
    add("--seconds", type=seconds(3600), default=2.0, help="time for each question to the planner")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse the match."""
    from rich.console import Console

    from bessemer.analysis.logged_match import read_match_to_analyse
    from bessemer.analysis.rooms import analysis
    from bessemer.cli.console.output import failed
    from bessemer.cli.console.progress import progress_bar

    with replay_file(args) as file:
        match = read_match_to_analyse(file)
    game = analysis(match.game.name)
    found = game.analysed(match, seconds=args.seconds, progress=progress_bar)
    if args.json:
        print(json.dumps(found))
    else:
        game.print_tables(Console(highlight=False), found, with_plans=args.plans)
    if args.html is not None:
        from bessemer.web.site.analysis_page import analysis_page

        write_whole(args.html, analysis_page(game.page_facts(found)))
    if args.svg is not None:
        write_whole(args.svg, game.curve(found))
    return 0 if match.error is None else failed(f"damaged: {match.error}")

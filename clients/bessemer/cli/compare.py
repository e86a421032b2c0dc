"""`bessemer compare A B`: is A better than B? Plays until it knows."""

import argparse
import asyncio
import secrets
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.arguments import add_option
from bessemer.cli.ladder.run import add_playing, entrants_of, setting_of
from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands
from bessemer.engine.catalogue import GAMES
from bessemer.runner.bot_specs import BotSpec, UnknownBot

if TYPE_CHECKING:
    from bessemer.runner.comparison import Comparison, Trial
    from bessemer.runner.ladder_run import LadderRunConfig
    from bessemer.runner.sandbox.process import ProcessEvent

_EXAMPLES: Final = """\
examples:
  bessemer compare planner greedy
  bessemer compare ./new.py ./old.py --elo0 0 --elo1 20
  bessemer compare greedy random --game brass --others random,random
  bessemer compare mine='node bot.js' greedy --others random,random --json | tail -n 1

A passes if it is stronger by --elo1 points, fails if by --elo0 or less; alpha and beta say how often
either may be wrong. The test stops as soon as it knows. Exit 0 if A is better, 3 if it is not, 4 if
that was not decided within --most-blocks.
"""
_CODES: Final = {"better": 0, "not better": 3, "undecided": 4}


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "compare",
        help="is one bot better than another?",
        description="Play blocks of two bots under a sequential test that stops when it knows.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("first", metavar="A", help="a shipped bot, a file, or NAME=COMMAND")
    add("second", metavar="B")
    add("--game", choices=sorted(GAMES), default="furnace", help="(%(default)s)")
    add("--others", default="", metavar="C,D,…", help="who has the other seats; A and B if nobody")
    add("--seats", type=int, metavar="N", help="in a match, without --others (2)")
    add("--seatings", choices=("rotated", "all"), default="rotated", help="(%(default)s)")
    add_option(command)
    add("--elo0", type=float, default=0.0, metavar="POINTS", help="(%(default)s)")
    add("--elo1", type=float, default=40.0, metavar="POINTS", help="(%(default)s)")
    add("--alpha", type=float, default=0.05, help="A at elo0 passes so often (%(default)s)")
    add("--beta", type=float, default=0.05, help="A at elo1 fails so often (%(default)s)")
    add("--most-blocks", type=int, default=10_000, metavar="N", help="(%(default)s)")
    add_playing(command)
    add("--data", type=Path, metavar="DIR", help="keep the matches and logs there")
    add("--seed", metavar="TEXT", help="the same set-ups again")
    add("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare the two."""
    from bessemer.matches.store import StoreError
    from bessemer.rpc.config import ConfigError

    with ExitStack() as stack:
        if args.data is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bessemer-"))
            args.data = Path(folder)
        try:
            setting, comparison = _asked(args)
        except (UnknownBot, ValueError) as error:
            return failed(str(error), 2)
        try:
            return _run(args, setting, comparison)
        except (ConfigError, StoreError, OSError) as error:
            return failed(str(error), 1)


def _asked(args: argparse.Namespace) -> "tuple[LadderRunConfig, Comparison]":
    """
    What is compared, and how it is played.

    Raises:
        UnknownBot, ValueError: that cannot be.
    """
    from bessemer.ladder.blocks import Seatings
    from bessemer.ratings.sequential import Question
    from bessemer.runner.comparison import Comparison

    named = [args.first, args.second, *(args.others.split(",") if args.others else ())]
    entrants: list[BotSpec] = []
    for number, name in enumerate(named):
        args.bot, args.bots = ([name], None) if "=" in name else ([], name)
        one = entrants_of(args, least=1)[0]
        taken = {former.name for former in entrants}
        label = one.name if one.name not in taken else f"{one.name}-{number + 1}"
        entrants.append(one._replace(name=label))
    seats = len(named) if args.others else args.seats or 2
    if args.others and args.seats not in (None, seats):
        raise ValueError(f"A, B and the others are {seats}; leave --seats out")
    args.seats = seats
    setting = setting_of(args, entrants, shared_seats=True)
    setting = replace(setting, concurrency=max(setting.concurrency, seats))
    comparison = Comparison(
        entrants[0].name,
        entrants[1].name,
        tuple(one.name for one in entrants[2:]),
        seats,
        args.seed or secrets.token_hex(8),
        Question(
            lower=args.elo0,
            upper=args.elo1,
            alpha=args.alpha,
            beta=args.beta,
            most_blocks=args.most_blocks,
            least_blocks=min(10, args.most_blocks),
        ),
        Seatings(args.seatings),
    )
    return setting, comparison


def _run(args: argparse.Namespace, setting: "LadderRunConfig", comparison: "Comparison") -> int:
    import uvloop
    from rich.console import Console

    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.comparison import Trial
    from bessemer.runner.ladder_run import ensure_ladder

    configure(LogFormat.AUTO, level=30)
    ensure_ladder(setting)
    console = Console(stderr=True)
    if setting.sandbox_warning:
        console.print(f"[yellow]{setting.sandbox_warning}[/yellow]")
    trial = Trial(comparison)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_play(setting, trial, console))
    return _show(args, trial)


async def _play(setting: "LadderRunConfig", trial: "Trial", console: Any) -> None:  # noqa: ANN401 - rich
    from rich.live import Live

    from bessemer.runner.ladder_run import ladder_run

    def on_event(event: "ProcessEvent") -> None:
        if event.is_failure:
            console.print(str(event), style="yellow", markup=False)

    with Live(console=console, transient=True, auto_refresh=False) as live:
        trial.told = lambda so_far: live.update(_line(so_far), refresh=console.is_terminal)
        async with ladder_run(setting, lambda _ratings: trial, on_event=on_event, is_rated=False):
            await trial.decided.wait()


def _line(trial: "Trial") -> str:
    test, asked = trial.test, trial.comparison.question
    share, points = test.share, test.points
    return (
        f"{test.blocks} blocks, {trial.matches} matches: {trial.comparison.player} is placed above "
        f"{trial.comparison.other} in {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), "
        f"{points.value:+.0f} points; LLR {test.log_likelihood_ratio:.2f} "
        f"({asked.fail_at:.2f} to {asked.pass_at:.2f})"
    )


def _show(args: argparse.Namespace, trial: "Trial") -> int:
    import json

    test, names = trial.test, trial.comparison
    verdict = test.verdict.value
    if args.json:
        share, points = test.share, test.points
        facts = {
            "verdict": verdict,
            "blocks": test.blocks,
            "matches": trial.matches,
            "share": share._asdict(),
            "points": {name: _finite(value) for name, value in points._asdict().items()},
            "log_likelihood_ratio": test.log_likelihood_ratio,
            "seed": names.seed,
        }
        print(json.dumps(facts))
    else:
        print(_line(trial))
        sentence = {
            "better": f"{names.player} is better than {names.other}.",
            "not better": f"{names.player} is not better than {names.other} by "
            f"{names.question.upper:g} points.",
            "undecided": "Not decided: give it more blocks, or bounds that are farther apart.",
        }
        print(sentence[verdict])
    return _CODES[verdict]


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if abs(value) < float("inf") else None

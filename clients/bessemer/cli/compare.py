"""`bessemer compare A B`: is A better than B? Plays until it knows."""

import argparse
import asyncio
import secrets
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import (
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    add_json,
    add_sandbox,
    describe,
    finite,
    positive_int,
    probability,
)
from bessemer.cli.output import failed, reason
from bessemer.cli.run_config import entrants_of, run_config

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.runner.bot_specs import BotSpec
    from bessemer.runner.comparison import Comparison, Trial
    from bessemer.runner.ladder_run import LadderRunConfig
    from bessemer.runner.sandbox.process import ProcessEvent

_EXAMPLES: Final = """\
bessemer compare planner greedy
bessemer compare ./new.py ./old.py --elo0 0 --elo1 20
bessemer compare greedy random --game brass --others random,random
bessemer compare mine='node bot.js' greedy --others random,random --json | tail -n 1
"""
_NOTES: Final = """\
A sequential test: it stops as soon as it knows whether A is stronger by --elo1
points (better) or by at most --elo0 (not better). Exit code 0 if A is better, 3 if it is not, 4 if that
is still open after --most-blocks.
"""
_CODES: Final = {"better": 0, "not better": 3, "undecided": 4}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Test whether bot A is better than bot B, with as few matches as it takes.",
        _EXAMPLES,
        _NOTES,
    )
    add = command.add_argument
    add("first", metavar="A", help="a shipped bot, a file such as ./my_bot.py, or NAME=COMMAND")
    add("second", metavar="B", help="the bot that A is compared with")
    add_game(command)
    add(
        "--others",
        default="",
        metavar="C,D,…",
        help="bots for the other seats (default: A and B share all seats)",
    )
    add(
        "--seats",
        type=positive_int,
        metavar="N",
        help="seats of each match, if there are no --others (default: 2)",
    )
    add(
        "--seatings",
        choices=("rotated", "all"),
        default="rotated",
        help="in which seatings each set-up is played (default: %(default)s)",
    )
    add_game_options(command)
    _add_test(command)
    add_clock(command, bank=2.0, increment=0.02)
    add_sandbox(command)
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help="keep the matches and the bots' logs in this folder (default: they are not kept)",
    )
    add("--seed", metavar="TEXT", help="plays the same set-ups again (default: random)")
    add_json(command)
    command.set_defaults(run=run)


def _add_test(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--elo0",
        type=finite,
        default=0.0,
        metavar="POINTS",
        help="an advantage of A up to this is none (default: %(default)s)",
    )
    add(
        "--elo1",
        type=finite,
        default=40.0,
        metavar="POINTS",
        help="an advantage of A from this on counts as better (default: %(default)s)",
    )
    add(
        "--alpha",
        type=probability,
        default=0.05,
        metavar="P",
        help="false-positive rate: the chance that A passes at elo0 (default: %(default)s)",
    )
    add(
        "--beta",
        type=probability,
        default=0.05,
        metavar="P",
        help="false-negative rate: the chance that A fails at elo1 (default: %(default)s)",
    )
    add(
        "--most-blocks",
        type=positive_int,
        default=10_000,
        metavar="N",
        help="stop after this many set-ups (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Compare the two."""
    from bessemer.matches.store import StoreError
    from bessemer.rpc.config import ConfigError

    with ExitStack() as stack:
        if args.data is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bessemer-"))
            args.data = Path(folder)
        try:
            config, comparison = _asked(args)
        except ValueError as error:
            return failed(str(error), 2)
        try:
            return _run(args, config, comparison)
        except BrokenPipeError:
            raise  # nobody reads our output any more
        except (ConfigError, StoreError) as error:
            return failed(str(error))
        except OSError as error:
            return failed(reason(error))


def _asked(args: argparse.Namespace) -> "tuple[LadderRunConfig, Comparison]":
    """
    What is compared, and how it is played.

    Raises:
        WrongUsage, ValueError: that cannot be.
    """
    from bessemer.ladder.blocks import Seatings
    from bessemer.ratings.sequential import Hypotheses
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
        raise WrongUsage(f"A, B and the others fill {seats} seats: leave --seats out")
    args.seats = seats
    config = run_config(args, entrants, shared_seats=True)
    config = replace(config, concurrency=max(config.concurrency, seats))
    comparison = Comparison(
        entrants[0].name,
        entrants[1].name,
        tuple(one.name for one in entrants[2:]),
        seats,
        args.seed or secrets.token_hex(8),
        Hypotheses(
            lower=args.elo0,
            upper=args.elo1,
            alpha=args.alpha,
            beta=args.beta,
            most_blocks=args.most_blocks,
        ),
        Seatings(args.seatings),
    )
    return config, comparison


def _run(args: argparse.Namespace, config: "LadderRunConfig", comparison: "Comparison") -> int:
    import uvloop
    from rich.console import Console

    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.ladder_run import ensure_ladder

    configure(LogFormat.AUTO, level=30)
    ensure_ladder(config)
    console = Console(stderr=True)
    if warning := config.sandbox_warning:
        console.print(warning, style="yellow", markup=False)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        trial, broken = runner.run(_play(config, comparison, console))
    if broken:
        return failed(f"the comparison cannot be played: {broken}")
    return _show(args, trial)


async def _play(
    config: "LadderRunConfig", comparison: "Comparison", console: "Console"
) -> tuple["Trial", str]:
    """Play until the test has decided; the trial, and why it cannot be played, or ""."""
    from rich.live import Live

    from bessemer.runner.comparison import Trial
    from bessemer.runner.ladder_run import ladder_run
    from bessemer.runner.sandbox.process import EventKind

    broken = asyncio.get_running_loop().create_future()

    def on_event(event: "ProcessEvent") -> None:
        if event.is_failure:
            console.print(str(event), style="yellow", markup=False)
        # It would be tried again in minutes, but a comparison needs everybody.
        if event.kind is EventKind.DISABLED and not broken.done():
            broken.set_result(str(event))

    with Live(console=console, transient=True, auto_refresh=False) as live:
        trial = Trial(
            comparison,
            on_block=lambda so_far: live.update(_line(so_far), refresh=console.is_terminal),
        )
        async with ladder_run(config, lambda _ratings: trial, on_event=on_event, is_rated=False):
            decided = asyncio.create_task(trial.decided.wait())
            await asyncio.wait((decided, broken), return_when=asyncio.FIRST_COMPLETED)
            decided.cancel()
    cannot = broken.done() and not trial.decided.is_set()
    return trial, broken.result() if cannot else ""


def _line(trial: "Trial") -> str:
    test, asked = trial.test, trial.comparison.question
    share, points = test.share, test.points
    return (
        f"{test.blocks} blocks, {trial.matches} matches: {trial.comparison.player} is placed above "
        f"{trial.comparison.other} in {share.value:.1%} ({share.low:.1%} to {share.high:.1%}), "
        f"{points.value:+.0f} points; evidence for "
        f"better {test.evidence_for:.2g} of {asked.pass_at:.0f}, for not better "
        f"{test.evidence_against:.2g} of {asked.fail_at:.0f}"
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
            "evidence": {"better": test.evidence_for, "not_better": test.evidence_against},
            "seed": names.seed,
        }
        print(json.dumps(facts))
    else:
        print(_line(trial))
        sentence = {
            "better": f"{names.player} is better than {names.other}.",
            "not better": f"{names.player} is not better than {names.other} by "
            f"{names.question.upper:g} points.",
            "undecided": "Undecided: allow more blocks, or set --elo0 and --elo1 farther apart.",
        }
        print(sentence[verdict])
    return _CODES[verdict]


def _finite(value: float) -> float | None:
    """JSON knows no infinity."""
    return value if abs(value) < float("inf") else None

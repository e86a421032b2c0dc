"""`bessemer compare A B`: is A better than B? Plays until it knows."""

import argparse
import asyncio
import secrets
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import (
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    add_json,
    add_sandbox,
    describe,
)
from bessemer.cli.console.output import failed, show_failures
from bessemer.cli.console.signals import first_set, stopped_by_signals
from bessemer.cli.console.values import POINTS, probability, whole
from bessemer.cli.ladder.run_config import beginning, entrant_of, run_config

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.processes.process import ProcessEvent
    from bessemer.runner.bots.bot_failures import BotFailures
    from bessemer.runner.bots.bot_specs import BotSpec
    from bessemer.runner.comparing.comparison import Comparison, Trial
    from bessemer.runner.ladder_run_config import LadderRunConfig

_EXAMPLES: Final = """\
bessemer compare planner greedy
bessemer compare ./new.py ./old.py --elo0 0 --elo1 20
bessemer compare greedy random --game brass --others random,random
bessemer compare mine='node bot.js' greedy --others random,random --json | tail -n 1
"""
_NOTES: Final = """\
It stops as soon as it knows that A leads by more than --elo0 points (better) or by less than --elo1
(not better). Exit code 0 if A is better, 3 if it is not, 4 if that is undecided after --most-blocks, 130
after Ctrl-C. The interval that it shows is valid at any time: you may look, and stop, whenever you like.
The same command continues where it stopped, unless a bot's program has changed; see docs/ratings.md.
"""
FOLDER: Final = Path("bessemer-compare")
_CODES: Final = {"better": 0, "not better": 3, "undecided": 4, "running": 130}


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Test whether bot A is better than bot B, with as few matches as it takes.",
        _EXAMPLES,
        _NOTES,
    )
    from bessemer.bots.registry import names_by_game

    add = command.add_argument
    shipped = f"a shipped bot ({names_by_game()})"
    add("first", metavar="A", help=f"{shipped}, a file such as ./my_bot.py, or NAME=COMMAND")
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
        type=whole(99),
        help="seats of each match, if there are no --others (default: 2)",
    )
    add(
        "--seatings",
        choices=("rotated", "all"),
        default="rotated",
        help="in which seatings each set-up is played",
    )
    add_game_options(command)
    _add_test(command)
    add_clock(command, bank=2.0, increment=0.02)
    add_sandbox(command)
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder for the matches and the bots' logs (default: one for each comparison in "
        f"{FOLDER})",
    )
    add(
        "--seed",
        metavar="TEXT",
        help="plays the same set-ups again, and their replays say so (default: nobody chooses them)",
    )
    add_json(command)
    command.set_defaults(run=run)


def _add_test(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--elo0",
        type=POINTS,
        default=0.0,
        metavar="POINTS",
        help="an advantage of A up to this does not count as better",
    )
    add(
        "--elo1",
        type=POINTS,
        default=40.0,
        metavar="POINTS",
        help="an advantage of A from this on counts as better",
    )
    add(
        "--alpha",
        type=probability,
        default=0.05,
        help="false-positive rate: the chance that A passes at elo0",
    )
    add(
        "--beta",
        type=probability,
        default=0.05,
        help="false-negative rate: the chance that A fails at elo1",
    )
    add(
        "--most-blocks", type=whole(10_000_000), default=10_000, help="stop after this many set-ups"
    )


def run(args: argparse.Namespace) -> int:
    """Compare the two."""
    if args.elo0 >= args.elo1:
        raise WrongUsage(f"--elo0 ({args.elo0:g}) must be below --elo1 ({args.elo1:g})")
    with beginning():
        config, comparison = _begun(args)
    return _run(args, config, comparison)


def _begun(args: argparse.Namespace) -> "tuple[LadderRunConfig, Comparison]":
    """The comparison, begun now or before, and the folder that it is in."""
    import json

    from bessemer.engine.catalogue import GAMES
    from bessemer.runner.bots.bot_specs import bot_digest
    from bessemer.storage.data_folder import private_folder

    folder = args.data
    config, comparison = _asked(args, folder or FOLDER)
    ladder = config.ladder
    facts = comparison.facts(
        {
            "game": [ladder.game, GAMES[ladder.game].rules_version, dict(ladder.options)],
            "clock": [ladder.clock.bank, ladder.clock.increment],
            "bots": [bot_digest(bot) for bot in config.entrants],
        }
    )
    if folder is None:
        key = sha256(json.dumps(facts).encode()).hexdigest()[:8]
        folder = FOLDER / f"{comparison.player}-{comparison.other}-{key}"
    private_folder(folder)
    kept = comparison.kept_in(folder / "comparison.json", facts, secrets.token_hex(8))
    return replace(config, data=folder), kept


def _asked(args: argparse.Namespace, data: Path) -> "tuple[LadderRunConfig, Comparison]":
    """
    What is compared, and how it is played.

    Raises:
        WrongUsage, ValueError: that cannot be.
    """
    from bessemer.ladder.formats.blocks import Seatings
    from bessemer.ratings.sequential import Hypotheses
    from bessemer.runner.comparing.comparison import Comparison

    named = [args.first, args.second, *(args.others.split(",") if args.others else ())]
    entrants: list[BotSpec] = []
    for number, name in enumerate(named):
        one = entrant_of(args.game, name)
        taken = {former.name for former in entrants}
        label = one.name if one.name not in taken else f"{one.name}-{number + 1}"
        entrants.append(one._replace(name=label))
    seats = len(named) if args.others else args.seats or 2
    if args.others and args.seats not in (None, seats):
        raise WrongUsage(f"A, B and the others fill {seats} seats: leave --seats out")
    config = run_config(args, entrants, data, seats=seats, shared_seats=True)
    concurrency = max(config.concurrency, seats)
    config = replace(config, concurrency=concurrency, is_rated=False)
    comparison = Comparison(
        entrants[0].name,
        entrants[1].name,
        tuple(one.name for one in entrants[2:]),
        seats,
        args.seed or "",
        Hypotheses(
            lower=args.elo0,
            upper=args.elo1,
            alpha=args.alpha,
            beta=args.beta,
            most_blocks=args.most_blocks,
        ),
        Seatings(args.seatings),
        secret="" if args.seed else secrets.token_hex(16),
    )
    return replace(config, instances=comparison.instances), comparison


def _run(args: argparse.Namespace, config: "LadderRunConfig", comparison: "Comparison") -> int:
    from rich.console import Console

    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.bots.bot_failures import BotFailures
    from bessemer.runner.comparing.comparison import Trial
    from bessemer.runner.ladder_run import ensure_ladder
    from bessemer.runner.queries import opened, valid
    from bessemer.sdk.program.event_loop import new_event_loop
    from bessemer.storage.ladders.ladder_store import SqlLadderStore

    configure(LogFormat.PLAIN, level=30)
    kept = ensure_ladder(config)
    with opened(config.data) as store:
        past = [one.result for one in valid(SqlLadderStore(store).history(kept.name, kept.season))]
    trial, failures = Trial(comparison, past), BotFailures()
    before, broken = trial.matches, ""
    console = Console(stderr=True)
    if not trial.is_done:
        if warning := config.sandbox_warning:
            console.print(warning, style="yellow", markup=False)
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            broken = runner.run(_play(config, trial, failures, console))
        show_failures(failures, console, config.data)
    if broken and not trial.test.blocks and not args.json:
        return failed(f"the comparison cannot be played: {broken}")
    code = _show(args, trial, before, config.data, failures)
    return failed(f"the comparison cannot continue: {broken}") if broken else code


async def _play(
    config: "LadderRunConfig", trial: "Trial", failures: "BotFailures", console: "Console"
) -> str:
    """Play until the test has decided, or until Ctrl-C; why it cannot be played, or ""."""
    from bessemer.runner.comparing.comparison_words import progress_line
    from bessemer.runner.display import shown
    from bessemer.runner.ladder_run import ladder_run

    def say(text: str) -> None:
        console.print(text, style="yellow", markup=False, soft_wrap=True, highlight=False)

    stopped = stopped_by_signals(say)

    def on_event(event: "ProcessEvent") -> None:
        if said := failures.on_event(event):
            say(said)

    async with ladder_run(
        config, lambda _ratings: trial, on_event=on_event, failures=failures
    ) as run:

        def how_it_stands() -> str:
            return f"{progress_line(trial)}{f'; waiting: {why}' if (why := run.waits_for) else ''}"

        showing = asyncio.create_task(shown(console, how_it_stands))
        await first_set(trial.decided, stopped, run.stalled)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
    return "" if trial.is_done or stopped.is_set() else run.why_stalled


def _show(
    args: argparse.Namespace,
    trial: "Trial",
    before: int,
    folder: Path,
    failures: "BotFailures",
) -> int:
    import json

    from bessemer.runner.comparing.comparison_words import (
        comparison_facts,
        progress_line,
        verdict_sentences,
    )

    if args.json:
        facts = comparison_facts(trial, before, folder)
        causes = [one._asdict() for one in failures.all()]
        print(json.dumps({**facts, "failures": causes}))
    else:
        print(progress_line(trial))
        for sentence in verdict_sentences(trial, before, folder):
            print(sentence)
    return _CODES[trial.test.verdict.value]

"""`bessemer ladder run`: a private referee, bots as processes of their own, and a schedule."""

import argparse
import asyncio
import secrets
import time
from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import (
    WrongUsage,
    add_bots,
    add_clock,
    add_folder,
    add_game,
    add_game_options,
    add_json,
    add_people_clock,
    add_resignation,
    add_sandbox,
    describe,
)
from bessemer.cli.console.extras import require
from bessemer.cli.console.output import show_failures
from bessemer.cli.console.signals import first_set, signals_restored, stopped_by_signals
from bessemer.cli.console.values import host_port, whole
from bessemer.cli.ladder.formats import FORMATS
from bessemer.cli.ladder.limits import add_limits
from bessemer.cli.ladder.run_config import beginning, entrants_of, run_config
from bessemer.cli.ladder.run_end import finish
from bessemer.cli.ladder.seeding import Seeding, add_seed_from, seeded
from bessemer.cli.ladder.show import add_ratings

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from bessemer.ladder.ladder import Ladder
    from bessemer.ladder.lobby.schedule import Pairing
    from bessemer.ladder.tournament.plan import LadderPlan
    from bessemer.matches.match import Match
    from bessemer.runner.display import LadderDisplay
    from bessemer.runner.ladder_run_config import LadderRunConfig
    from bessemer.web.site.as_they_end import PagesAsTheyEnd

_EXAMPLES: Final = """\
bessemer ladder run                                # all shipped bots, 120 matches
bessemer ladder run --game brass --matches 50
bessemer ladder run --bots greedy,random --bot mine='./my_bot.py' --matches 1000
bessemer ladder run --bot mine:1=./old.py --bot mine:2=./new.py --bots greedy,random
bessemer ladder run --bots ./ada,./ben,greedy           # folders with a bot.toml
bessemer ladder run --format swiss --rounds 5 --seatings rotated
bessemer ladder run --name final --format knockout --bots greedy,random --seed-from season:1
bessemer ladder run --format gauntlet --bot mine='node bot.js' --bots greedy,planner,random
bessemer ladder run --option chain=on --json | tail -n 1
"""
_NOTES: Final = """\
Ctrl-C stops it; the same command continues where it stopped. A bot is any command line. Its
environment says what to play (BESSEMER_ADDRESS, BESSEMER_TOKEN, BESSEMER_LADDER, BESSEMER_GAME,
BESSEMER_CONCURRENCY, BESSEMER_VERSION); it joins the ladder and plays the seats that it is given. Bots
run in a sandbox: see docs/sandbox.md. If set-ups are played under several seatings, each bot is started
several times, so that no process sees a set-up twice: see docs/ratings.md.
"""
_LENGTHS: Final = {True: "--matches says how many it plays", False: "--rounds says how many it has"}
_MATCHES: Final = 120
_WITHOUT: Final = (
    "`bessemer ladder remove NAME --reason WHY` lets a bot lose what it has not played, and the same "
    "command then plays on"
)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Play rated matches among bots, each a process that connects over gRPC.",
        _EXAMPLES,
        _NOTES,
    )
    add_game(command)
    add_bots(command)
    _add_schedule(command)
    add_game_options(command)
    add_clock(command, bank=2.0, increment=0.02)
    add_people_clock(command)
    add_sandbox(command)
    _add_place(command)
    add_json(command)
    command.set_defaults(run=run)


def _add_schedule(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--format",
        choices=FORMATS,
        default="continuous",
        help="who plays whom; continuous starts from the least certain rating",
    )
    add(
        "--matches",
        type=whole(100_000_000),
        help=f"matches of the continuous format, all in all (default: {_MATCHES})",
    )
    add(
        "--rounds",
        type=whole(100_000),
        help="rounds of the other formats (default: what the format needs)",
    )
    add(
        "--seatings",
        choices=("one", "rotated", "all"),
        default="rotated",
        help="in which seatings the other formats play each set-up",
    )
    add(
        "--seats",
        type=whole(99),
        help="seats of each match (default: as many as the game allows and bots can fill)",
    )
    add("--authors-apart", action="store_true", help="bots of one author never meet")
    add_resignation(command)
    add_limits(command, None)
    add_seed_from(command)
    add_ratings(command)
    add("--seed", metavar="TEXT", help="draws the same pairings again (default: random)")
    add(
        "--repeatable",
        action="store_true",
        help="with --seed: the set-ups follow from it as well, so anyone who guesses it knows all cards; "
        "the replays say so (default: nobody can choose or know them)",
    )


def _add_place(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add_folder(command, "the folder for database, pages, replays and logs")
    add("--name", metavar="NAME", help="the name of the ladder (default: that of the game)")
    add(
        "--metrics",
        type=host_port,
        default="",
        metavar="HOST:PORT",
        help="where Prometheus reads metrics, without --cluster (default: nowhere)",
    )
    add("--no-replays", action="store_true", help="write no .replay files; the database has them")
    add("--no-pages", action="store_true", help="write no pages; `bessemer web` shows the same")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster, by the address of its head (default: on this machine)",
    )
    add("--workers", type=whole(4096), help="number of cluster workers (default: one per two CPUs)")


def run(args: argparse.Namespace) -> int:
    """Play what `args` ask for."""
    require("ladder run", "serve")
    if args.cluster:
        require("ladder run --cluster", "cluster")
    from bessemer.rpc.ops.logs import LogFormat, configure

    configure(LogFormat.PLAIN, level=30)
    is_continuous = args.format == "continuous"
    for option in ("rounds",) if is_continuous else ("matches",):
        if getattr(args, option) is not None:
            raise WrongUsage(f"--format {args.format} has no --{option}: {_LENGTHS[is_continuous]}")
    if args.repeatable and not args.seed:
        raise WrongUsage("--repeatable needs the --seed from which the set-ups are to follow")
    with beginning():
        seeding = seeded(args, entrants_of(args))
    config = run_config(args, seeding.bots, args.data, seats=args.seats)
    with beginning():
        plan, kept = _plan(args, config)
    return _run(args, replace(config, instances=plan.instances), plan, kept, seeding)


def _plan(args: argparse.Namespace, config: "LadderRunConfig") -> "tuple[LadderPlan, Ladder]":
    """The plan, begun or continued, and its ladder."""
    from bessemer.accounts.audit import AuditEntry
    from bessemer.accounts.names import check_name
    from bessemer.errors import BadRequest
    from bessemer.ladder.formats.blocks import Seatings
    from bessemer.ladder.tournament.plan import LadderPlan
    from bessemer.ladder.tournament.terms import Format, FormatTerms
    from bessemer.runner.ladder_run import ensure_ladder
    from bessemer.runner.queries import opened
    from bessemer.storage.ladders.plans import SqlPlans

    try:
        check_name(config.ladder.name, "name")
    except BadRequest as error:
        raise WrongUsage(f"--name: {error}") from None
    chosen = LadderPlan(
        Format(args.format),
        tuple(one.name for one in config.entrants),
        config.ladder.seats,
        args.seed or "",
        matches=args.matches or _MATCHES,
        rounds=args.rounds or 0,
        seatings=Seatings(args.seatings),
        secret="" if args.repeatable else secrets.token_hex(16),
    )
    terms = FormatTerms(chosen.format, chosen.rounds, chosen.seatings, args.seed_from or "")
    kept = ensure_ladder(replace(config, ladder=replace(config.ladder, format=terms)))
    _require_same(config, kept)
    begun = replace(chosen, seed=chosen.seed or secrets.token_hex(8))
    entry = AuditEntry(time.time(), "organiser", kept.name, "start", chosen.format, "")
    with opened(config.data) as store:
        former = SqlPlans(store).begin(kept.name, kept.season, begun, entry)
    return chosen.continuing(former), kept


def _run(
    args: argparse.Namespace,
    config: "LadderRunConfig",
    plan: "LadderPlan",
    kept: "Ladder",
    seeding: Seeding,
) -> int:
    import uvloop
    from rich.console import Console

    from bessemer.runner.display import LadderDisplay
    from bessemer.runner.queries import opened, valid
    from bessemer.storage.ladders.ladder_store import SqlLadderStore

    console = Console(stderr=True)
    with opened(config.data) as store:
        past = [one.result for one in valid(SqlLadderStore(store).history(kept.name, kept.season))]
    if not args.cluster and (warning := config.sandbox_warning):
        console.print(warning, style="yellow", markup=False)
    title = f"{kept.game}, {kept.seats} seats, {plan.format}"
    screen = LadderDisplay(
        title,
        plan.size,
        min(len(past), plan.size or len(past)),
        console,
        is_continuous=args.format == "continuous",
    )
    is_done = plan.is_played(len(past))
    if plan.has_rounds and not past:
        seeding.show(console)
    try:
        if not is_done:
            with (
                signals_restored(),
                asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
            ):
                if args.cluster:
                    there = replace(config, ladder=kept)
                    is_done = runner.run(_play_there(args, there, plan, past, screen))
                else:
                    with _pages(args, config, kept.name) as pages:
                        is_done = runner.run(_play(config, plan, past, screen, pages))
    finally:
        screen.end()
        show_failures(screen.failures, console, config.data)
    return finish(args, config, screen, is_done=is_done)


def _pages(
    args: argparse.Namespace, config: "LadderRunConfig", ladder: str
) -> "AbstractContextManager[PagesAsTheyEnd | None]":
    """What writes the pages of matches while the run goes on."""
    if args.no_pages:
        return nullcontext()
    from bessemer.web.site.as_they_end import PagesAsTheyEnd

    return PagesAsTheyEnd(config.data, config.data / "bessemer.sqlite3", ladder)


def _require_same(config: "LadderRunConfig", kept: Any) -> None:  # noqa: ANN401 - a Ladder
    from bessemer.rpc.serving.serve_config import ConfigError

    asked = config.ladder
    for what in ("game", "seats", "options", "clock", "authors_apart"):
        if getattr(asked, what) != getattr(kept, what):
            raise ConfigError(
                f"the ladder {kept.name} in {config.data} has other {what.replace('_', ' ')}: "
                "choose another --name or --data"
            )
    for what, limit in asked.limits._asdict().items():
        if limit not in (0, getattr(kept, what)):
            raise ConfigError(
                f"the ladder {kept.name} in {config.data} has other limits: `bessemer ladder set` "
                "changes them"
            )


async def _play(
    config: "LadderRunConfig",
    plan: "LadderPlan",
    past: Any,  # noqa: ANN401
    screen: "LadderDisplay",
    pages: "PagesAsTheyEnd | None",
) -> bool:
    """Play until the plan is done, no match can be made, or Ctrl-C; whether it is done."""
    from bessemer.ladder.tournament.known_results import LostMatches
    from bessemer.matches.records import Status
    from bessemer.runner.ladder_run import ladder_run

    stopped = stopped_by_signals(screen.say)

    def ended(pairing: "Pairing", match: "Match") -> None:
        screen.on_match_ended(pairing, match.result)
        if pages is not None and match.result and match.result.status is Status.FINISHED:
            pages.match_ended(match.spec.match_id)

    async with ladder_run(
        config,
        lambda ratings: plan.schedule(
            ratings.rating,
            past,
            authors_apart=config.ladder.authors_apart,
            limits=lambda: ratings.ladder.limits,
            on_round=screen.on_round,
            lost=lambda: LostMatches(ratings.disqualified),
        ),
        on_match_ended=ended,
        on_event=screen.on_event,
        failures=screen.failures,
    ) as run:
        showing = asyncio.create_task(
            screen.show(run.bots.states, run.lobby.ratings.rating, lambda: run.waits_for)
        )
        await first_set(run.done, stopped, run.stalled)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
    screen.stalled = "" if run.done.is_set() or stopped.is_set() else run.why_stalled
    if screen.stalled and plan.has_rounds and not run.lobby.ratings.ladder.is_frozen:
        screen.stalled += f"; {_WITHOUT}"
    return run.done.is_set()


async def _play_there(
    args: argparse.Namespace,
    config: "LadderRunConfig",
    plan: "LadderPlan",
    past: Any,  # noqa: ANN401
    screen: "LadderDisplay",
) -> bool:
    """The same on a cluster."""
    from bessemer.runner.cluster.driver import play_on_cluster

    where = args.cluster, args.workers
    return await play_on_cluster(*where, config, plan, past, screen, stopped_by_signals(screen.say))

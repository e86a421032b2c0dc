"""`bessemer ladder run`: a private referee, bots as processes of their own, and a schedule."""

import argparse
import asyncio
import secrets
import shlex
import signal
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.arguments import add_option, read_options
from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands
from bessemer.engine.catalogue import GAMES
from bessemer.runner.bot_specs import BotSpec, UnknownBot, bot_spec

if TYPE_CHECKING:
    from bessemer.runner.display import LadderDisplay
    from bessemer.runner.ladder_run import LadderRunConfig
    from bessemer.runner.plan import Plan

_EXAMPLES: Final = """\
examples:
  bessemer ladder run                                  all shipped bots, 120 matches
  bessemer ladder run --game brass --matches 50
  bessemer ladder run --bots greedy,random --bot mine='./my_bot.py' --matches 1000
  bessemer ladder run --format swiss --rounds 5 --seatings rotated
  bessemer ladder run --format gauntlet --bot mine='node bot.js' --bots greedy,planner,random
  bessemer ladder run --option chain=on --json | tail -n 1

Ctrl-C stops it; the same command goes on where it was. A bot is any command line: it finds in its
environment what to play (BESSEMER_ADDRESS, BESSEMER_TOKEN, BESSEMER_LADDER, BESSEMER_GAME,
BESSEMER_CONCURRENCY), enlists, and plays whatever seats it is given. Its process runs in a
sandbox: see docs/operating.md.
"""
FORMATS: Final = ("continuous", "round-robin", "swiss", "gauntlet", "knockout")


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "run",
        help="play rated matches",
        description="Play rated matches among bots, each a process that connects over gRPC.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("--game", choices=sorted(GAMES), default="furnace", help="(%(default)s)")
    add_bots(command)
    add("--data", type=Path, default=Path("bessemer-ladder"), metavar="DIR", help="(%(default)s)")
    add("--name", metavar="NAME", help="the ladder's; the game's name if not given")
    add("--format", choices=FORMATS, default="continuous", help="(%(default)s)")
    add("--matches", type=_positive, default=120, metavar="N", help="of a continuous one (120)")
    add("--rounds", type=_positive, metavar="N", help="of a format that has rounds, or laps")
    add(
        "--seatings",
        choices=("one", "rotated", "all"),
        default="rotated",
        help="how often a format with rounds plays each set-up (%(default)s)",
    )
    add("--seats", type=_positive, metavar="N", help="in a match; as many as the game has if not")
    add_option(command)
    add_playing(command)
    add("--authors-apart", action="store_true", help="bots of one author never meet")
    add("--seed", metavar="TEXT", help="the same set-ups again")
    add("--cluster", metavar="ADDR", help="spread the matches over a Ray cluster, by its head")
    add("--workers", type=_positive, metavar="N", help="on it; one for two processors if not given")
    add("--no-replays", action="store_true", help="write no .replay files; the database has them")
    add("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def add_bots(command: argparse.ArgumentParser) -> None:
    """Let a command take bots."""
    add = command.add_argument
    add("--bots", metavar="A,B,…", help="shipped bots, or files such as ./my_bot.py")
    add(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=CMD",
        help="a bot by its command line; NAME@AUTHOR=CMD says whose it is",
    )


def add_playing(command: argparse.ArgumentParser) -> None:
    """Let a command say how matches are played."""
    add = command.add_argument
    add("--concurrency", type=_positive, default=8, metavar="N", help="a bot's, at once (8)")
    add("--bank", type=float, default=2.0, metavar="S", help="time in the bank (%(default)s)")
    add("--increment", type=float, default=0.02, metavar="S", help="a decision (%(default)s)")
    add("--memory", type=_positive, default=2048, metavar="MIB", help="a bot's (%(default)s)")
    add("--cpu", type=_positive, default=14_400, metavar="S", help="a process's (%(default)s)")
    add(
        "--readable",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="bots may read this folder too",
    )


def run(args: argparse.Namespace) -> int:
    """Play what `args` ask for."""
    from bessemer.matches.store import StoreError
    from bessemer.rpc.config import ConfigError
    from bessemer.runner.cluster.messages import ClusterFailed
    from bessemer.runner.plan import OtherPlan

    if args.cluster and find_spec("ray") is None:
        return failed(
            "--cluster needs Ray: pip install 'bessemer[cluster]', or make cluster in a checkout", 2
        )
    try:
        entrants = entrants_of(args)
        setting = setting_of(args, entrants)
        plan = _plan(args, setting)
    except (UnknownBot, OtherPlan, ValueError) as error:
        return failed(str(error), 2)
    try:
        return _run(args, setting, plan)
    except (ClusterFailed, ConfigError, StoreError, OSError) as error:
        return failed(str(error), 1)


def entrants_of(args: argparse.Namespace, least: int = 2) -> list[BotSpec]:
    """
    Who plays: all shipped bots of the game if nobody is named.

    Raises:
        UnknownBot, ValueError: a name that is none, or that two have.
    """
    from bessemer.bots.registry import BOTS

    shipped = BOTS.get(args.game, {})
    found = []
    for text in args.bot:
        who, is_named, words = text.partition("=")
        name, _, author = who.partition("@")
        if not is_named or not name or not words:
            raise ValueError(f"--bot takes NAME=COMMAND, not {text!r}")
        command = shlex.split(words)
        program = Path(command[0])
        if program.suffix == ".py" and program.is_file():
            command = [*bot_spec(command[0], ()).command, *command[1:]]
        home = program.resolve().parent if program.is_file() else Path.cwd()
        found.append(BotSpec(name, tuple(command), home, author))
    names = args.bots.split(",") if args.bots else ([] if found else list(shipped))
    found += [bot_spec(name, shipped) for name in names]
    labels = [one.name for one in found]
    if len(set(labels)) < len(labels):
        raise ValueError("every bot needs a name of its own: --bot NAME=COMMAND gives one")
    if len(found) < least:
        raise ValueError("a ladder needs two bots at least")
    return found


def setting_of(
    args: argparse.Namespace, entrants: list[BotSpec], *, shared_seats: bool = False
) -> "LadderRunConfig":
    """
    What is played, and how; with `shared_seats` a bot may have several seats of a match.

    Raises:
        ValueError: not so many seats.
    """
    from bessemer.ladder.ladder import Ladder
    from bessemer.matches.records import ClockSettings
    from bessemer.runner.ladder_run import LadderRunConfig
    from bessemer.runner.sandbox.sandbox import build_sandbox
    from bessemer.runner.sandbox.spec import Limits

    game = GAMES[args.game]
    seats = args.seats or min(max(game.seats), len(entrants))
    if seats not in game.seats or (seats > len(entrants) and not shared_seats):
        raise ValueError(
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)}, and "
            f"{len(entrants)} bots cannot fill {seats} seats"
        )
    ladder = Ladder(
        name=getattr(args, "name", None) or args.game,
        game=args.game,
        options=game.option_texts(game.options(read_options(args.option))),
        seats=seats,
        clock=ClockSettings(bank=args.bank, increment=args.increment),
        authors_apart=getattr(args, "authors_apart", False),
        created=time.time(),
    )
    limits = Limits(memory=args.memory, processor=args.cpu)
    sandbox = build_sandbox(limits, readable=args.readable, hidden=(args.data.resolve(),))
    return LadderRunConfig(args.data, ladder, entrants, sandbox, args.concurrency)


def _plan(args: argparse.Namespace, setting: "LadderRunConfig") -> "Plan":
    from bessemer.ladder.blocks import Seatings
    from bessemer.runner.plan import Format, Plan

    setting.data.mkdir(parents=True, exist_ok=True)
    chosen = Plan(
        Format(args.format),
        tuple(one.name for one in setting.entrants),
        setting.ladder.seats,
        args.seed or "",
        matches=args.matches,
        rounds=args.rounds or 0,
        seatings=Seatings(args.seatings),
    )
    return chosen.kept_in(setting.data / "plan.json", secrets.token_hex(8))


def _run(args: argparse.Namespace, setting: "LadderRunConfig", plan: "Plan") -> int:
    import uvloop
    from rich.console import Console

    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.display import LadderDisplay
    from bessemer.runner.ladder_run import ensure_ladder
    from bessemer.runner.queries import opened, valid
    from bessemer.storage.ladders import SqlLadderStore

    configure(LogFormat.AUTO, level=30)
    console = Console(stderr=True)
    kept = ensure_ladder(setting)
    _require_same(setting, kept)
    with opened(setting.data) as store:
        past = [one.result for one in valid(SqlLadderStore(store).history(kept.name, kept.season))]
    if setting.sandbox_warning and not args.cluster:
        console.print(f"[yellow]{setting.sandbox_warning}[/yellow]")
    title = f"{kept.game}, {kept.seats} seats, {plan.format}"
    screen = LadderDisplay(title, plan.size, min(len(past), plan.size or len(past)), console)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        if args.cluster:
            is_done = runner.run(
                _play_there(args, replace(setting, ladder=kept), plan, past, screen)
            )
        else:
            is_done = runner.run(_play(setting, plan, past, screen))
    return _finish(args, setting, screen, is_done=is_done)


def _require_same(setting: "LadderRunConfig", kept: Any) -> None:  # noqa: ANN401 - a Ladder
    from bessemer.rpc.config import ConfigError

    asked = setting.ladder
    for what in ("game", "seats", "options", "clock", "authors_apart"):
        if getattr(asked, what) != getattr(kept, what):
            raise ConfigError(
                f"the ladder {kept.name} in {setting.data} has other {what}: "
                "give another --name or --data"
            )


async def _play(
    setting: "LadderRunConfig",
    plan: "Plan",
    past: Any,  # noqa: ANN401
    screen: "LadderDisplay",
) -> bool:
    """Play until the plan is done, or until Ctrl-C; whether it is done."""
    from bessemer.runner.ladder_run import ladder_run

    stopped = _stopped_by_signals()
    async with ladder_run(
        setting,
        lambda ratings: plan.schedule(
            lambda name: ratings.rating(name)[:2],
            past,
            authors_apart=setting.ladder.authors_apart,
        ),
        on_match_ended=lambda pairing, match: screen.on_match_ended(pairing, match.result),
        on_event=screen.on_event,
    ) as run:
        showing = asyncio.create_task(screen.show(run.supervisor.states, run.lobby.book.rating))
        ends = [asyncio.create_task(event.wait()) for event in (run.done, stopped)]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in (showing, *ends):
            task.cancel()
        await asyncio.gather(showing, *ends, return_exceptions=True)
        return run.done.is_set()


async def _play_there(
    args: argparse.Namespace,
    setting: "LadderRunConfig",
    plan: "Plan",
    past: Any,  # noqa: ANN401
    screen: "LadderDisplay",
) -> bool:
    """The same on a cluster."""
    from bessemer.runner.cluster.driver import ClusterOptions, play_on_cluster

    options = ClusterOptions(args.cluster, args.workers)
    return await play_on_cluster(options, setting, plan, past, screen, _stopped_by_signals())


def _stopped_by_signals() -> asyncio.Event:
    """Is set when somebody wants the run to stop."""
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    return stopped


def _finish(
    args: argparse.Namespace, setting: "LadderRunConfig", screen: "LadderDisplay", *, is_done: bool
) -> int:
    """Say how it stands, and write what is to be written."""
    import json

    from rich.console import Console

    from bessemer.runner.queries import opened, report_of
    from bessemer.runner.replays import write_replays
    from bessemer.runner.report.page import write_page
    from bessemer.runner.report.plain import Part, to_json
    from bessemer.runner.report.tables import show_standings

    with opened(setting.data) as store:
        report = report_of(store, setting.ladder.name)
        folder = setting.data / "replays"
        written = 0 if args.no_replays else write_replays(store, report, folder)
    page = setting.data / "report.html"
    write_page(report, page)
    for message, count in screen.aborted.items():
        Console(stderr=True).print(f"{count} matches without an outcome: {message}", style="yellow")
    if args.json:
        standings = json.loads(to_json(report, Part.STANDINGS))
        seconds = round(screen.seconds, 2)
        facts = {"is_done": is_done, "played": screen.played_here, "seconds": seconds}
        print(json.dumps({**standings, **facts, "report": str(page), "replays": written}))
        return 0
    console = Console(highlight=False)
    show_standings(report, console)
    rate = screen.played_here / max(screen.seconds, 1e-9)
    console.print(f"{screen.played_here} matches in {screen.seconds:.0f} s ({rate:.1f} a second)")
    console.print(f"report: {page}")
    if written:
        console.print(f"replays: {folder}; bessemer replay verify {folder}/*.replay")
    if not is_done:
        console.print("stopped before the end: the same command goes on")
    return 0


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)

"""
`bessemer tune`: better numbers for a bot, by SPSA.

At each step all numbers are moved a little at once, up or down by lot; the bot with these numbers and
the bot with the opposite ones play the same set-ups in this process, and the numbers follow whichever
did better. What it comes to is the average of the last third of the steps. Nobody's clock runs.
"""

import argparse
import json
import random
import secrets
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any, Final

from bessemer.bots.own import is_file_name, numbers_of_file
from bessemer.bots.registry import new_bot
from bessemer.cli.bots.duels import BlockResult, Duel, figure, play_block
from bessemer.cli.console.arguments import (
    WrongUsage,
    add_game,
    add_game_options,
    add_json,
    describe,
    read_game_options,
)
from bessemer.cli.console.progress import progress_bar
from bessemer.cli.console.values import SEED, whole
from bessemer.engine.catalogue import GAMES
from bessemer.runtime.whole_files import write_whole
from bessemer.sdk.program.bot_checks import UnusableBot
from bessemer.suggestions import did_you_mean

_EXAMPLES: Final = """\
bessemer tune ./my_bot.py --param price=0.1..3
bessemer tune ./my_bot.py --param price=0.1..3 --param depth=1..4 --against greedy,planner --jobs 2
bessemer tune ./my_bot.py --game brass --param price=0.1..3 --steps 50 --blocks 2 --test-blocks 30
"""
_NOTES: Final = """\
The bot's file ends with run(MyBot, params=Params()): see docs/bots.md. Each step is kept in the file of
--state; the same command goes on from there, and another file begins anew. At the end the new numbers
play the old ones on fresh set-ups: an interval that includes 50 % means that nothing is shown.
"""
_REACH: Final = 0.15
"""How far a number is first moved to try it, as a part of its range."""
_PACE: Final = 0.2
"""How far the numbers first follow a result, in parts of their ranges."""
_LONGEST: Final = 0.1
"""The farthest that they go in one step."""
Evaluate = Callable[[Sequence[tuple[Duel, int]]], Iterable[BlockResult]]


@dataclass(frozen=True, slots=True)
class TunedNumber:
    """A number of a bot, and where it may lie."""

    name: str
    low: float
    high: float
    is_whole: bool
    start: float

    @property
    def reach(self) -> float:
        """The least part of the range that makes a difference."""
        return 0.5 / (self.high - self.low) if self.is_whole else 0.0

    def word(self, place: float) -> str:
        """As an option of the bot: `--price=1.25`."""
        value = self.low + (self.high - self.low) * min(max(place, 0.0), 1.0)
        text = str(round(value)) if self.is_whole else f"{value:.4g}"
        return f"--{self.name.replace('_', '-')}={text}"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Find better numbers for a bot of your own.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add("bot", metavar="FILE", help="your bot, such as ./my_bot.py")
    add(
        "--param",
        action="append",
        required=True,
        metavar="NAME=LOW..HIGH",
        help="a number to tune, and where it may lie; can be repeated",
    )
    add("--against", metavar="A,B,…", help="who it plays, in turn (default: itself as it is now)")
    add_game(command)
    add_game_options(command)
    add("--seats", type=int, default=2, metavar="N", help="seats")
    add("--steps", type=whole(100_000), default=100, metavar="N", help="steps to take")
    add("--blocks", type=whole(10_000), default=4, metavar="N", help="set-ups of each step")
    add("--test-blocks", type=whole(100_000), default=100, metavar="N", help="set-ups of the test")
    add("--jobs", type=whole(256), default=1, metavar="N", help="processes to play in")
    add("--seed", type=SEED, metavar="N", help="repeats it exactly (default: random)")
    add("--state", type=Path, metavar="FILE", help="where it is kept (default: NAME.tune.json)")
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tune, test, and say what came of it."""
    numbers = _numbers(args)
    options = read_game_options(args.option)
    GAMES[args.game].options(options)
    if args.seats not in GAMES[args.game].seats:
        raise WrongUsage(f"{args.game} is not played by {args.seats}")
    # An opponent that always wins or always loses tells nothing; oneself never is one.
    args.against = args.against or args.bot
    against = args.against.split(",")
    for name in (args.bot, *against):
        new_bot(args.game, name, random.Random(0))  # noqa: S311 - nothing is played by it
    path = args.state or Path(f"{Path(args.bot).stem}.tune.json")
    settings = {
        "game": args.game,
        "options": options,
        "seats": args.seats,
        "against": against,
        "blocks": args.blocks,
        "numbers": [[one.name, one.low, one.high, one.start] for one in numbers],
    }
    state = _read_state(path, settings, args.seed)
    print(f"kept in {path}: the same command goes on from there", file=sys.stderr)

    def duel(first: str, second: str, seed: int) -> Duel:
        return Duel(args.game, (first, second), args.seats, options, seed)

    with ProcessPoolExecutor(args.jobs) if args.jobs > 1 else nullcontext() as pool:
        evaluate = partial(_evaluate, map if pool is None else pool.map)
        _tune(args, numbers, state, path, duel, evaluate)
        last = state["path"][-max(1, len(state["path"]) // 3) :]
        tuned = _named(args.bot, numbers, [mean(places) for places in zip(*last, strict=True)])
        test = duel(tuned, args.bot, state["seed"] + 1)
        results: list[float] = []
        with progress_bar("testing the new against the old", args.test_blocks) as advance:
            for block in evaluate([(test, number) for number in range(args.test_blocks)]):
                results.append(block.above)
                advance(f"{mean(results):.0%}")
    above = figure(results)
    if args.json:
        facts = {"bot": tuned, "steps": len(state["path"]) - 1, "seed": state["seed"]}
        print(json.dumps({**facts, "above": above._asdict()}))
    else:
        print(tuned)
        print(
            f"  ranks above {args.bot} in {above.text('.1%')} of {args.test_blocks} fresh set-ups"
        )
    return 0


def _tune(
    args: argparse.Namespace,
    numbers: Sequence[TunedNumber],
    state: dict[str, Any],
    path: Path,
    duel: Callable[[str, str, int], Duel],
    evaluate: Evaluate,
) -> None:
    """Take the steps that are missing, and keep each."""
    against = args.against.split(",")
    with progress_bar("tuning", args.steps) as advance:
        for step in range(args.steps):
            if step < len(state["path"]) - 1:
                advance()
                continue
            places = state["path"][-1]
            luck = random.Random(f"{state['seed']}/{step}")  # noqa: S311 - no secret
            ways = [luck.choice((-1, 1)) for _ in numbers]
            reach = [max(_REACH / (step + 1) ** 0.101, one.reach) for one in numbers]
            moved = [
                _named(
                    args.bot,
                    numbers,
                    [
                        at + sign * way * far
                        for at, way, far in zip(places, ways, reach, strict=True)
                    ],
                )
                for sign in (1, -1)
            ]
            played = [
                (duel(name, against[number % len(against)], state["seed"]), number)
                for name in moved
                for number in range(step * args.blocks, (step + 1) * args.blocks)
            ]
            shares = [block.above for block in evaluate(played)]
            lead = mean(shares[: args.blocks]) - mean(shares[args.blocks :])
            late = 1 + 0.1 * args.steps
            pace = _PACE * (late / (late + step)) ** 0.602
            state["path"].append(
                [
                    min(
                        1.0,
                        max(0.0, at + min(_LONGEST, max(-_LONGEST, pace * lead / (2 * far))) * way),
                    )
                    for at, way, far in zip(places, ways, reach, strict=True)
                ]
            )
            state["shares"].append(mean(shares))
            write_whole(path, json.dumps(state))
            advance(f"{mean(state['shares'][-10:]):.0%} {_named('', numbers, state['path'][-1])}")


def _evaluate(
    apply: Callable[..., Iterable[BlockResult]], blocks: Sequence[tuple[Duel, int]]
) -> Iterable[BlockResult]:
    return apply(play_block, *zip(*blocks, strict=True))


def _named(bot: str, numbers: Sequence[TunedNumber], places: Sequence[float]) -> str:
    """The bot with its numbers at these places of their ranges."""
    words = (one.word(place) for one, place in zip(numbers, places, strict=True))
    return " ".join((bot, *words)).strip()


def _numbers(args: argparse.Namespace) -> list[TunedNumber]:
    """
    What is tuned.

    Raises:
        WrongUsage: the bot has no such number, or a range is none.
    """
    if not is_file_name(args.bot):
        raise WrongUsage(f"{args.bot} is no bot of your own: name a file such as ./my_bot.py")
    try:
        known: Mapping[str, int | float] = numbers_of_file(args.bot)
    except UnusableBot as error:
        raise WrongUsage(str(error)) from None
    found = []
    for text in args.param:
        name, _, limits = text.partition("=")
        name = name.replace("-", "_")
        if name not in known:
            hint = did_you_mean(name, known) or f": it has {', '.join(known)}"
            raise WrongUsage(f"{args.bot} has no number {name}{hint}")
        try:
            low, high = map(float, limits.split(".."))
        except ValueError:
            raise WrongUsage(
                f"--param takes NAME=LOW..HIGH, such as {name}=0.1..3, not {text!r}"
            ) from None
        if not low <= known[name] <= high or low == high:
            raise WrongUsage(
                f"--param {text}: {name} is {known[name]}, which must lie within the range"
            )
        found.append(TunedNumber(name, low, high, isinstance(known[name], int), known[name]))
    if len({one.name for one in found}) < len(found):
        raise WrongUsage("--param names a number twice")
    return found


def _read_state(path: Path, settings: Mapping[str, Any], seed: int | None) -> dict[str, Any]:
    """
    What was done before, or the beginning.

    Raises:
        WrongUsage: the file is of another tuning, or of none.
    """
    if not path.exists():
        start = [(start - low) / (high - low) for _, low, high, start in settings["numbers"]]
        drawn = secrets.randbelow(1 << 32) if seed is None else seed
        return {"settings": settings, "seed": drawn, "path": [start], "shares": []}
    try:
        state: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        former, kept_seed = state["settings"], state["seed"]
    except (ValueError, LookupError, TypeError):
        raise WrongUsage(f"{path} keeps no tuning: name another file with --state") from None
    if former != settings or seed not in (None, kept_seed):
        raise WrongUsage(
            f"{path} keeps a tuning with other settings: remove it, or give another --state"
        )
    return state

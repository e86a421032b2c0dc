"""
Is bot A stronger than bot B? Both sit in alternate seats of the same matches, in process.

A block is one set-up, played in every distinct rotation of the seats, so that luck of the cards and
of the seat is the same for both. What counts is the share of the pairs of an A and a B in one match
in which A ranks higher (half for a shared rank): even is 50 %. The blocks are what is independent,
so the interval is over them. Nobody's clock runs: bots that search do their fixed number of tries.
"""

import argparse
import json
import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any, Final

from bessemer.bots.registry import NAMES, NoSuchBot, new_bot
from bessemer.cli.bots import round_robin
from bessemer.cli.bots.duels import BlockResult, Duel, figure, play_all
from bessemer.cli.console.arguments import (
    add_game,
    add_game_options,
    add_json,
    describe,
    read_game_options,
)
from bessemer.cli.console.output import failed
from bessemer.cli.console.progress import progress_bar
from bessemer.cli.console.values import SEED, whole
from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import BadOption
from bessemer.sdk.offline.local_match import BotFault

_EXAMPLES: Final = """\
bessemer bench strength planner greedy
bessemer bench strength ./my_bot.py greedy --game brass --blocks 20
bessemer bench strength search planner --blocks 200 --jobs 2
bessemer bench strength "./my_bot.py --depth 3" "./my_bot.py --depth 1" --blocks 20
bessemer bench strength magnate search --seats 2 --option chain=on --seed 7 --json | tail -n 1
bessemer bench strength --all --game brass --blocks 200 --write docs/bots.md
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the options of `bessemer bench strength`."""
    describe(
        command,
        "Play two bots against each other in this process, in alternate seats of the same matches.",
        _EXAMPLES,
        "With --all the exit code is 1 if a bot is listed above one that it is not proven stronger than: "
        "its interval against the next bot, or the first bot's against all, reaches even.",
    )
    add = command.add_argument
    add(
        "bots",
        nargs="*",
        metavar="BOT",
        help=f"two: {', '.join(NAMES)}, or a file such as ./my_bot.py",
    )
    add("--all", action="store_true", help="every shipped bot of the game against every other one")
    add(
        "--write",
        type=Path,
        metavar="PAGE",
        help="with --all: put the table into this page in Markdown, between its marks for the game (default: no page)",
    )
    add_game(command)
    add("--blocks", type=whole(1_000_000), default=200, metavar="N", help="set-ups to play")
    add("--seats", type=int, default=4, metavar="N", help="seats")
    add_game_options(command)
    add("--jobs", type=whole(256), default=1, metavar="N", help="processes to play in")
    add("--seed", type=SEED, metavar="N", help="plays the same matches again (default: random)")
    add_json(command)


def run(args: argparse.Namespace) -> int:
    """Play what `args` ask for and print how A did."""
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    game = GAMES[args.game]
    if args.seats not in game.seats:
        return failed(f"{args.game} is played by {min(game.seats)} to {max(game.seats)}", 2)
    if args.all == bool(args.bots) or len(args.bots) not in (0, 2):
        return failed("name two bots, or none with --all", 2)
    if args.write and not args.all:
        return failed("--write goes with --all", 2)
    try:
        options = read_game_options(args.option)
        game.options(options)
        for name in args.bots:
            new_bot(args.game, name, random.Random(0))  # noqa: S311 - bots play games
    except (BadOption, NoSuchBot) as error:
        return failed(str(error), 2)
    try:
        if args.all:
            return _run_all(args, options, seed)
        pairing = Duel(args.game, (args.bots[0], args.bots[1]), args.seats, options, seed)
        blocks = _played(pairing, args.blocks, args.jobs)
    except BotFault as fault:
        return failed(str(fault))
    if args.json:
        print(json.dumps(_facts(pairing, blocks)))
    else:
        _show(pairing, blocks)
    return 0


def _run_all(args: argparse.Namespace, options: Mapping[str, str], seed: int) -> int:
    """Every shipped bot against every other one."""

    def duel(a: str, b: str) -> list[BlockResult]:
        return _played(Duel(args.game, (a, b), args.seats, options, seed), args.blocks, args.jobs)

    rows = round_robin.rows_of(round_robin.ranked_bots(args.game), duel)
    table = round_robin.table(rows)
    if args.write:
        try:
            round_robin.write_table(args.write, args.game, table)
        except (OSError, round_robin.NoPlace) as error:
            return failed(str(error))
    if args.json:
        print(round_robin.facts(args.game, args.seats, seed, args.blocks, rows))
    else:
        print(table)
        print(
            f"{args.blocks} blocks a pair, {args.seats} seats, seed {seed}; the share of all pairs"
        )
        print("in which the bot of the row ranks higher; ± is half of a 95 % interval")
    problems = list(round_robin.unproven(rows))
    return failed("; ".join(problems)) if problems else 0


def _played(pairing: Duel, blocks: int, jobs: int) -> list[BlockResult]:
    return list(_progress(play_all(pairing, blocks, jobs), pairing, blocks))


def _progress(results: Iterator[BlockResult], pairing: Duel, blocks: int) -> Iterator[BlockResult]:
    """The results as they come, with a bar that shows A's share so far."""
    with progress_bar(" against ".join(pairing.bots), blocks) as advance:
        above: list[float] = []
        for result in results:
            above.append(result.above)
            advance(f"{mean(above):.1%} above")
            yield result


def _show(pairing: Duel, blocks: Sequence[BlockResult]) -> None:
    a, b = pairing.bots
    above, wins = (
        figure([block.above for block in blocks]),
        figure([block.wins for block in blocks]),
    )
    lead = figure([block.money[0] - block.money[1] for block in blocks])
    earned = [mean(block.money[side] for block in blocks) for side in (0, 1)]
    print(f"{a} against {b}: {len(blocks)} blocks, {pairing.seats} seats, seed {pairing.seed}")
    print(f"  {a} ranks above {b} in {above.text('.1%')} of all pairs")
    print(f"  {a} wins {wins.text('.1%')} of the matches")
    print(f"  {a} scores {lead.text('.1f')} more: ", end="")
    print(" and ".join(f"{money:.1f}" for money in earned))
    print("  ± is half of a 95 % interval over the blocks; even is 50 %")


def _facts(pairing: Duel, blocks: Sequence[BlockResult]) -> dict[str, Any]:
    return {
        "name": "strength",
        **pairing._asdict(),
        "blocks": len(blocks),
        "above": figure([block.above for block in blocks])._asdict(),
        "wins": figure([block.wins for block in blocks])._asdict(),
        "lead": figure([block.money[0] - block.money[1] for block in blocks])._asdict(),
        "money": [mean(block.money[side] for block in blocks) for side in (0, 1)],
    }

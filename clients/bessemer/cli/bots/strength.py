"""
Is bot A stronger than bot B? Both sit in alternate seats of the same matches, in process.

A block is one set-up, played in every distinct rotation of the seats, so that luck of the cards and
of the seat is the same for both. What counts is the share of the pairs of an A and a B in one match
in which A ranks higher (half for a shared rank): even is 50 %. The blocks are what is independent,
so the interval is over them. Nobody's clock runs: bots that search do their fixed number of tries.
"""

import argparse
import json
import math
import random
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from bessemer.bots.registry import NAMES, NoSuchBot, new_bot
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
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import BadOption
from bessemer.engine.game import Outcome
from bessemer.ladder.formats.blocks import Seatings, SeatOrder, mirrored_block
from bessemer.ratings.sequential import block_score
from bessemer.ratings.standings import share_of_win
from bessemer.sdk.bot import Bot
from bessemer.sdk.offline.local_match import BotFault, play_locally

_EXAMPLES: Final = """\
bessemer bench strength planner greedy
bessemer bench strength ./my_bot.py greedy --game brass --blocks 20
bessemer bench strength search planner --blocks 200 --jobs 2
bessemer bench strength "./my_bot.py --depth 3" "./my_bot.py --depth 1" --blocks 20
bessemer bench strength magnate search --seats 2 --option chain=on --seed 7 --json | tail -n 1
"""
SIDES: Final = ("A", "B")
Maker = Callable[[random.Random], Bot]


class Duel(NamedTuple):
    """Two bots, and how they play each other."""

    game: str
    bots: tuple[str, str]
    seats: int
    options: Mapping[str, str]
    seed: int


class BlockResult(NamedTuple):
    """How A did in one block, on average over its matches."""

    above: float
    """The share of pairs of an A and a B in which A ranks higher: see `block_score`."""
    wins: float
    """The share of matches that an A wins."""
    money: tuple[float, float]
    """Of an A, and of a B."""


class ShareFigure(NamedTuple):
    """A mean over blocks, and half of its 95 % interval."""

    mean: float
    margin: float | None
    """Nothing if there is a single block: nobody knows how far off that is."""

    def text(self, form: str) -> str:
        """`55.0% ±3.1%` for the form `.1%`."""
        return f"{self.mean:{form}} ±{'?' if self.margin is None else format(self.margin, form)}"


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the options of `bessemer bench strength`."""
    describe(
        command,
        "Play two bots against each other in this process, in alternate seats of the same matches.",
        _EXAMPLES,
    )
    add = command.add_argument
    add("bots", nargs=2, metavar="BOT", help=f"{', '.join(NAMES)}, or a file such as ./my_bot.py")
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
    try:
        options = read_game_options(args.option)
        game.options(options)
        for name in args.bots:
            new_bot(args.game, name, random.Random(0))  # noqa: S311 - bots play games
    except (BadOption, NoSuchBot) as error:
        return failed(str(error), 2)
    pairing = Duel(args.game, (args.bots[0], args.bots[1]), args.seats, options, seed)
    try:
        blocks = list(_progress(_play_all(pairing, args.blocks, args.jobs), pairing, args.blocks))
    except BotFault as fault:
        return failed(str(fault))
    if args.json:
        print(json.dumps(_facts(pairing, blocks)))
    else:
        _show(pairing, blocks)
    return 0


def play_block(pairing: Duel, number: int) -> BlockResult:
    """The set-up with this number, in every distinct rotation of the seats."""
    game, seed = GAMES[pairing.game], f"{pairing.seed}/{number}"
    options = game.options(pairing.options)
    makers: dict[str, Maker] = {
        side: partial(new_bot, pairing.game, name)
        for side, name in zip(SIDES, pairing.bots, strict=True)
    }
    matches = [
        (sides, play_match(game, options, [makers[side] for side in sides], seed))
        for sides in mirrored_block(*SIDES, pairing.seats, Seatings.ROTATED)
    ]
    return block_result(matches)


def play_match(
    game: AnyGame,
    options: Any,  # noqa: ANN401 - any game's
    makers: Sequence[Maker],
    seed: str,
) -> Outcome:
    """
    One match; the same seed, options and bots always give the same result.

    Raises:
        BotFault: a bot made an illegal move, or raised an exception.
    """
    luck = [random.Random(f"{seed}/{seat}") for seat in range(len(makers))]  # noqa: S311 - bots play games
    players = [make(own) for make, own in zip(makers, luck, strict=True)]
    state = game.setup(options, len(players), Chance(seed.encode()))
    return play_locally(game, state, players, options=game.option_texts(options)).outcome


def block_result(matches: Sequence[tuple[SeatOrder, Outcome]]) -> BlockResult:
    """The result of all matches of a block."""
    wins, money = [], defaultdict[str, list[int]](list)
    for sides, (ranks, scores) in matches:
        own = [seat for seat, side in enumerate(sides) if side == SIDES[0]]
        wins.append(math.fsum(share_of_win(ranks, seat) for seat in own))
        for side, score in zip(sides, scores, strict=True):
            money[side].append(score)
    above = block_score([(sides, outcome.ranks) for sides, outcome in matches], *SIDES)
    return BlockResult(above, mean(wins), (mean(money[SIDES[0]]), mean(money[SIDES[1]])))


def figure(values: Sequence[float]) -> ShareFigure:
    """The mean of what the blocks say, and how sure it is."""
    margin = 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    return ShareFigure(mean(values), margin)


def _play_all(pairing: Duel, blocks: int, jobs: int) -> Iterator[BlockResult]:
    play = partial(play_block, pairing)
    if jobs == 1:
        yield from map(play, range(blocks))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(blocks))


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

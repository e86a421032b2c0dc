"""Two bots in alternate seats of the same matches, block by block, in process."""

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.game import Outcome
from bessemer.ladder.formats.blocks import Seatings, SeatOrder, mirrored_block
from bessemer.ratings.sequential import block_score
from bessemer.ratings.standings import share_of_win
from bessemer.sdk.bot import Bot
from bessemer.sdk.offline.local_match import play_locally

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


def play_all(pairing: Duel, blocks: int, jobs: int) -> Iterator[BlockResult]:
    """The results of so many blocks, in order, as they come."""
    play = partial(play_block, pairing)
    if jobs == 1:
        yield from map(play, range(blocks))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, range(blocks))

"""
A tournament inside one process: every block is one set-up, played in every rotation of the seats.

What is luck of the cards, and of the seat, is then the same for everybody.
"""

import random
from collections.abc import Mapping, Sequence
from statistics import mean, median, stdev
from typing import NamedTuple

from bots.bot import new_bot, seen
from referee.games.catalogue import AnyGame
from referee.games.chance import Chance
from referee.games.game import Outcome

Block = list[dict[str, tuple[int, int]]]
"""For each match of a block, each bot's rank and score."""


class Standing(NamedTuple):
    """How one bot did; margins are half of a 95 % interval over the blocks, if there are several."""

    bot: str
    matches: int
    wins: float
    wins_margin: float | None
    rank: float
    rank_margin: float | None
    score: float
    score_margin: float | None
    median_score: float


class Tournament:
    """The same seed, bots and options always give the same results."""

    def __init__(
        self, game: AnyGame, options: Mapping[str, str], bots: Sequence[str], seed: int
    ) -> None:
        self._game = game
        self._options = game.options(options)
        self._bots = tuple(bots)
        self._seed = seed

    def play_block(self, number: int) -> Block:
        """Play the block's set-up once in every rotation of the seats."""
        results = []
        for ahead in range(len(self._bots)):
            seated = self._bots[ahead:] + self._bots[:ahead]
            outcome = self._play(seated, f"{self._seed}/{number}")
            places = zip(outcome.ranks, outcome.scores, strict=True)
            results.append(dict(zip(seated, places, strict=True)))
        return results

    def _play(self, seated: Sequence[str], seed: str) -> Outcome:
        game = self._game
        # The bots' own luck, repeatable; the cards fall by the seed of the set-up alone.
        luck = [random.Random(f"{seed}/{name}") for name in seated]  # noqa: S311
        players = [new_bot(game.name, name, rng) for name, rng in zip(seated, luck, strict=True)]
        state = game.setup(self._options, len(seated), Chance(seed.encode()))
        while asked := game.decisions(state):
            seat = asked[0].seat
            move = players[seat].decide(seen(game, game.view(state, seat)))
            state = game.apply(state, seat, move)
        outcome = game.outcome(state)
        if outcome is None:
            raise AssertionError("a match without decisions has an outcome")
        return outcome


def standings(bots: Sequence[str], blocks: Sequence[Block]) -> list[Standing]:
    """The bots, the best mean rank first."""
    rows = [_standing(bot, blocks) for bot in bots]
    return sorted(rows, key=lambda row: (row.rank, -row.wins))


def _standing(bot: str, blocks: Sequence[Block]) -> Standing:
    # Matches of one block share their set-up, so the blocks are what is independent.
    wins = [mean(_share_of_win(bot, match) for match in block) for block in blocks]
    ranks = [mean(match[bot][0] for match in block) for block in blocks]
    scores = [mean(match[bot][1] for match in block) for block in blocks]
    return Standing(
        bot=bot,
        matches=sum(map(len, blocks)),
        wins=mean(wins),
        wins_margin=_margin(wins),
        rank=mean(ranks),
        rank_margin=_margin(ranks),
        score=mean(scores),
        score_margin=_margin(scores),
        median_score=median(match[bot][1] for block in blocks for match in block),
    )


def _share_of_win(bot: str, match: Mapping[str, tuple[int, int]]) -> float:
    """1 for a win, a share of it for a shared one, else 0."""
    winners = [name for name, (rank, _) in match.items() if rank == 1]
    return 1 / len(winners) if bot in winners else 0.0


def _margin(values: Sequence[float]) -> float | None:
    """Half of a 95 % interval of the mean; one value alone says nothing of how far off it is."""
    return 1.96 * stdev(values) / len(values) ** 0.5 if len(values) > 1 else None

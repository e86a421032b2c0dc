"""Ladders of players of known strength, drawn and rated as real ones are, and what ratings then say."""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np

from bessemer.ladder.lobby.matchmaking import Candidate, Matchmaker, MatchmakingSettings
from bessemer.ratings.likelihood import Points, averages, groups_of
from bessemer.ratings.match_history import MatchHistory
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.ratings.scale import CENTRE, POINTS_PER_LOGIT, Figure

CHECKPOINTS: Final = (1, 2, 5, 10, 25, 100)
"""After so many matches a player it is looked at what the ratings say."""

SHIPPED: Final = (700.0, 585.0, 318.0, 22.0, -296.0, -1329.0)
"""How far Furnace's six shipped bots are from their mean, by 120 matches with time to think."""

_LOTS_FOR_TRUTH: Final = 20_000

Strengths = dict[str, float]


class Rates(NamedTuple):
    """A rating that can be simulated."""

    add: Callable[[Result], object]
    figures: Callable[[], Mapping[str, tuple[Figure, float]]]
    """Of each player who has played the figure and the deviation; of a newcomer under ""."""


def the_rating() -> Rates:
    """The one that ladders have."""
    ratings = Ratings()

    def figures() -> Mapping[str, tuple[Figure, float]]:
        table = ratings.table()
        rated = {player: table.rating(player) for player in (*ratings, "")}
        return {player: (one.figure, one.deviation) for player, one in rated.items()}

    return Rates(ratings.add, figures)


@dataclass(frozen=True, slots=True)
class Ladder:
    """How a simulated ladder is played."""

    players: int = 20
    seats: int = 4
    spread: float = 200.0
    """The deviation of true strengths."""
    population: str = "normal"
    """Or `clusters`: two groups 400 points apart, each ±20; or `shipped`."""
    draw: str = "matchmaker"
    """Or `lots`, or `rounds`: even ones, drawn by lot."""
    grain: float = 0.0
    """If not 0, performances in the same so many points tie."""
    noise: str = "gumbel"
    """How performances vary: see `_performance`."""
    newcomers: int = 0
    """So many join in the middle, and only they are looked at."""
    block: int = 1
    """So many matches are played with the same players; see `alike`."""
    alike: float = 0.0
    """How much of their luck the matches of a block share, from 0 to 1."""

    def __str__(self) -> str:
        who = {"normal": f"±{self.spread:g}", "clusters": "two clusters"}
        parts = [f"{self.players} {who.get(self.population, self.population)}"]
        parts.append(f"{self.seats} seats")
        parts += [f"ties within {self.grain:g}"] if self.grain else []
        parts += [self.noise] if self.noise != "gumbel" else []
        parts += [f"{self.newcomers} join in the middle"] if self.newcomers else []
        parts += [f"blocks of {self.block} that share {self.alike:g}"] if self.block > 1 else []
        parts += [self.draw] if self.draw != "matchmaker" else []
        return ", ".join(parts)


class Looked(NamedTuple):
    """The ratings of one ladder at a checkpoint, compared with the truth."""

    after: int
    held: float
    """The share of players whose interval held their true strength."""
    square: float
    """The mean square of the error."""
    reach: float
    """The mean of half an interval."""


class World:
    """The players of one simulated ladder and how they play."""

    def __init__(self, ladder: Ladder, rng: random.Random) -> None:
        self.ladder, self.rng = ladder, rng
        names = [f"p{number:05}" for number in range(ladder.players)]
        drawn = {name: self._strength(at) for at, name in enumerate(names)}
        mean = math.fsum(drawn.values()) / len(drawn)
        self._strengths = {name: value - mean for name, value in drawn.items()}
        self._odd = {
            pair: rng.choice((-100.0, 100.0)) for pair in combinations(names, 2)
        }  # used by one kind of noise only
        is_the_model = ladder.noise == "gumbel" and not ladder.grain
        self.truth = self._strengths if is_the_model else self._fitted()

    def _strength(self, at: int) -> float:
        match self.ladder.population:
            case "clusters":
                return (200.0 if at % 2 else -200.0) + self.rng.gauss(0.0, 20.0)
            case "shipped":
                return SHIPPED[at]
            case _:
                return self.rng.gauss(0.0, self.ladder.spread)

    def ranks(self, table: Sequence[str], shared: Sequence[float] = ()) -> tuple[int, ...]:
        """How a match ends."""
        shown = []
        for at, player in enumerate(table):
            luck = luck_alike(shared[at], self.ladder.alike, self.rng) if shared else None
            value = self._strengths[player] + self._performance(player, table, luck)
            shown.append(value // self.ladder.grain if self.ladder.grain else value)
        return tuple(1 + sum(other > value for other in shown) for value in shown)

    def _performance(self, player: str, table: Sequence[str], luck: float | None) -> float:
        rng = self.rng
        share = max(rng.random() if luck is None else luck, 1e-12)
        gumbel = -POINTS_PER_LOGIT * math.log(-math.log(min(share, 1 - 1e-12)))
        match self.ladder.noise:
            case "normal":
                return rng.gauss(0.0, 200.0)
            case "student":
                return rng.gauss(0.0, 150.0) / math.sqrt(rng.gammavariate(1.5, 2.0) / 3)
            case "uneven":
                return gumbel * (2.0 if int(player[1:]) % 2 else 0.5)
            case "disasters":
                return gumbel - 1500.0 * (rng.random() < 0.1)
            case "pairs":
                pairs = ((player, other) for other in table if other != player)
                odd = (self._odd.get(pair) or -self._odd[pair[1], pair[0]] for pair in pairs)
                return gumbel + math.fsum(odd) / (len(table) - 1)
            case _:
                return gumbel

    def _fitted(self) -> Strengths:
        """Where the noise is not the model's: the strengths that fit very many matches best."""
        names = sorted(self._strengths)
        numbers = {name: number for number, name in enumerate(names)}
        history = MatchHistory()
        for _ in range(_LOTS_FOR_TRUTH):
            table = self.rng.sample(names, self.ladder.seats)
            ranks = self.ranks(table)
            placed = sorted(zip(ranks, table, strict=True))
            history.add(tuple(numbers[player] for _, player in placed), groups_of(ranks))
        found = most_likely(history, len(names))
        return dict(zip(names, found, strict=True))


def most_likely(history: MatchHistory, players: int) -> list[float]:
    """The strengths under which all matches are most likely, in points around their mean."""
    mean = np.zeros(players)
    for _ in range(30):
        slope, known = -1e-3 * mean, 1e-3 * np.eye(players)
        for ranking, rows in history.batches():
            seats = rows.shape[1]
            at_the_mean = Points(np.zeros((1, seats)), are_fair=False)
            sure = np.zeros((len(rows), seats, seats))
            found = averages(mean[rows], sure, ranking, at_the_mean)
            np.add.at(slope, rows, found.slope)
            np.add.at(known, (rows[:, :, None], rows[:, None, :]), found.information)
        step = np.linalg.solve(known, slope)
        mean = mean + np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-6:
            break
    points: list[float] = (POINTS_PER_LOGIT * (mean - mean.mean())).tolist()
    return points


def luck_alike(shared: float, alike: float, rng: random.Random) -> float:
    """A number in (0, 1) that has the more in common with `shared`, a normal one, the nearer `alike` is to 1."""
    own = rng.gauss(0.0, 1.0)
    return NormalDist().cdf(math.sqrt(alike) * shared + math.sqrt(1 - alike) * own)


class Draw:
    """A way to draw the players of each match."""

    def __init__(self, ladder: Ladder, rng: random.Random) -> None:
        self._ladder, self._rng = ladder, rng
        self._maker = Matchmaker(MatchmakingSettings(seats=ladder.seats))
        self._sat: Counter[str] = Counter()

    def table(self, there: Sequence[str], rates: Rates) -> Sequence[str]:
        """The players of the next match."""
        seats = self._ladder.seats
        if self._ladder.draw == "lots":
            return self._rng.sample(there, seats)
        if self._ladder.draw == "rounds":
            table = sorted(there, key=lambda name: (self._sat[name], self._rng.random()))[:seats]
            self._sat.update(table)
            return table
        figures = rates.figures()
        believed = {name: figures.get(name, figures[""]) for name in there}
        candidates = [
            Candidate(name, figure.value, deviation)
            for name, (figure, deviation) in believed.items()
        ]
        drawn = self._maker.draw(candidates, self._rng)
        assert drawn is not None, "there are enough"
        return drawn


def simulated(
    ladder: Ladder, seed: str, most: float = 25, rate: Callable[[], Rates] = the_rating
) -> Iterator[Looked]:
    """Play one ladder to so many matches a player."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    world, draw, rates = World(ladder, rng), Draw(ladder, rng), rate()
    names = sorted(world.truth)
    there = names[: len(names) - ladder.newcomers]
    watched = set(names[len(there) :] or names)
    due = [point for point in CHECKPOINTS if point <= most]
    played: Counter[str] = Counter()
    total = round(most * ladder.players / ladder.seats)
    number = 0
    while due and number < 3 * total:
        if number >= total // 2:
            there = names
        table = draw.table(there, rates)
        shared = [[rng.gauss(0.0, 1.0) for _ in table] for _ in range(ladder.block > 1)]
        for _ in range(ladder.block):
            number += 1
            result = Result(str(number), tuple(table), world.ranks(table, *shared))
            rates.add(result)
            played.update(table)
        if sum(played[name] for name in watched) >= due[0] * len(watched):
            yield _looked(due.pop(0), world.truth, rates, watched)


def _looked(after: int, truth: Strengths, rates: Rates, watched: set[str]) -> Looked:
    figures = {name: figure for name, (figure, _) in rates.figures().items() if name}
    mean = math.fsum(truth[name] for name in figures) / len(figures)
    real = {name: CENTRE + truth[name] - mean for name in figures}
    seen = [(figure, real[name]) for name, figure in figures.items() if name in watched]
    return Looked(
        after,
        sum(figure.low <= value <= figure.high for figure, value in seen) / len(seen),
        math.fsum((figure.value - value) ** 2 for figure, value in seen) / len(seen),
        math.fsum(figure.high - figure.low for figure, _ in seen) / 2 / len(seen),
    )

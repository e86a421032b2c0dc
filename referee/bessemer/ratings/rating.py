"""
The running rating: after each match, how strong its players seem and how sure that is.

Weng and Lin's Thurstone-Mosteller model over all pairs, by openskill. Of its models this one
puts tied winners above a third place (PlackettLuce does not), and with Elo's own figure of 200
points for the luck of one performance its deviations are about right, which a simulation
measures (`tools/rating_simulation.py`).

The same results in the same order give the same floats, bit for bit.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple, Self

from openskill.models import ThurstoneMostellerFull

from bessemer.ratings.results import Result, counts
from bessemer.ratings.scale import CENTRE, Z95, Figure

_DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class RatingSettings:
    """All in points."""

    deviation: float = 350.0
    """How unsure a first rating is."""
    performance: float = 200.0
    """By how much a player's single performances vary."""
    tie_margin: float = 10.0
    """Performances closer than this are tied."""
    drift_per_match: float = 3.0
    """What a match adds to the deviation: players change, and the model is not the world."""
    drift_per_day: float = 10.0
    """What a day without a match adds. Both add as squares: 100 days are 10 times a day."""


class Rating(NamedTuple):
    """What is believed of a player's strength: a normal distribution."""

    mean: float
    deviation: float
    matches: int = 0
    last_played: float | None = None
    """Seconds since the epoch."""

    @property
    def figure(self) -> Figure:
        """The mean with its 95 % interval."""
        reach = Z95 * self.deviation
        return Figure(self.mean, self.mean - reach, self.mean + reach)


def first_rating(settings: RatingSettings) -> Rating:
    """The rating of a player who has not played."""
    return Rating(CENTRE, settings.deviation)


def aged(rating: Rating, now: float, settings: RatingSettings) -> Rating:
    """The rating at `now`: less sure for every day since the last match, never less than at first."""
    if rating.last_played is None or now <= rating.last_played:
        return rating
    days = (now - rating.last_played) / _DAY
    grown = math.sqrt(rating.deviation**2 + settings.drift_per_day**2 * days)
    # A rating that is less sure than a first one (after an odd setting) is left alone.
    limit = max(settings.deviation, rating.deviation)
    return rating._replace(deviation=min(grown, limit))


def rate(
    before: Sequence[Rating], ranks: Sequence[int], ended: float, settings: RatingSettings
) -> tuple[Rating, ...]:
    """
    The ratings after a match, in the order of `before`.

    Raises:
        ValueError: fewer than two players, or not a rank for each.
    """
    if len(before) < 2 or len(ranks) != len(before):
        raise ValueError(f"{len(before)} players with {len(ranks)} ranks cannot be rated")
    start = [aged(rating, ended, settings) for rating in before]
    model = _model(settings)
    teams = [[model.rating(mu=rating.mean, sigma=rating.deviation)] for rating in start]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    worth = worth_of_a_pair(len(before))
    after = []
    for old, [new] in zip(start, rated, strict=True):
        drifted = old.deviation**2 + settings.drift_per_match**2
        after.append(
            Rating(
                mean=old.mean + worth * (new.mu - old.mean),
                deviation=math.sqrt(drifted - worth * (drifted - new.sigma**2)),
                matches=old.matches + 1,
                last_played=ended if old.last_played is None else max(ended, old.last_played),
            )
        )
    return tuple(after)


class Ratings:
    """The ratings of all players of one ladder."""

    def __init__(self, settings: RatingSettings | None = None) -> None:
        self.settings: Final = settings or RatingSettings()
        self._first = first_rating(self.settings)
        self._ratings: dict[str, Rating] = {}

    @classmethod
    def rebuilt(cls, results: Iterable[Result], settings: RatingSettings | None = None) -> Self:
        """The ratings after `results`, in this order."""
        ratings = cls(settings)
        for result in results:
            ratings.add(result)
        return ratings

    def __iter__(self) -> Iterator[str]:
        """The players who have been rated, in the order of their first matches."""
        return iter(self._ratings)

    def add(self, result: Result) -> bool:
        """Rate a match; whether it counted."""
        if not counts(result):
            return False
        before = [self._ratings.get(player, self._first) for player in result.players]
        after = rate(before, result.ranks, result.ended, self.settings)
        self._ratings.update(zip(result.players, after, strict=True))
        return True

    def at(self, player: str, now: float) -> Rating:
        """What is believed of a player at `now`."""
        return aged(self._ratings.get(player, self._first), now, self.settings)

    def last(self, player: str) -> Rating:
        """The rating after the player's last match."""
        return self._ratings.get(player, self._first)


@cache
def worth_of_a_pair(players: int) -> float:
    """
    How much each pair of a match counts.

    The pairs are not independent: who beat the winner likely beat the others too. Each pair counts
    for as much as makes the match worth what a ranking of n equals tells of one of them: its Fisher
    information in the Plackett-Luce model, (n - 1 - 1/2 - ... - 1/n) / n, by that of the n - 1
    pairs, which is a quarter each. Of two players it is 1, of three 7/9, of four 23/36.
    """
    ranking = sum(1 - Fraction(1, left) for left in range(2, players + 1)) / players
    return float(ranking / Fraction(players - 1, 4))


@cache
def _model(settings: RatingSettings) -> ThurstoneMostellerFull:
    return ThurstoneMostellerFull(
        mu=CENTRE,
        sigma=settings.deviation,
        beta=settings.performance,
        epsilon=settings.tie_margin,
        tau=settings.drift_per_match,
        gamma=_undamped,
    )


def _undamped(*_: object) -> float:
    """Let deviations shrink by the whole information of a match; by default openskill slows it."""
    return 1.0

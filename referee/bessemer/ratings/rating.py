"""
The rating of a ladder's players: after every match how strong each seems, and how sure that is.

One posterior of all matches (`posterior.py`); a rating is relative to the mean of all players who have
played, and its interval holds the middle 95 % of what is believed. Players do not change: a new
version of a bot is a player of its own.

The same results in the same order give the same floats, bit for bit, added one by one or at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self, TypeAlias

from bessemer.ratings.results import Result, counts
from bessemer.ratings.scale import CENTRE, Figure

if TYPE_CHECKING:
    from bessemer.ratings.posterior import Belief, Posterior


Columns: TypeAlias = tuple[list[float], list[float], list[float], list[float], list[int]]
"""Means, deviations, lows, highs (around 0) and matches: a list for each, quickly made of arrays."""


class Rating(NamedTuple):
    """What is believed of a player's strength, in points."""

    mean: float
    deviation: float
    low: float
    high: float
    """The 95 % interval. It need not be symmetric."""
    matches: int = 0

    @property
    def figure(self) -> Figure:
        """The mean with its interval."""
        return Figure(self.mean, self.low, self.high)


class RatingTable:
    """The ratings of all players after some match; it never changes."""

    def __init__(self, numbers: Mapping[str, int], columns: Columns, newcomer: Rating) -> None:
        self._numbers = numbers
        self._columns = columns
        self._newcomer = newcomer

    def rating(self, player: str) -> Rating:
        """What is believed of a player; of one who has not played what is believed of anybody."""
        matches = self._columns[-1]
        number = self._numbers.get(player, len(matches))
        # Who came since is in the numbers and not yet here.
        return _at(self._columns, number) if number < len(matches) else self._newcomer


class Ratings:
    """The ratings of all players of one ladder."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        """Of the players, in the order of their first matches."""
        self._matches: list[int] = []
        self._early: list[str] = []
        """Who lost by withholding before there was a match: a rating is relative to others."""
        self._posterior: Posterior | None = None
        self._table: RatingTable | None = None

    @classmethod
    def rebuilt(cls, results: Iterable[Result]) -> Self:
        """The ratings after `results`, in this order."""
        ratings = cls()
        for result in results:
            ratings.add(result)
        return ratings

    def __iter__(self) -> Iterator[str]:
        """The players who have been rated, in the order of their first matches."""
        return iter(self._numbers)

    def add(self, result: Result) -> bool:
        """Rate a match, or the loss of those who withheld; whether there was anything to rate."""
        from bessemer.ratings.likelihood import groups_of

        if counts(result):
            placed = sorted(zip(result.ranks, result.players, strict=True))
            self._take_in([player for _, player in placed], groups_of(result.ranks))
        self._early += result.losers
        if self._posterior is not None:
            for player in self._early:
                self._take_in([player], (1,))
            self._early.clear()
        return counts(result) or bool(result.losers)

    def _take_in(self, placed: Sequence[str], groups: tuple[int, ...]) -> None:
        from bessemer.ratings.sparse_posterior import of_size

        for player in sorted(placed):  # in which seats they sat does not matter
            if player not in self._numbers:
                self._numbers[player] = len(self._numbers)
                self._matches.append(0)
            self._matches[self._numbers[player]] += 1
        self._posterior = of_size(self._posterior, len(self._numbers))
        self._posterior.add(tuple(self._numbers[player] for player in placed), groups)
        self._table = None

    def rating(self, player: str) -> Rating:
        """What is believed of a player now."""
        return self.table().rating(player)

    def of(self, players: Sequence[str]) -> list[Rating]:
        """The same of a few players: after every match of many this is quicker than the table."""
        known = [player for player in players if player in self._numbers]
        columns = self._columns([self._numbers[player] for player in known])
        found = {player: _at(columns, place) for place, player in enumerate(known)}
        return [found.get(player) or self._newcomer() for player in players]

    def table(self) -> RatingTable:
        """What is believed of all players now."""
        if self._table is None:
            columns = self._columns(range(len(self._numbers)))
            self._table = RatingTable(self._numbers, columns, self._newcomer())
        return self._table

    def _columns(self, numbers: Sequence[int]) -> Columns:
        if self._posterior is None or not numbers:
            return [], [], [], [], []
        matches = [self._matches[number] for number in numbers]
        return _columns_of(self._posterior.belief().some(numbers), matches)

    def _newcomer(self) -> Rating:
        from bessemer.ratings.sparse_posterior import of_size

        posterior = of_size(self._posterior, len(self._numbers))
        return _at(_columns_of(posterior.newcomer(), [0]), 0)


def _columns_of(belief: "Belief", matches: list[int]) -> Columns:
    """Ratings from what is believed of players and from how many matches they have played."""
    from bessemer.ratings.intervals import interval_95, moments

    mean, deviation = moments(*belief)
    low, high = interval_95(*belief)
    return mean.tolist(), deviation.tolist(), low.tolist(), high.tolist(), matches


def _at(columns: Columns, place: int) -> Rating:
    mean, deviation, low, high, matches = columns
    return Rating(
        CENTRE + mean[place],
        deviation[place],
        CENTRE + low[place],
        CENTRE + high[place],
        matches[place],
    )

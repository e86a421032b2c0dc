"""Meetings: what a group has played in a round of a format, and who did how well in it."""

from fractions import Fraction
from typing import NamedTuple

from bessemer.ratings.results import Result

_BETTER, _LEVEL = Fraction(1), Fraction(1, 2)


class Meeting(NamedTuple):
    """
    One set-up that a group plays under all its seatings.

    Everything is exact: who is level is level, whatever the order in which results are added.
    """

    players: tuple[str, ...]
    results: tuple[Result, ...] = ()
    matches: int = 1
    """The number of its matches; it is over when each of them has a result."""

    @property
    def is_over(self) -> bool:
        """Whether all its matches have results; until then it gives nobody any points."""
        return len(self.results) == self.matches

    @property
    def withheld(self) -> tuple[str, ...]:
        """The players who withheld their bytes or were out: matches were not played, and lost by them."""
        lost = (player for result in self.results for player in result.losers)
        return tuple(dict.fromkeys(lost))

    def against(self, player: str, other: str) -> Fraction:
        """The share of the matches in which a player was placed above another, ties counting half."""
        total = Fraction(0)
        for result in self.results:
            mine, theirs = (result.ranks[result.players.index(one)] for one in (player, other))
            total += _BETTER if mine < theirs else _LEVEL if mine == theirs else 0
        return total / len(self.results)

    def points(self, player: str) -> Fraction:
        """The share of the others above whom it was placed, on average over all matches: 0 to 1."""
        others = [other for other in self.players if other != player]
        return sum((self.against(player, other) for other in others), Fraction(0)) / len(others)

    def wins(self, player: str) -> Fraction:
        """The share of the matches that it won; a shared win is split."""
        total = Fraction(0)
        for result in self.results:
            if result.ranks[result.players.index(player)] == min(result.ranks):
                total += Fraction(1, result.ranks.count(min(result.ranks)))
        return total / len(self.results)

    def score(self, player: str) -> int:
        """Its scores in all matches, as the game counts them; 0 in a match that has none."""
        return sum(
            result.scores[result.players.index(player)] for result in self.results if result.scores
        )


class PlayedRound(NamedTuple):
    """A round as far as it has been played."""

    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all its meetings are over."""
        return all(meeting.is_over for meeting in self.meetings)

"""The course of a ladder: every player's matches in order, and the rating before and after each."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bessemer.ratings.rating import Rating, Ratings
from bessemer.ratings.results import Result

MOST_POINTS: Final = 300
"""A picture shows no more points of one line than this."""


class CourseMatch(NamedTuple):
    """One match of one player."""

    result: Result
    seat: int
    number: int | None
    """Its number among the ladder's matches that count, from 1; `None` if it does not count."""
    before: Rating
    """Just before it: the matches of others have moved it, too, since the player's last one."""
    after: Rating


class Point(NamedTuple):
    """The rating of a player after a match, with the 95 % interval."""

    number: int
    """After so many of the ladder's matches that count."""
    ended: float
    mean: float
    low: float
    high: float


class RatingCourse(NamedTuple):
    """The matches of everybody, in the order of rating."""

    ratings: Ratings
    played: dict[str, list[CourseMatch]]
    """By player, those that do not count too."""
    counted: int
    """The number of matches that count."""


def followed(results: Sequence[Result]) -> RatingCourse:
    """The ratings after all `results`, as `Ratings.rebuilt` has them, and how they developed."""
    ratings = Ratings()
    played: dict[str, list[CourseMatch]] = {}
    counted = 0
    for result in results:
        before = ratings.of(result.players)
        has_counted = ratings.add(result)
        after = ratings.of(result.players) if has_counted else before
        counted += has_counted
        for seat, player in enumerate(result.players):
            if player:
                is_own = not result.is_withheld or player in result.losers
                number = counted if has_counted and is_own else None
                one = CourseMatch(result, seat, number, before[seat], after[seat])
                played.setdefault(player, []).append(one)
    return RatingCourse(ratings, played, counted)


def points(course: RatingCourse, player: str, now: float) -> tuple[Point, ...]:
    """A player's rating over time, thinned: from before the first match until `now`."""
    matches = [one for one in course.played[player] if one.number is not None]
    first = matches[0]
    line = [_point((first.number or 1) - 1, first.result.ended, first.before)]
    line += [_point(one.number or 0, one.result.ended, one.after) for one in matches]
    last = _point(course.counted, now, course.ratings.rating(player))
    return (*thinned(line, MOST_POINTS - 1), last)


def thinned(line: Sequence[Point], most: int) -> tuple[Point, ...]:
    """At most so many of the points, two at least, evenly chosen, the first and last among them."""
    if len(line) <= most:
        return tuple(line)
    step = (len(line) - 1) / (most - 1)
    return tuple(line[round(at * step)] for at in range(most))


def _point(number: int, ended: float, rating: Rating) -> Point:
    mean, low, high = rating.figure
    return Point(number, ended, mean, low, high)

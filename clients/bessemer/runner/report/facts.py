"""A ladder's report: everything that tables, files, the picture and the page say, computed once."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from statistics import fmean
from typing import NamedTuple, Self

from bessemer.ladder.entrants import Entrant, is_among, is_meant
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.matches.bot_reports import ReportedCosts
from bessemer.matches.records import Fault
from bessemer.ratings.results import Result, counts
from bessemer.ratings.scale import Figure, share_figure
from bessemer.ratings.standings import Matchup, Standing, matchups, share_of_win, standings
from bessemer.runner.bots.bot_failures import BotFailure
from bessemer.runner.report.course import CourseMatch, Point, followed, points
from bessemer.suggestions import did_you_mean


class UnknownPlayer(ValueError):
    """A player who has no match in this ladder was asked for."""


class LadderFacts(NamedTuple):
    """The facts of a ladder that do not follow from its results."""

    name: str
    game: str
    options: Mapping[str, str]
    season: str
    seats: int
    is_frozen: bool
    voided: int
    """The number of matches that were voided; they are not among the results."""
    now: float
    """Seconds since the epoch: when the report was made."""
    retired: tuple[str, ...] = ()
    """The players that a newer version of their name has replaced."""
    disqualified: tuple[str, ...] = ()
    """The players who are no longer drawn: names, which mean all their versions, or `name:version`."""
    people: frozenset[str] = frozenset()
    """The names of people; all others are bots."""


class Faults(NamedTuple):
    """The faults at a player's seats, in matches that count."""

    bot: int
    network: int
    last: str
    """The message of the last one."""


class StandingRow(NamedTuple):
    """A player's place in the standings."""

    place: int
    """From 1; 0 for a disqualified player."""
    standing: Standing
    faults: Faults
    is_retired: bool
    """Whether a newer version of the name has replaced it."""
    is_person: bool = False
    costs: ReportedCosts | None = None
    """What its language model has cost in all its matches, if it reports that."""

    @property
    def place_text(self) -> str:
        """For people; nothing for a disqualified player."""
        return str(self.place or "")


@dataclass(frozen=True, slots=True)
class LadderReport:
    """All there is to say of a ladder."""

    facts: LadderFacts
    counted: tuple[Result, ...]
    """The results that count, in the order of rating."""
    uncounted: int
    """The number of results that do not count."""
    withheld: int
    """The number of matches that were not played, since somebody withheld: lost for those alone."""
    rows: tuple[StandingRow, ...]
    """The best first."""
    matchups: Mapping[tuple[str, str], Matchup]
    histories: Mapping[str, tuple[Point, ...]]
    """Everybody's rating over time, thinned for pictures; in the order of the standings."""
    played: Mapping[str, Sequence[CourseMatch]]
    """Everybody's matches in order."""
    wins_by_seat: tuple[Figure | None, ...]
    """The share of wins of each seat, of all players together."""
    days: Mapping[str, int]
    """The number of matches that count by the day (in UTC) on which they ended, for every day with any."""
    failures: tuple[BotFailure, ...] = ()
    """The failures of the bots' programs, where they are known."""
    outcome: FormatResult | None = None
    """The result of a format with rounds, where its plan is known."""

    @classmethod
    def of(cls, facts: LadderFacts, results: Sequence[Result]) -> Self:
        """The report of `results`, which are in the order of rating; some may not count."""
        course = followed(results)
        counted = tuple(result for result in results if counts(result))
        figures = {player: course.ratings.rating(player).figure for player in course.ratings}
        withheld = tuple(result for result in results if result.losers)
        faults, costs = _faults((*counted, *withheld)), _costs(counted)
        found = standings(results, figures)
        out = {one.player for one in found if is_among(one.player, facts.disqualified)}
        good = [one for one in found if one.player not in out]
        rows = tuple(
            StandingRow(
                place,
                one,
                faults[one.player],
                one.player in facts.retired,
                Entrant.parse(one.player).name in facts.people,
                costs.get(one.player),
            )
            for place, one in (
                *enumerate(good, start=1),
                *((0, one) for one in found if one.player in out),
            )
        )
        return cls(
            facts=facts,
            counted=counted,
            uncounted=len(results) - len(counted) - len(withheld),
            withheld=len(withheld),
            rows=rows,
            matchups=matchups(counted),
            histories={
                row.standing.player: points(course, row.standing.player, facts.now) for row in rows
            },
            played=course.played,
            wins_by_seat=_wins_by_seat(counted),
            days=_days(counted),
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody in the standings, the best first."""
        return tuple(row.standing.player for row in self.rows)

    def last_matches(self, player: str, most: int) -> list[CourseMatch]:
        """
        The last matches of a player, or of all versions of a name, at most so many, the newest first.

        Raises:
            UnknownPlayer: nobody of this name has played.
        """
        matches = self.matches_of(player)
        if not matches:
            hint = did_you_mean(player, self.played)
            raise UnknownPlayer(
                f"player {player!r} has no match in the ladder {self.facts.name!r}{hint}"
            )
        return matches[: -most - 1 : -1]

    def matches_of(self, player: str) -> list[CourseMatch]:
        """All matches of a player, or of all versions of a name, in order."""
        meant = [self.played[one] for one in self.played if is_meant(one, player)]
        if len(meant) == 1:
            return list(meant[0])
        return sorted(chain.from_iterable(meant), key=lambda one: one.result.ended)


def _faults(counted: Iterable[Result]) -> Mapping[str, Faults]:
    found: defaultdict[str, Faults] = defaultdict(lambda: Faults(0, 0, ""))
    for result in counted:
        for fault in result.faults:
            player = result.players[fault.seat]
            bot, network, _ = found[player]
            found[player] = Faults(
                bot + (fault.fault is Fault.PLAYER),
                network + (fault.fault is Fault.NETWORK),
                fault.message,
            )
    return found


def _costs(counted: Iterable[Result]) -> Mapping[str, ReportedCosts]:
    found: dict[str, ReportedCosts] = {}
    for result in counted:
        for seat, costs in result.costs.items():
            player = result.players[seat]
            found[player] = costs.plus(found[player]) if player in found else costs
    return found


def _wins_by_seat(counted: Sequence[Result]) -> tuple[Figure | None, ...]:
    """Each seat's share of wins over blocks: what is independent are these."""
    seats: defaultdict[int, defaultdict[str, list[float]]]
    seats = defaultdict(lambda: defaultdict(list))
    for result in counted:
        for seat in range(len(result.players)):
            seats[seat][result.unit].append(share_of_win(result.ranks, seat))
    return tuple(
        share_figure([fmean(shares) for shares in seats[seat].values()]) for seat in sorted(seats)
    )


def _days(counted: Iterable[Result]) -> Mapping[str, int]:
    # A result that does not say when it ended has 0.
    ends = (datetime.fromtimestamp(result.ended, UTC) for result in counted if result.ended)
    return dict(sorted(Counter(end.date().isoformat() for end in ends).items()))

"""The result of a format with rounds, as it follows from its plan and the history."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from bessemer.ladder.entrants import is_among
from bessemer.ladder.formats.bracket import Bracket, bracket
from bessemer.ladder.formats.meetings import PlayedRound
from bessemer.ladder.formats.points_table import PointsRow, points_table
from bessemer.ladder.tournament.known_results import LostMatches
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import Format
from bessemer.ratings.results import Result


@dataclass(frozen=True, slots=True)
class FormatResult:
    """A Swiss, round robin, gauntlet or knock-out as far as it has been played."""

    format: Format
    seeds: tuple[str, ...]
    """The players, the first seed first."""
    rounds: tuple[PlayedRound, ...]
    """Those that were drawn; those that are known beforehand all."""
    rounds_in_all: int
    table: tuple[PointsRow, ...] = ()
    """Of a format with points, the best first; who is disqualified comes last and has place 0."""
    bracket: Bracket | None = None
    """Of a knock-out."""
    out: frozenset[str] = frozenset()
    """The players who are disqualified."""

    @classmethod
    def of(cls, plan: LadderPlan, past: Sequence[Result], lost: LostMatches) -> Self:
        """The result of a plan of a format with rounds, by what was played."""
        rounds = tuple(plan.played(past, lost))
        out = frozenset(player for player in plan.players if is_among(player, lost.disqualified))
        return cls.of_rounds(plan.format, plan.seats, plan.players, rounds, plan.rounds_in_all, out)

    @classmethod
    def of_rounds(
        cls,
        format_: Format,
        seats: int,
        seeds: tuple[str, ...],
        rounds: tuple[PlayedRound, ...],
        rounds_in_all: int,
        out: frozenset[str],
    ) -> Self:
        """The result by the rounds that were drawn, as far as they were played."""
        given = format_, seeds, rounds, rounds_in_all
        if format_ is Format.KNOCKOUT:
            return cls(*given, bracket=bracket(seeds, seats, rounds), out=out)
        rows = points_table(seeds, rounds, is_even=format_ is Format.SWISS)
        return cls(*given, table=tuple(_placed(rows, out)), out=out)

    @property
    def over(self) -> int:
        """The number of rounds that are over."""
        return sum(each.is_over for each in self.rounds)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self.over == self.rounds_in_all

    @property
    def winners(self) -> tuple[str, ...]:
        """The champion, or who is level at the top of the table; nobody until it is over."""
        if not self.is_over:
            return ()
        if self.bracket is not None:
            return (self.bracket.champion,) if self.bracket.champion else ()
        return tuple(row.player for row in self.table if row.place == 1)


def _placed(rows: Sequence[PointsRow], out: frozenset[str]) -> list[PointsRow]:
    """Places without those who are out, who come last."""
    good = [row for row in rows if row.player not in out]
    places = [row.place for row in good]
    return [
        *(row._replace(place=1 + sum(place < row.place for place in places)) for row in good),
        *(row._replace(place=0) for row in rows if row.player in out),
    ]

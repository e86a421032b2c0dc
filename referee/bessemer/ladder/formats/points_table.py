"""The table of a format with points: Swiss, round robin and gauntlet, with tie-breaks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bessemer.ladder.formats.meetings import Meeting, PlayedRound

BYE_POINTS: Final = 1


class PointsRow(NamedTuple):
    """A line of the table."""

    place: int
    """From 1; players who are level in everything share it."""
    player: str
    points: Fraction
    """A meeting gives 0 to 1, a bye 1."""
    meetings: int
    """The number of those that are over, without byes."""
    byes: int
    wins: Fraction
    """Meetings won; a win in half of the matches of a meeting is half a win."""
    buchholz: Fraction
    """The points of all opponents."""
    sonneborn_berger: Fraction
    """The points of the opponents above whom it was placed."""

    @property
    def average(self) -> Fraction:
        """The points of a meeting, byes included; 0 before the first."""
        return self.points / max(self.meetings + self.byes, 1)


def points_table(
    seeds: Sequence[str], rounds: Iterable[PlayedRound], *, is_even: bool = True
) -> list[PointsRow]:
    """
    The players, the best first; those who share a place in the order of `seeds`.

    Where everybody plays equally often (`is_even`), points count, then Buchholz, Sonneborn-Berger and
    wins. Otherwise all of that is taken per meeting, and Buchholz says nothing: who meets whom is
    fixed. `docs/ratings.md` has the definitions.
    """
    played = list(rounds)
    meetings = [one for each in played for one in each.meetings if one.is_over]
    byes = Counter(player for each in played for player in each.byes)
    points = {player: Fraction(BYE_POINTS * byes[player]) for player in seeds}
    wins = dict.fromkeys(seeds, Fraction(0))
    count: Counter[str] = Counter()
    for meeting in meetings:
        count.update(meeting.players)
        for player in meeting.players:
            points[player] += meeting.points(player)
            wins[player] += meeting.wins(player)
    often = {player: Fraction(max(count[player] + byes[player], 1)) for player in seeds}
    per = dict.fromkeys(seeds, Fraction(1)) if is_even else often
    worth = {player: points[player] / per[player] for player in seeds}
    # As in chess, a bye is a win against an opponent with the player's own points.
    buchholz = {player: byes[player] * worth[player] for player in seeds}
    sonneborn = dict(buchholz)
    for meeting in meetings:
        for player in meeting.players:
            faced, beaten = _opponents(meeting, player, worth)
            buchholz[player] += faced
            sonneborn[player] += beaten

    def key(player: str) -> tuple[Fraction, ...]:
        found = (worth, buchholz, sonneborn, wins) if is_even else (worth, sonneborn, wins)
        return tuple(values[player] / (1 if values is worth else per[player]) for values in found)

    keys = {player: key(player) for player in seeds}
    order = sorted(seeds, key=keys.__getitem__, reverse=True)  # stable, also in reverse
    place = {keys[player]: at for at, player in reversed(list(enumerate(order, 1)))}
    return [
        PointsRow(
            place[keys[player]],
            player,
            points[player],
            count[player],
            byes[player],
            wins[player],
            buchholz[player] / per[player],
            sonneborn[player] / per[player],
        )
        for player in order
    ]


def _opponents(
    meeting: Meeting, player: str, worth: dict[str, Fraction]
) -> tuple[Fraction, Fraction]:
    """The mean of what the others at the table are worth; the same of those whom it beat."""
    faced = beaten = Fraction(0)
    others = [other for other in meeting.players if other != player]
    for other in others:
        faced += worth[other]
        beaten += meeting.against(player, other) * worth[other]
    return faced / len(others), beaten / len(others)

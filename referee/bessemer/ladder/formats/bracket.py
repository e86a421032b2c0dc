"""The bracket of a knock-out: who met whom, who advanced and why, and the champion."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from bessemer.ladder.formats.knockout import Knockout
from bessemer.ladder.formats.meetings import Meeting, PlayedRound


class DecidedBy(StrEnum):
    """What separates the last player who advances from the first who does not."""

    PLACEMENT = "placement"
    """More of the others beaten: the usual way."""
    WINS = "wins"
    """Level; then more matches of the series won."""
    SCORE = "score"
    """Level in both; then the larger sum of the scores that the game counts."""
    SEED = "seed"
    """Level in all of that; then the better seed."""
    NOT_PLAYED = "not played"
    """Somebody withheld its bytes or was out, so that it lost matches that were not played."""


class Series(NamedTuple):
    """A meeting of a knock-out."""

    meeting: Meeting
    order: tuple[str, ...]
    """Its players: the best first if it is over, otherwise as they were drawn."""
    advancing: tuple[str, ...] = ()
    """Those of them who advance, in the final the champion; none until it is over."""
    decided_by: DecidedBy | None = None


class BracketRound(NamedTuple):
    """A round of the bracket."""

    series: tuple[Series, ...]
    byes: tuple[str, ...]
    is_final: bool


class BracketPlace(NamedTuple):
    """How far a player came."""

    place: int
    """From 1; those who were knocked out in the same round share it, but not the players of the final."""
    player: str
    rounds: int
    """The number of rounds that it reached, byes included."""
    is_in: bool
    """Whether it may still win."""


class Bracket(NamedTuple):
    """A knock-out as far as it has been played."""

    rounds: tuple[BracketRound, ...]
    places: tuple[BracketPlace, ...]
    champion: str | None


def in_order(meeting: Meeting, seeds: Sequence[str]) -> tuple[str, ...]:
    """The players of a series that is over, the best first; no two of them are level."""
    return tuple(sorted(meeting.players, key=lambda one: _merits(meeting, one, seeds)))


def bracket(seeds: Sequence[str], seats: int, played: Iterable[PlayedRound]) -> Bracket:
    """The bracket of a knock-out of these seeds, of which these rounds were drawn."""
    cup = Knockout(seeds, seats)
    rounds: list[BracketRound] = []
    for each in played:
        is_final = cup.is_final
        count = 1 if is_final else cup.advance
        series = tuple(_series(meeting, count, seeds) for meeting in each.meetings)
        rounds.append(BracketRound(series, each.byes, is_final))
        if each.is_over:
            cup.record([one.order for one in series])
    return Bracket(tuple(rounds), tuple(_places(seeds, rounds)), cup.winner)


def rounds_of(players: int, seats: int) -> int:
    """The number of rounds of a knock-out, whoever wins."""
    cup = Knockout(tuple(map(str, range(players))), seats)
    count = 0
    while groups := cup.next_round().matches:
        cup.record(groups)
        count += 1
    return count


def _merits(
    meeting: Meeting, player: str, seeds: Sequence[str]
) -> tuple[Fraction, Fraction, int, int]:
    """The less the better."""
    return (
        -meeting.points(player),
        -meeting.wins(player),
        -meeting.score(player),
        seeds.index(player),
    )


def _series(meeting: Meeting, count: int, seeds: Sequence[str]) -> Series:
    if not meeting.is_over:
        return Series(meeting, meeting.players)
    order = in_order(meeting, seeds)
    advancing = order[:count]
    last, first = (_merits(meeting, order[at], seeds) for at in (count - 1, count))
    ways = (DecidedBy.PLACEMENT, DecidedBy.WINS, DecidedBy.SCORE, DecidedBy.SEED)
    how = next(way for way, one, two in zip(ways, last, first, strict=True) if one != two)
    if how is DecidedBy.PLACEMENT and order[count] in meeting.withheld:
        how = DecidedBy.NOT_PLAYED
    return Series(meeting, order, advancing, how)


def _places(seeds: Sequence[str], rounds: Sequence[BracketRound]) -> list[BracketPlace]:
    """Who came farther is placed higher; the players of the final as it ended."""
    reached = dict.fromkeys(seeds, 0)
    is_in = dict.fromkeys(seeds, True)
    best = dict.fromkeys(seeds, 0)
    for number, each in enumerate(rounds, 1):
        for player in each.byes:
            reached[player] = number
        for series in each.series:
            for at, player in enumerate(series.order):
                reached[player] = number
                if series.advancing:
                    is_in[player] = player in series.advancing
                    best[player] = at if each.is_final else 0

    def key(player: str) -> tuple[bool, int, int]:
        return not is_in[player], -reached[player], best[player]

    order = sorted(seeds, key=key)
    place = {key(player): at for at, player in reversed(list(enumerate(order, 1)))}
    return [
        BracketPlace(place[key(player)], player, reached[player], is_in[player]) for player in order
    ]

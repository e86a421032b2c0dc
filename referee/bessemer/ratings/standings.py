"""The standings and the matchup matrix: what the results say of every player, with intervals."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from bessemer.matches.records import Fault
from bessemer.ratings.results import Result, counts, placement, placement_share
from bessemer.ratings.scale import Figure, median_figure, share_figure

_OWN_FAULTS: Final = frozenset({Fault.PLAYER, Fault.NETWORK})

Units = dict[str, list[float]]
"""Values by the block, or the match that stands alone, in which they were found."""


class Standing(NamedTuple):
    """How one player stands; every figure has its 95 % interval."""

    player: str
    matches: int
    rating: Figure
    wins: Figure | None
    """The share of matches won, a shared win counting as a share."""
    wins_by_seat: tuple[Figure | None, ...]
    """The same by seat; `None` for a seat never taken."""
    placement: Figure | None
    """The share of the others above whom it was placed, ties counting half."""
    median_score: Figure | None
    faults: int
    """In how many matches its seat had a fault of its own or of its network."""


class Matchup(NamedTuple):
    """How one player did against one other."""

    matches: int
    share: Figure
    """In what share of them it was placed above the other, ties counting half."""


class _Record:
    """What is gathered of one player."""

    def __init__(self) -> None:
        self.matches = 0
        self.wins: Units = defaultdict(list)
        self.by_seat: dict[int, Units] = defaultdict(lambda: defaultdict(list))
        self.placement: Units = defaultdict(list)
        self.scores: list[float] = []
        self.faults = 0

    def add(self, result: Result, seat: int) -> None:
        """A match that was played, or that this seat has lost by withholding."""
        win = share_of_win(result.ranks, seat)
        self.matches += 1
        self.wins[result.unit].append(win)
        self.by_seat[seat][result.unit].append(win)
        self.placement[result.unit].append(placement_share(result.ranks, seat))
        if result.scores:
            self.scores.append(result.scores[seat])
        self.faults += any(
            fault.seat == seat and fault.fault in _OWN_FAULTS for fault in result.faults
        )


def standings(results: Iterable[Result], ratings: Mapping[str, Figure]) -> list[Standing]:
    """Everybody with a rating, the best first, from those `results` that count."""
    records: defaultdict[str, _Record] = defaultdict(_Record)
    seats = 0
    for result in results:
        if counts(result):
            seats = max(seats, len(result.players))
            for seat, player in enumerate(result.players):
                records[player].add(result, seat)
        for player in result.losers:
            records[player].add(result, result.players.index(player))
    rows = [
        Standing(
            player=player,
            matches=records[player].matches,
            rating=rating,
            wins=_share(records[player].wins),
            wins_by_seat=tuple(_share(records[player].by_seat[seat]) for seat in range(seats)),
            placement=_share(records[player].placement),
            median_score=median_figure(records[player].scores),
            faults=records[player].faults,
        )
        for player, rating in ratings.items()
    ]
    return sorted(rows, key=lambda row: (-row.rating.value, row.player))


def matchups(results: Iterable[Result]) -> dict[tuple[str, str], Matchup]:
    """Of every two players who met how the first did against the second, from what counts."""
    found: defaultdict[tuple[str, str], Units] = defaultdict(lambda: defaultdict(list))
    for result in results:
        if counts(result):
            placed = list(zip(result.players, result.ranks, strict=True))
            for player, rank in placed:
                for other, theirs in placed:
                    if other != player:
                        found[player, other][result.unit].append(placement(rank, theirs))
    rows = {}
    for pair, units in found.items():
        share = _share(units)
        if share is not None:
            rows[pair] = Matchup(sum(map(len, units.values())), share)
    return rows


def share_of_win(ranks: Sequence[int], seat: int) -> float:
    """1 for a win, an equal share of it for a shared one, else 0."""
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def _share(units: Units) -> Figure | None:
    """The mean over the units, which are independent; their matches are not."""
    return share_figure([fmean(values) for values in units.values()])

"""The result of a match, as a ladder knows it: who sat where, who was placed above whom, and whose fault."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from bessemer.matches.bot_reports import ReportedCosts
from bessemer.matches.records import Fault, MatchResult, MatchSpec, SeatFault, Status, final_ranks

# Neither player nor bot could have prevented these.
_NOBODYS_RESULT: Final = frozenset({Fault.REFEREE, Fault.ORGANISER})


@dataclass(frozen=True, slots=True)
class Result:
    """A finished match, or one that was withheld."""

    match_id: str
    players: tuple[str, ...]
    """By seat."""
    ranks: tuple[int, ...]
    """By seat; 1 is best, and tied seats share a rank."""
    scores: tuple[int, ...] = ()
    """By seat, what the game counts."""
    ended: float = 0.0
    """Seconds since the epoch."""
    block: str = ""
    """The same for all matches of one block, "" for a match that stands alone."""
    faults: tuple[SeatFault, ...] = ()
    is_withheld: bool = False
    """Whether it was not played, since seats withheld their bytes: `ranks` only says that they lost."""
    costs: Mapping[int, ReportedCosts] = field(default_factory=dict, hash=False)
    """By seat, what a language model has cost; of bots that report it."""

    @property
    def losers(self) -> tuple[str, ...]:
        """The players who withheld, and have lost; nobody else has won."""
        seats = sorted(fault.seat for fault in self.faults) if self.is_withheld else ()
        return tuple(dict.fromkeys(filter(None, (self.players[seat] for seat in seats))))

    @property
    def unit(self) -> str:
        """The block, or the match if it stands alone: what is independent of all other units."""
        return self.block or self.match_id


def result_from(
    spec: MatchSpec, players: tuple[str, ...], ending: MatchResult | None
) -> Result | None:
    """The result of a match, `None` of one that was aborted; matches with one seed are one block."""
    if ending is None or ending.status not in (Status.FINISHED, Status.WITHHELD):
        return None
    block = spec.block or sha256(spec.seed).hexdigest()[:16]
    return result_of(spec.match_id, players, ending, block)


def result_of(match_id: str, players: tuple[str, ...], ending: MatchResult, block: str) -> Result:
    """The result of a match that ended so."""
    is_withheld = ending.status is Status.WITHHELD
    ranks = ending.ranks
    if is_withheld:
        ranks = final_ranks((1,) * len(players), {fault.seat for fault in ending.seat_faults})
    return Result(
        match_id=match_id,
        players=players,
        ranks=ranks,
        scores=ending.scores,
        ended=ending.ended,
        block=block,
        faults=ending.seat_faults,
        is_withheld=is_withheld,
    )


def is_theirs(result: Result) -> bool:
    """Whether the players alone brought it about, and neither the referee nor an organiser."""
    return not any(fault.fault in _NOBODYS_RESULT for fault in result.faults)


def counts(result: Result) -> bool:
    """
    Whether a result may move ratings and stand in standings.

    A bot's own fault and its network's count as they were ranked: last. What was the referee's or
    the organiser's fault does not count, nor does a match in which a player met itself or nobody
    is known to have sat; one that was withheld counts for its `losers` alone.
    """
    return (
        not result.is_withheld
        and len(result.players) > 1
        and "" not in result.players
        and len(set(result.players)) == len(result.players)
        and len(result.ranks) == len(result.players)
        and is_theirs(result)
    )


def placement(rank: int, other: int) -> float:
    """1 if `rank` is placed above `other`, a half if they are tied, else 0."""
    return 0.5 if rank == other else float(rank < other)


def placement_share(ranks: tuple[int, ...], seat: int) -> float:
    """The share of the others that a seat is placed above, a tie counting half: from 0 to 1."""
    mine = ranks[seat]
    beaten = sum(placement(mine, other) for at, other in enumerate(ranks) if at != seat)
    return beaten / (len(ranks) - 1)

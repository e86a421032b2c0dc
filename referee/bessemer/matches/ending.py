"""
How a match ends: played out, aborted, or withheld; then the end is written, told, and in time forgotten.

From the moment that a match has a result no move is accepted. Its end and its replay file are made durable
together, and only then does anybody hear of it.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Ended,
    Fault,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SeatFault,
    Status,
)

if TYPE_CHECKING:
    from bessemer.matches.registry import MatchRegistry

RECENT: Final = 256
"""How many ended matches stay in memory, so that a seat that was away learns of the end."""

WriteReplay = Callable[
    [MatchSpec, tuple[str, ...], float, list[MoveRecord], MatchResult, ChanceMix | None], bytes
]
"""Makes the replay file of a match: its spec, players, start, moves, result and chance."""


class MatchEnder:
    """Takes matches from their last move to the point at which the registry no longer knows them."""

    def __init__(self, registry: "MatchRegistry", write_replay: WriteReplay, recent: int) -> None:
        """`recent` ended matches stay in memory."""
        self._registry = registry
        self._write_replay = write_replay
        self._most_recent = recent
        self._log: structlog.stdlib.BoundLogger = structlog.get_logger()

    def played_out(self, match: Match) -> None:
        """End a match by its rules."""
        self._end(match, match.outcome(self._registry.wall()))

    def abort(
        self, match: Match, fault: Fault, message: str, seats: tuple[SeatFault, ...] = ()
    ) -> None:
        """End a match without an outcome."""
        if match.result is None:
            match.tally.aborted(fault, seats)
            result = MatchResult(
                Status.ABORTED,
                self._registry.wall(),
                seat_faults=seats,
                fault=fault,
                message=message,
                events=tuple(match.events),
                turn=match.turn,
            )
            self._end(match, result)

    def withheld(self, match: Match, seats: tuple[SeatFault, ...]) -> None:
        """End a match that cannot be set up, since these seats withhold their bytes."""
        match.tally.aborted(Fault.PLAYER, seats)
        one = ", ".join(str(fault.seat) for fault in seats)
        message = f"seat {one} did not reveal its bytes: no cards were dealt"
        ended = self._registry.wall()
        self._end(
            match,
            MatchResult(
                Status.WITHHELD, ended, seat_faults=seats, fault=seats[0].fault, message=message
            ),
        )

    def broken(self, match: Match) -> None:
        """A bug of ours: the match cannot go on, the others do."""
        self._log.exception("match broken", match_id=match.spec.match_id)
        self.abort(match, Fault.REFEREE, "the referee failed; the match is not rated")

    def _end(self, match: Match, result: MatchResult) -> None:
        match.result = result  # from here on no move is accepted
        for seated in match.seats:
            self._registry.excuses.end(seated)
        spec = match.spec
        players = tuple(seated.player for seated in match.seats)
        replay = None
        if match.started is not None:
            replay = self._write_replay(
                spec, players, match.started, match.records, result, match.mix
            )
        is_withheld = result.status is Status.WITHHELD
        self._registry.journal.append(
            Ended(
                spec.match_id,
                result,
                replay,
                is_rated=bool(spec.ladder) and (is_withheld or result.status is Status.FINISHED),
                mix=match.mix if is_withheld else None,
            ),
            partial(self._ended, match, result),
        )

    def _ended(self, match: Match, result: MatchResult) -> None:
        """The end is durable: everybody may know."""
        registry, match_id = self._registry, match.spec.match_id
        self._log.info(
            "match ended",
            match_id=match_id,
            game=match.spec.game,
            ladder=match.spec.ladder or None,
            players=[seated.player for seated in match.seats],
            status=result.status.value,
            ranks=result.ranks,
            fault=result.fault.value if result.fault else None,
            seconds=None if match.started is None else round(result.ended - match.started, 3),
        )
        match.tally.ended[result.status] += 1
        if match.mix is not None:
            # It may have been aborted while its start was being written.
            registry.open_blocks.gathered(match.spec, match.mix)
        if match.commitments and not match.seed:
            registry.open_blocks.spend(match.spec)
        registry.matches.pop(match_id, None)
        registry.recent[match_id] = match
        if len(registry.recent) > self._most_recent:
            self._forget(registry.recent.popitem(last=False)[1])
        match.end(result)
        registry.ready.extend(match.observers)
        registry.tell_seats(match)
        for listener in registry.listeners:
            listener.match_ended(match)

    def _forget(self, match: Match) -> None:
        for token_id in match.token_ids:
            self._registry.keys.pop(token_id, None)
        for listener in self._registry.listeners:
            listener.match_forgotten(match)

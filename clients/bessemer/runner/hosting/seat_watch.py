"""
The seats of one process of a bot, as its messages show them: when it is asked, and how its matches end.

The host passes these messages on anyway. What it learns from them serves three things: a bot that is
asked nothing may be paused, one that is at fault too often is set aside, and its author is told how long
it thought in each match.
"""

import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple

from google.protobuf.message import DecodeError

from bessemer.processes.processor_times import BotProcesses
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb

_OWN_FAULTS = (match_pb2.FAULT_PLAYER, match_pb2.FAULT_NETWORK)


class WatchedMatch(NamedTuple):
    """A match that a bot has played."""

    match_id: str
    rank: int
    """0 if there was no outcome."""
    seats: int
    decisions: int
    """As many as it answered through this process."""
    seconds: float
    """From each question to its answer."""
    longest: float
    """The longest of these times."""
    fault: str
    """What it did wrong; empty if nothing."""

    def __str__(self) -> str:
        how = f"rank {self.rank} of {self.seats}" if self.rank else "no result"
        told = (
            f"{self.decisions} decisions in {self.seconds:.2f} s, the longest {self.longest:.2f} s"
        )
        return f"match {self.match_id}: {how}, {told}{'; ' * bool(self.fault)}{self.fault}"


@dataclass(slots=True)
class _Seat:
    match_id: str
    number: int
    asked_at: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0


class SeatWatch:
    """Follows the streams of one process."""

    def __init__(
        self,
        processes: BotProcesses,
        process: str,
        ended: Callable[[WatchedMatch], None],
        joined: Callable[[], None],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`joined` is called when the referee lets the process in, `ended` with each match that ends."""
        self._process = process
        self._processes = processes
        self._ended = ended
        self._joined = joined
        self._now = now
        self._seats: dict[Hashable, _Seat] = {}

    def sent(self, stream: Hashable, method: str, data: bytes) -> None:
        """The bot has sent this message on a stream."""
        try:
            if method == "Enlist":
                for envelope in ladder_pb.EnlistRequest.FromString(data).requests:
                    self._request((stream, envelope.channel), envelope.request)
            elif method == "Play":
                self._request((stream, 0), pb.PlayRequest.FromString(data))
        except DecodeError:
            pass  # the referee says so

    def received(self, stream: Hashable, method: str, data: bytes) -> None:
        """The referee has sent this message on a stream."""
        if method == "Enlist":
            response = ladder_pb.EnlistResponse.FromString(data)
            if response.HasField("enlisted"):
                self._joined()
            for envelope in response.responses:
                self._response((stream, envelope.channel), envelope.response)
        elif method == "Play":
            self._response((stream, 0), pb.PlayResponse.FromString(data))

    def closed(self, stream: Hashable) -> None:
        """A stream is over: it asks nothing any longer."""
        for key in [key for key in self._seats if key[0] == stream]:  # type: ignore[index]
            self._answered(key)
            del self._seats[key]

    def _request(self, key: Hashable, request: pb.PlayRequest) -> None:
        if request.HasField("answer") or request.HasField("reveal"):
            self._answered(key)

    def _response(self, key: Hashable, response: pb.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "joined":
                joined = response.joined
                self._seats[key] = _Seat(joined.match.match_id, joined.seat)
            case "decision" | "reveal_request" | "refusal":
                self._asked(key)
            case "ended":
                self._answered(key)
                if (seat := self._seats.pop(key, None)) is not None:
                    self._ended(_played(seat, response.ended.result))
            case "closed":
                self._answered(key)
                self._seats.pop(key, None)

    def _asked(self, key: Hashable) -> None:
        self._processes.asked(self._process, key)
        if seat := self._seats.get(key):
            seat.asked_at = self._now()

    def _answered(self, key: Hashable) -> None:
        self._processes.answered(self._process, key)
        seat = self._seats.get(key)
        if seat is not None and seat.asked_at:
            seconds = self._now() - seat.asked_at
            seat.asked_at = 0.0
            seat.decisions += 1
            seat.seconds += seconds
            seat.longest = max(seat.longest, seconds)


def _played(seat: _Seat, result: match_pb2.MatchResult) -> WatchedMatch:
    faults = [
        one.message
        for one in result.seat_faults
        if one.seat == seat.number and one.fault in _OWN_FAULTS
    ]
    return WatchedMatch(
        seat.match_id,
        result.ranks[seat.number] if seat.number < len(result.ranks) else 0,
        len(result.ranks),
        seat.decisions,
        seat.seconds,
        seat.longest,
        "; ".join(faults),
    )

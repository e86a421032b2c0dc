"""A player who enlisted with a ladder, as its lobby knows them."""

from collections import deque
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.errors import RefereeError
from bessemer.ladder.ladder import Ladder
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.ladders.ladder_messages import ladder_message
from bessemer.rpc.matches.match_messages import match_message
from bessemer.rpc.play.connections import Connection
from bessemer.rpc.play.feed import MatchFeeds, setup_of
from bessemer.rpc.play.sessions import SeatOptions
from bessemer.rpc.play.thinking_slots import Slots
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_service_pb2

MOST_COMMITMENTS: Final = 512


class Who(NamedTuple):
    """The player who enlists, as `LobbyPlayer` has it."""

    name: str
    instance: int | None
    author: str
    is_person: bool


class EnlistedPlayer:
    """A player who enlisted, a name or one version of it: the lobby's `LobbyPlayer`."""

    def __init__(
        self,
        who: Who,
        wanted: pb.Enlistment,
        connection: Connection,
        registry: MatchRegistry,
        feeds: MatchFeeds,
        slots: Slots,
    ) -> None:
        self.name, self.instance, self.author, self.is_person = who
        self.concurrency = wanted.concurrency or 1
        self.takes_challenges = wanted.takes_challenges
        self._slots = slots
        self._wanted = wanted
        self._commitments = deque(wanted.chance_commitments)
        self._connection = connection
        self._registry = registry
        self._feeds = feeds

    def take_commitment(self) -> bytes | None:
        """See `LobbyPlayer`."""
        if self._wanted.assignments_only:
            return None
        return self._commitments.popleft() if self._commitments else b""

    def _keep_commitment(self, commitment: bytes) -> None:
        if len(self._commitments) < MOST_COMMITMENTS:
            self._commitments.append(commitment)

    def seat(self, match: Match, seat: Seat) -> None:
        """Open a channel, or have the client join with a stream of its own."""
        if self._wanted.assignments_only:
            assignment = pb.SeatAssignment(match_id=match.spec.match_id, seat=seat)
            self._send(pb.EnlistResponse(assignments=[assignment]))
            return
        joined = match_service_pb2.Joined(seat=seat, match=match_message(match, self._registry))
        wanted = self._wanted
        options = SeatOptions(
            omit_history=wanted.omit_history,
            with_choices=wanted.with_choices,
            slots=self._slots,
            on_commitment=self._keep_commitment,
        )
        self._connection.add_seat(self._feeds.of(match), seat, joined, options)
        self._registry.join(match, seat, self.name)

    def send_enlisted(self, ladder: Ladder, running: list[Match]) -> None:
        """Send the first message."""
        enlisted = pb.Enlisted(
            ladder=ladder_message(ladder),
            setup=setup_of(ladder.game, ladder.options),
            running=[match.spec.match_id for match in running],
        )
        self._send(pb.EnlistResponse(enlisted=enlisted))

    def dismiss(self, failure: RefereeError) -> None:
        """End the stream."""
        self._connection.stop(failure)

    def release(self) -> None:
        """See `LobbyPlayer`."""
        self._connection.wake()

    def _send(self, response: pb.EnlistResponse) -> None:
        self._connection.send(response.SerializeToString())

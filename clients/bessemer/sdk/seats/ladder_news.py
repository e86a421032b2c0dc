"""What a bot on a ladder logs: that it joined, each result, and its rating now and then."""

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import Any, Final

import grpc

from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as match_pb

_RATING_SECONDS: Final = 600.0
"""How often the rating is asked for, at most."""
_CALL_SECONDS: Final = 30.0
_log: Final = logging.getLogger("bessemer.sdk")


class LadderNews:
    """The log of one bot on one ladder."""

    def __init__(self, channel: grpc.aio.Channel, token: str, ladder: str) -> None:
        self._channel = channel
        self._metadata = metadata_of(token)
        self._ladder = ladder
        self._version = ""
        self._name = ""
        self._has_joined = False
        self._rated_at = time.monotonic()
        self._asking: asyncio.Task[None] | None = None

    def joined(self, version: str) -> None:
        """The referee has let us in, for the first time or again."""
        again = " again" if self._has_joined else ""
        self._has_joined, self._version = True, version
        _log.info(
            "joined ladder %s%s%s", self._ladder, f" as version {version}" * bool(version), again
        )

    def ended(self, end: MatchEnd, players: Sequence[str]) -> None:
        """A match is over."""
        where = f"match {end.match_id}, seat {end.seat}"
        faults = f"; {len(end.faults)} faults of the bot, see above" if end.faults else ""
        if not end.ranks:
            _log.info("%s: no result: %s%s", where, end.message, faults)
            return
        others = ", ".join(
            f"{player or 'nobody'} {end.scores[seat]}"
            for seat, player in enumerate(players)
            if seat != end.seat
        )
        _log.info(
            "%s: rank %d of %d, score %d (%s)%s",
            *(where, end.rank, len(end.ranks), end.score, others, faults),
        )
        if time.monotonic() - self._rated_at >= _RATING_SECONDS and not self._is_asking:
            self._rated_at = time.monotonic()
            self._asking = asyncio.create_task(self._log_rating())

    def close(self) -> None:
        """Ask nothing more."""
        if self._asking is not None:
            self._asking.cancel()

    @property
    def _is_asking(self) -> bool:
        return self._asking is not None and not self._asking.done()

    async def _log_rating(self) -> None:
        calls: Any = ladder_service_pb2_grpc.LadderServiceStub(self._channel)
        wishes = {"metadata": self._metadata, "timeout": _CALL_SECONDS}
        try:
            if not self._name:
                matches: Any = match_service_pb2_grpc.MatchServiceStub(self._channel)
                self._name = (await matches.GetSelf(match_pb.GetSelfRequest(), **wishes)).name
            request = pb.GetStandingRequest(
                ladder=self._ladder, player=f"{self._name}:{self._version}"
            )
            standing = (await calls.GetStanding(request, **wishes)).standing
        except grpc.aio.AioRpcError as error:
            _log.debug("the rating is not known: %s", error.details())
            return
        rating = standing.rating
        _log.info(
            "ladder %s: rating %.0f ±%.0f, place %d, %d matches",
            *(self._ladder, rating.value, (rating.high - rating.low) / 2),
            *(standing.place, standing.matches),
        )

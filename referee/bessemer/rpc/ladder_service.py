"""LadderService: players that enlist, and the standings."""

import asyncio
from collections.abc import Callable
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.engine.game import Seat
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.ladder.lobby import Lobby
from bessemer.matches.errors import (
    BadRequest,
    LadderClosed,
    LadderNotFound,
    PlayerNotFound,
    RefereeError,
    Superseded,
)
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.directory import PlayerDirectory
from bessemer.rpc.access.tokens import Caller, require
from bessemer.rpc.errors import Context, ErrorBoundary
from bessemer.rpc.handlers import CallGuard
from bessemer.rpc.ladder_messages import ladder_message, rated_message, standing_messages
from bessemer.rpc.listing import page_size
from bessemer.rpc.play.connections import Lines
from bessemer.rpc.play.enlist_connections import Post
from bessemer.rpc.play.feed import setup_of
from bessemer.storage.accounts import Role
from bessemer.storage.ladders import SqlLadderStore
from bessemer.v1 import ladder_service_pb2 as pb

_MOST_AT_ONCE: Final = 256
_ENLIST_SECONDS: Final = 10.0


class Guest:
    """A player who enlisted: the hall's `Attendant`."""

    def __init__(
        self, name: str, author: str, concurrency: int, desk: MatchRegistry, *, own_streams: bool
    ) -> None:
        self.name = name
        self.author = author
        self.concurrency = concurrency
        self._desk = desk
        self._own_streams = own_streams
        self.post: Post | None = None

    def seat(self, match: Match, seat: Seat) -> None:
        """Open a lane, or tell the client to come by itself."""
        if self.post is None:
            raise AssertionError("nobody is seated before the stream is open")
        if self._own_streams:
            self.post.assign(match.spec.match_id, seat)
            return
        self.post.seat(match, seat)
        self._desk.join(match, seat, self.name)

    def dismiss(self, failure: RefereeError) -> None:
        """End the stream."""
        if self.post is not None:
            self.post.stop(failure)


class LadderServicer:
    """See proto/bessemer/v1/ladder_service.proto for what each call promises."""

    def __init__(
        self,
        desk: MatchRegistry,
        ladders: SqlLadderStore,
        gate: CallGuard,
        lines: Lines,
        roster: PlayerDirectory,
        hall: Callable[[], Lobby | None],
    ) -> None:
        self._desk = desk
        self._ladders = ladders
        self._gate = gate
        self._lines = lines
        self._roster = roster
        self._hall = hall

    async def Enlist(self, context: Context, caller: Caller) -> None:  # noqa: N802 - as in the .proto
        require(caller, Role.PLAYER)
        wanted = await _read_enlistment(context)
        hall = self._hall()
        if hall is None or hall.book.ladder.name != wanted.ladder:
            runs = f"it runs {hall.book.ladder.name}" if hall else "it runs none"
            raise LadderClosed(
                f"this referee does not run the ladder {wanted.ladder[:40]!r}: {runs}",
                field="enlistment.ladder",
            )
        account = await asyncio.to_thread(self._roster.accounts.player, caller.name)
        guest = Guest(
            caller.name,
            account.author if account is not None else "",
            wanted.concurrency or 1,
            self._desk,
            own_streams=wanted.assignments_only,
        )
        guest.post = Post(
            self._desk,
            context,
            self._gate.meter,
            lambda: self._gate.quotas.rate.request(caller.account),
            lambda: hall.retire(guest),
            without_news=wanted.omit_history,
        )
        older = hall.attendants.get(caller.name)
        running = hall.enlist(guest)
        try:
            with self._lines.open(guest.post, caller.token_id):
                if older is not None:
                    older.dismiss(Superseded("a newer connection plays for this player"))
                guest.post.welcome(
                    pb.Enlisted(
                        ladder=ladder_message(hall.book.ladder),
                        setup=setup_of(hall.book.ladder.game, hall.book.ladder.options),
                        running=[match.spec.match_id for match in running],
                    )
                )
                hall.reseat(guest, running)
                await guest.post.run()
        finally:
            hall.leave(guest)

    async def ListLadders(  # noqa: N802
        self, _request: pb.ListLaddersRequest, _caller: Caller, _about: ErrorBoundary
    ) -> pb.ListLaddersResponse:
        ladders = await asyncio.to_thread(self._ladders.ladders)
        return pb.ListLaddersResponse(ladders=map(ladder_message, ladders))

    async def ListStandings(  # noqa: N802
        self, request: pb.ListStandingsRequest, _caller: Caller, _about: ErrorBoundary
    ) -> pb.ListStandingsResponse:
        ladder, history = await self._history(request.ladder, request.season)
        rows = await asyncio.to_thread(standing_messages, history, self._desk.wall())
        return pb.ListStandingsResponse(ladder=ladder_message(ladder), standings=rows)

    async def GetStanding(  # noqa: N802
        self, request: pb.GetStandingRequest, _caller: Caller, _about: ErrorBoundary
    ) -> pb.GetStandingResponse:
        _, history = await self._history(request.ladder)
        rows = await asyncio.to_thread(standing_messages, history, self._desk.wall())
        for row in rows:
            if row.player == request.player:
                return pb.GetStandingResponse(standing=row)
        raise PlayerNotFound("nobody of this name was rated in this season", field="player")

    async def ListPlayerMatches(  # noqa: N802
        self, request: pb.ListPlayerMatchesRequest, _caller: Caller, _about: ErrorBoundary
    ) -> pb.ListPlayerMatchesResponse:
        size = page_size(request.page_size)
        before = _page(request.page_token)
        _, history = await self._history(request.ladder)
        found = [
            match
            for match in reversed(history)
            if request.player in match.result.players and (not before or match.number < before)
        ]
        response = pb.ListPlayerMatchesResponse(matches=map(rated_message, found[:size]))
        if len(found) > size:
            response.next_page_token = str(found[size - 1].number)
        return response

    async def _history(self, name: str, season: int = 0) -> tuple[Ladder, list[RatedMatch]]:
        """
        A ladder and what was rated in a season, the one that runs if none is given.

        Raises:
            LadderNotFound: there is no such ladder.
        """

        def read() -> tuple[Ladder, list[RatedMatch]]:
            ladder = self._ladders.ladder(name)
            if ladder is None:
                raise LadderNotFound(
                    "there is no ladder of this name; ListLadders tells which there are",
                    field="ladder",
                )
            return ladder, self._ladders.history(name, season or ladder.season)

        return await asyncio.to_thread(read)


async def _read_enlistment(context: Context) -> pb.Enlistment:
    try:
        async with asyncio.timeout(_ENLIST_SECONDS):
            data = await context.read()
        request = pb.EnlistRequest.FromString(data) if data is not grpc.aio.EOF else None
    except TimeoutError:
        raise BadRequest("a stream enlists within ten seconds", field="enlistment") from None
    except DecodeError:
        raise BadRequest("these bytes are no EnlistRequest") from None
    if request is None or not request.HasField("enlistment"):
        raise BadRequest("the first message of the stream enlists", field="enlistment")
    wanted = request.enlistment
    if not 0 <= wanted.concurrency <= _MOST_AT_ONCE:
        raise BadRequest(
            f"a player plays from 1 to {_MOST_AT_ONCE} matches at once",
            field="enlistment.concurrency",
        )
    return wanted


def _page(token: str) -> int:
    if token and not (token.isdecimal() and len(token) < 18):
        raise BadRequest("this is no page token of ours", field="page_token")
    return int(token or 0)

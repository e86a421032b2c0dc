"""The calls of AdminService about ladders."""

import asyncio
from collections.abc import Callable

from bessemer.accounts.names import check_name
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, require
from bessemer.engine.catalogue import GAMES
from bessemer.errors import BadRequest
from bessemer.ladder.ladder import PEOPLE_CLOCK, Ladder
from bessemer.matches.records import ClockSettings
from bessemer.rpc.ladders.ladder_messages import ladder_message
from bessemer.rpc.matches.match_spec import clock_of
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.ladder_store import SqlLadderStore, require_reason
from bessemer.v1 import admin_service_pb2 as pb


class LadderAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self,
        ladders: SqlLadderStore,
        disqualifications: Disqualifications,
        clock: ClockSettings,
        wall: Callable[[], float],
    ) -> None:
        """
        Organises ladders.

        Args:
            ladders: where they are.
            disqualifications: who is drawn no more.
            clock: of a ladder whose creator says nothing else.
            wall: the time of day.
        """
        self._ladders = ladders
        self._disqualifications = disqualifications
        self._clock = clock
        self._wall = wall

    async def CreateLadder(  # noqa: N802 - the name in the .proto file, as all below
        self, request: pb.CreateLadderRequest, caller: Caller
    ) -> pb.CreateLadderResponse:
        require(caller, Role.ORGANISER)
        ladder = self._wanted(request)
        await asyncio.to_thread(self._ladders.create, ladder, caller.signature)
        return pb.CreateLadderResponse(ladder=ladder_message(ladder))

    def _wanted(self, request: pb.CreateLadderRequest) -> Ladder:
        """
        The ladder that is asked for.

        Raises:
            BadRequest: naming the field.
            BadOption: the game cannot be played so.
        """
        check_name(request.name, "name")
        game = GAMES.get(request.game)
        if game is None:
            raise BadRequest(
                f"there is no game {request.game[:40]!r}; there is {', '.join(GAMES)}",
                field="game",
                allowed=tuple(GAMES),
            )
        seats = request.seats or max(game.seats)
        if seats not in game.seats:
            raise BadRequest(
                f"{game.name} is played by {min(game.seats)} to {max(game.seats)} players, "
                f"not {seats}",
                field="seats",
                allowed=tuple(map(str, game.seats)),
            )
        return Ladder(
            name=request.name,
            game=game.name,
            options=game.option_texts(game.options(request.options)),
            seats=seats,
            clock=clock_of(request.clock, self._clock, game.decision_kinds),
            authors_apart=request.authors_apart,
            created=self._wall(),
            people_clock=clock_of(
                request.people_clock, PEOPLE_CLOCK, game.decision_kinds, "people_clock"
            ),
        )

    async def FreezeLadder(  # noqa: N802
        self, request: pb.FreezeLadderRequest, caller: Caller
    ) -> pb.FreezeLadderResponse:
        require(caller, Role.ORGANISER)
        require_reason(request.reason)
        ladder = await asyncio.to_thread(
            self._ladders.freeze,
            request.ladder,
            caller.signature,
            self._wall(),
            request.reason,
            frozen=request.frozen,
        )
        return pb.FreezeLadderResponse(ladder=ladder_message(ladder))

    async def StartSeason(  # noqa: N802
        self, request: pb.StartSeasonRequest, caller: Caller
    ) -> pb.StartSeasonResponse:
        require(caller, Role.ORGANISER)
        require_reason(request.reason)
        ladder = await asyncio.to_thread(
            self._ladders.new_season, request.ladder, caller.signature, self._wall(), request.reason
        )
        return pb.StartSeasonResponse(ladder=ladder_message(ladder))

    async def VoidMatch(  # noqa: N802
        self, request: pb.VoidMatchRequest, caller: Caller
    ) -> pb.VoidMatchResponse:
        require(caller, Role.ORGANISER)
        ladder = await asyncio.to_thread(
            self._ladders.void, request.match_id, caller.signature, self._wall(), request.reason
        )
        return pb.VoidMatchResponse(ladder=ladder)

    async def RestoreMatch(  # noqa: N802
        self, request: pb.RestoreMatchRequest, caller: Caller
    ) -> pb.RestoreMatchResponse:
        require(caller, Role.ORGANISER)
        ladder = await asyncio.to_thread(
            self._ladders.restore, request.match_id, caller.signature, self._wall(), request.reason
        )
        return pb.RestoreMatchResponse(ladder=ladder)

    async def DisqualifyPlayer(  # noqa: N802
        self, request: pb.DisqualifyPlayerRequest, caller: Caller
    ) -> pb.DisqualifyPlayerResponse:
        require(caller, Role.ORGANISER)
        voided = await asyncio.to_thread(
            self._disqualifications.disqualify,
            request.ladder,
            request.player,
            caller.signature,
            self._wall(),
            request.reason,
            void=request.void_matches,
        )
        return pb.DisqualifyPlayerResponse(voided_matches=voided)

    async def ReinstatePlayer(  # noqa: N802
        self, request: pb.ReinstatePlayerRequest, caller: Caller
    ) -> pb.ReinstatePlayerResponse:
        require(caller, Role.ORGANISER)
        restored = await asyncio.to_thread(
            self._disqualifications.reinstate,
            request.ladder,
            request.player,
            caller.signature,
            self._wall(),
            request.reason,
        )
        return pb.ReinstatePlayerResponse(restored_matches=restored)

    async def ReleaseBlocks(  # noqa: N802
        self, request: pb.ReleaseBlocksRequest, caller: Caller
    ) -> pb.ReleaseBlocksResponse:
        require(caller, Role.ORGANISER)
        count = await asyncio.to_thread(
            self._ladders.release, request.ladder, caller.signature, self._wall(), request.reason
        )
        return pb.ReleaseBlocksResponse(blocks=count)

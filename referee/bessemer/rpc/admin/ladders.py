"""The calls of AdminService about ladders."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from bessemer.accounts.names import check_name
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest, LadderClosed, LadderNotFound, PlayerNotFound
from bessemer.ladder.entry_terms import EntryTerms
from bessemer.ladder.ladder import PEOPLE_CLOCK, Ladder, PairingLimits
from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.ladder.tournament.starting import start
from bessemer.ladder.tournament.terms import FormatTerms
from bessemer.matches.records import ClockSettings
from bessemer.rpc.ladders.entry_messages import FIELDS, read_entry
from bessemer.rpc.ladders.format_messages import read_absence, read_format
from bessemer.rpc.ladders.ladder_messages import ladder_message
from bessemer.rpc.matches.match_messages import read_time
from bessemer.rpc.matches.match_spec import check_seats, clock_of, known_game
from bessemer.storage.ladders.disqualifications import Disqualifications
from bessemer.storage.ladders.ladder_store import SqlLadderStore, require_reason
from bessemer.v1 import admin_service_pb2 as pb
from bessemer.v1 import match_pb2

ResultT = TypeVar("ResultT")

_CLOCKS: Final = ("clock", "people_clock")


def _limit(name: str, value: int) -> int:
    """
    A limit that is asked for.

    Raises:
        BadRequest: it is negative.
    """
    if value < 0:
        raise BadRequest(f"{name} is 0 or more, not {value}", field=name)
    return value


class LadderAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self,
        ladders: SqlLadderStore,
        lobbies: Lobbies,
        disqualifications: Disqualifications,
        clock: ClockSettings,
        wall: Callable[[], float],
    ) -> None:
        """`clock` is for a ladder whose creator asks for no other."""
        self._ladders = ladders
        self._lobbies = lobbies
        self._disqualifications = disqualifications
        self._clock = clock
        self._wall = wall

    async def CreateLadder(
        self, request: pb.CreateLadderRequest, caller: Caller
    ) -> pb.CreateLadderResponse:
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
        game = known_game(request.game)
        seats = request.seats or max(game.seats)
        check_seats(game, seats)
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
            matches_per_hour=_limit("matches_per_hour", request.matches_per_hour),
            until=_limit("until", request.until),
            resignation_ends=request.resignation_ends,
            format=read_format(request.format),
            entry=read_entry(request.entry, EntryTerms()),
        )

    async def SetLadder(self, request: pb.SetLadderRequest, caller: Caller) -> pb.SetLadderResponse:
        terms: dict[str, int | ClockSettings | FormatTerms | EntryTerms] = {
            field.name: _limit(field.name, value)
            for field, value in request.ListFields()
            if field.name in PairingLimits._fields
        }
        clocks = [field.name for field, _ in request.ListFields() if field.name in _CLOCKS]
        if clocks:
            known = await self._known(request.ladder)
            kinds = known_game(known.game).decision_kinds
            for name in clocks:
                asked: match_pb2.ClockSettings = getattr(request, name)
                terms[name] = clock_of(asked, getattr(known, name), kinds, name)
        if request.HasField("absence"):
            known = await self._known(request.ladder)
            absence = read_absence(request.absence, "absence")
            terms["format"] = replace(known.format, absence=absence)
        if any(field.name in FIELDS for field, _ in request.ListFields()):
            terms["entry"] = read_entry(request, (await self._known(request.ladder)).entry)
        if not terms:
            fields = (*PairingLimits._fields, *_CLOCKS, "absence", *FIELDS)
            raise BadRequest(f"nothing to set: give {' or '.join(fields)}", field=fields[0])
        change = partial(self._ladders.set_terms, terms=terms)
        ladder = await self._change(caller, request.reason, change, request.ladder)
        return pb.SetLadderResponse(ladder=ladder_message(ladder))

    async def _known(self, name: str) -> Ladder:
        """
        The ladder of this name.

        Raises:
            LadderNotFound: there is none.
        """
        known = await asyncio.to_thread(self._ladders.ladder, name)
        if known is None:
            raise LadderNotFound("there is no ladder of this name", field="ladder")
        return known

    async def LockLadder(
        self, request: pb.LockLadderRequest, caller: Caller
    ) -> pb.LockLadderResponse:
        at = self._wall()
        if request.HasField("lock_time"):
            at = read_time(request.lock_time, "lock_time")
        lock = partial(self._ladders.lock, locks=0.0 if request.lift else at)
        ladder = await self._change(caller, request.reason, lock, request.ladder)
        return pb.LockLadderResponse(ladder=ladder_message(ladder))

    async def StartLadder(
        self, request: pb.StartLadderRequest, caller: Caller
    ) -> pb.StartLadderResponse:
        asked = tuple(request.players)
        require_reason(request.reason)
        if unknown := await asyncio.to_thread(self._ladders.unknown, asked):
            raise PlayerNotFound(
                f"there is no player {unknown[0][:80]!r}: register players first", field="players"
            )
        present: set[str] = set()
        with suppress(LadderClosed):  # it may start where nobody plays it yet
            lobby = await self._lobbies.of(request.ladder or "-", "ladder")
            present = {name for name, _ in lobby.players}
        plan = await asyncio.to_thread(
            start,
            self._ladders,
            request.ladder,
            asked,
            present,
            caller.signature,
            self._wall(),
            request.reason,
        )
        ladder = await asyncio.to_thread(self._ladders.ladder, request.ladder)
        assert ladder is not None, "it has started"
        return pb.StartLadderResponse(ladder=ladder_message(ladder), players=plan.players)

    async def FreezeLadder(
        self, request: pb.FreezeLadderRequest, caller: Caller
    ) -> pb.FreezeLadderResponse:
        freeze = partial(self._ladders.freeze, frozen=request.frozen)
        ladder = await self._change(caller, request.reason, freeze, request.ladder)
        return pb.FreezeLadderResponse(ladder=ladder_message(ladder))

    async def StartSeason(
        self, request: pb.StartSeasonRequest, caller: Caller
    ) -> pb.StartSeasonResponse:
        start = self._ladders.new_season
        ladder = await self._change(caller, request.reason, start, request.ladder)
        return pb.StartSeasonResponse(ladder=ladder_message(ladder))

    async def VoidMatch(self, request: pb.VoidMatchRequest, caller: Caller) -> pb.VoidMatchResponse:
        void = self._ladders.void
        ladder = await self._change(caller, request.reason, void, request.match_id)
        return pb.VoidMatchResponse(ladder=ladder)

    async def RestoreMatch(
        self, request: pb.RestoreMatchRequest, caller: Caller
    ) -> pb.RestoreMatchResponse:
        restore = self._ladders.restore
        ladder = await self._change(caller, request.reason, restore, request.match_id)
        return pb.RestoreMatchResponse(ladder=ladder)

    async def DisqualifyPlayer(
        self, request: pb.DisqualifyPlayerRequest, caller: Caller
    ) -> pb.DisqualifyPlayerResponse:
        disqualify = partial(self._disqualifications.disqualify, void=request.void_matches)
        subject = request.ladder, request.player
        voided = await self._change(caller, request.reason, disqualify, *subject)
        return pb.DisqualifyPlayerResponse(voided_matches=voided)

    async def ReinstatePlayer(
        self, request: pb.ReinstatePlayerRequest, caller: Caller
    ) -> pb.ReinstatePlayerResponse:
        reinstate = self._disqualifications.reinstate
        subject = request.ladder, request.player
        restored = await self._change(caller, request.reason, reinstate, *subject)
        return pb.ReinstatePlayerResponse(restored_matches=restored)

    async def ReleaseBlocks(
        self, request: pb.ReleaseBlocksRequest, caller: Caller
    ) -> pb.ReleaseBlocksResponse:
        release = self._ladders.release
        count = await self._change(caller, request.reason, release, request.ladder)
        return pb.ReleaseBlocksResponse(blocks=count)

    async def _change(
        self, caller: Caller, reason: str, change: Callable[..., ResultT], *subject: str
    ) -> ResultT:
        """
        Have the database change, with an entry in the audit log.

        Raises:
            BadRequest: no reason was given.
        """
        require_reason(reason)
        return await asyncio.to_thread(change, *subject, caller.signature, self._wall(), reason)

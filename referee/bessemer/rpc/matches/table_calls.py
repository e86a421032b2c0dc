"""The calls of people at a table that are no moves: resigning, taking back, calling a match off, saying hello."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest, JournalUnavailable, MatchOver, NotAllowed
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, Greeting
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.table_events import call_off, greet, resign
from bessemer.matches.taking_back import decline, wish
from bessemer.rpc.access.seats import MatchFinder, seat_of
from bessemer.rpc.calls.waiting import DURABLE_SECONDS, durable, ended, until
from bessemer.rpc.matches.match_messages import GREETINGS
from bessemer.v1 import match_service_pb2 as pb

_GREETING_OF: Final = {value: greeting for greeting, value in GREETINGS.items()}


class TableCalls:
    """See proto/bessemer/v1/match_service.proto for what each call promises."""

    def __init__(self, registry: MatchRegistry, finder: MatchFinder) -> None:
        self._registry = registry
        self._finder = finder

    async def Resign(self, request: pb.ResignRequest, caller: Caller) -> pb.ResignResponse:
        match, seat = await self._find(request, caller)
        await self._durable(partial(resign, self._registry, match, seat))
        return pb.ResignResponse()

    async def Greet(self, request: pb.GreetRequest, caller: Caller) -> pb.GreetResponse:
        match, seat = await self._find(request, caller)
        greeting: Greeting | None = _GREETING_OF.get(request.greeting)
        if greeting is None:
            allowed = tuple(f"GREETING_{one.name}" for one in Greeting)
            raise BadRequest("there is no such greeting", field="greeting", allowed=allowed)
        await self._durable(partial(greet, self._registry, match, seat, greeting))
        return pb.GreetResponse()

    async def TakeBack(self, request: pb.TakeBackRequest, caller: Caller) -> pb.TakeBackResponse:
        match, seat = await self._find(request, caller)
        if request.decline:
            await self._durable(partial(decline, self._registry, match, seat, request.wish))
            return pb.TakeBackResponse()
        turn = match.turn
        await self._durable(partial(wish, self._registry, match, seat, request.wish))
        if not any(one.cause is Cause.TAKEN_BACK and one.turn == turn for one in match.records):
            return pb.TakeBackResponse()
        if not await until(match, lambda: match.is_published(turn), DURABLE_SECONDS):
            raise JournalUnavailable("this is not safe yet; send it again", retry_after=2.0)
        return pb.TakeBackResponse(done=True)

    async def CancelMatch(
        self, request: pb.CancelMatchRequest, caller: Caller
    ) -> pb.CancelMatchResponse:
        match = await self._running(request.match_id)
        if caller.seat is not None or not caller.name or caller.name != match.spec.creator:
            raise NotAllowed("only the player who created a match calls it off", field="match_id")
        await ended(self._registry, match, partial(call_off, self._registry, match))
        return pb.CancelMatchResponse()

    async def _find(
        self, request: pb.ResignRequest | pb.GreetRequest | pb.TakeBackRequest, caller: Caller
    ) -> tuple[Match, Seat]:
        match = await self._finder.find(request.match_id)
        seat = seat_of(match, caller, request.seat)
        if not isinstance(match, Match):
            raise MatchOver(f"match {request.match_id} is over")
        return match, seat

    async def _running(self, match_id: str) -> Match:
        match = await self._finder.find(match_id)
        if not isinstance(match, Match):
            raise MatchOver(f"match {match_id} is over")
        return match

    async def _durable(self, happen: Callable[[Callable[[], None]], None]) -> None:
        """Let something happen, and wait until it is durable."""
        if not await durable(self._registry.journal, happen):
            raise JournalUnavailable("this is not safe yet; send it again", retry_after=2.0)

"""MatchService: translate, delegate, translate back. No rule and no state lives here."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.errors import (
    BadRequest,
    BlockNotOver,
    JournalUnavailable,
    MatchNotFound,
    MatchNotOver,
    MatchOver,
    RefereeError,
)
from bessemer.matches.durable.store import Store
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.paths import move_of
from bessemer.matches.records import SavedMatch
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.seats import MatchFinder, seat_of, seats_of
from bessemer.rpc.calls.call_guard import CallGuard
from bessemer.rpc.calls.error_statuses import Context, ErrorBoundary, refusal_of
from bessemer.rpc.calls.handlers import begun_by, first_message
from bessemer.rpc.calls.waiting import DURABLE_SECONDS, until
from bessemer.rpc.matches.choice_messages import list_choices, read_path
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.matches.match_messages import (
    event_message,
    is_secret,
    match_message,
    saved_message,
    seat_result,
)
from bessemer.rpc.matches.match_spec import check_commitment, seconds_of
from bessemer.rpc.matches.revival import Revivals
from bessemer.rpc.matches.watching import watch
from bessemer.rpc.play.client_ids import ClientIds, check_client_id
from bessemer.rpc.play.connections import PLAY, Connection
from bessemer.rpc.play.feed import MatchFeeds, setup_of
from bessemer.rpc.play.notes import keep_about
from bessemer.rpc.play.sessions import SEAT_TAKEN, SeatOptions
from bessemer.rpc.play.streams import SpectatorStream
from bessemer.rpc.play.thinking_slots import Machines, check_max_thinking, slots_of
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of

_MOST_LEGAL_MOVES: Final = 100
_LONGEST_WAIT: Final = 60.0
_OfSeat = pb.JoinSeat | pb.GetDecisionRequest | pb.SubmitMoveRequest | pb.ListChoicesRequest


class MatchServicer(MatchListener):
    """See proto/bessemer/v1/match_service.proto for what each call promises."""

    def __init__(
        self,
        registry: MatchRegistry,
        match_creator: MatchCreator,
        store: Store,
        finder: MatchFinder,
        feeds: MatchFeeds,
        call_guard: CallGuard,
        machines: Machines,
        replay_key: str,
    ) -> None:
        self._machines = machines
        self._replay_key = replay_key
        self._registry = registry
        self._match_creator = match_creator
        self._store = store
        self._finder = finder
        self._feeds = feeds
        self._call_guard = call_guard
        self._revivals = Revivals(store, call_guard.quotas, feeds)
        self._timeout = call_guard.clock.timeout
        self._clients: dict[str, ClientIds] = {}
        """The programs that play the seats of each match in memory."""

    def match_forgotten(self, match: Match) -> None:
        """Forget who played it."""
        self._clients.pop(match.spec.match_id, None)

    async def CreateMatch(
        self, request: pb.CreateMatchRequest, caller: Caller, about: ErrorBoundary
    ) -> pb.CreateMatchResponse:
        match, tokens = await self._match_creator.open(request, caller, about.bearer)
        message = match_message(match, self._registry)
        return pb.CreateMatchResponse(match=message, seat_tokens=tokens)

    async def GetMatch(self, request: pb.GetMatchRequest) -> pb.GetMatchResponse:
        match = await self._finder.find(request.match_id, also_left=True)
        if isinstance(match, SavedMatch):
            return pb.GetMatchResponse(match=saved_message(match, self._registry))
        told = map(event_message, match.events[: match.told_events])
        return pb.GetMatchResponse(match=match_message(match, self._registry), events=told)

    async def GetNotes(self, request: pb.GetNotesRequest, caller: Caller) -> pb.GetNotesResponse:
        match = await self._finder.find(request.match_id)
        seats = seats_of(match, caller)
        if caller.role is not Role.ORGANISER:
            self._check_told(match)
        notes = await asyncio.to_thread(self._store.notes, request.match_id)
        found = (pb.Note(turn=one.turn, seat=one.seat, text=one.text) for one in notes)
        return pb.GetNotesResponse(notes=[one for one in found if one.seat in seats])

    async def GetReplay(self, request: pb.GetReplayRequest) -> pb.GetReplayResponse:
        match = await self._finder.find(request.match_id)
        if isinstance(match, Match) and not match.is_over:
            raise MatchNotOver("the match is not over; WatchMatch shows it as far as it is")
        self._check_told(match)
        replay = await asyncio.to_thread(self._store.replay, request.match_id)
        if replay is None and match.started is not None:
            raise MatchNotFound(
                "the replay is no longer kept here: it was exported before; ask the organiser for it",
                field="match_id",
            )
        if replay is None:
            raise MatchNotOver("the match never began: there is nothing to replay")
        name = f"{match.spec.game}-{match.spec.match_id}.replay"
        return pb.GetReplayResponse(replay=replay, file_name=name)

    def _check_told(self, match: Match | SavedMatch) -> None:
        if is_secret(self._registry, match):
            raise BlockNotOver(
                "the match shares its set-up with others that are still to be played; its replay and "
                "its seed are told when the last of them is over",
                field="match_id",
            )

    async def GetReplayKey(self, _request: pb.GetReplayKeyRequest) -> pb.GetReplayKeyResponse:
        return pb.GetReplayKeyResponse(key=self._replay_key)

    async def GetSelf(self, _request: pb.GetSelfRequest, caller: Caller) -> pb.GetSelfResponse:
        return pb.GetSelfResponse(
            name=caller.name,
            token_id=caller.token_id,
            may_play=caller.role in (Role.PLAYER, Role.ORGANISER),
            may_organise=caller.role is Role.ORGANISER,
            match_id=caller.match_id,
            seat=caller.seat or 0,
        )

    # -------------------------------------------------------------------------------- a stream

    async def Play(self, context: Context, caller: Caller) -> None:
        join = await self._read_join(context)
        with begun_by(pb.PlayRequest(join=join)):
            match, seat = await self._find_seat(join, caller)
        joined = pb.Joined(seat=seat, setup=_setup(match))
        if isinstance(match, SavedMatch):
            joined.match.CopyFrom(saved_message(match, self._registry))
            await context.write(pb.PlayResponse(joined=joined).SerializeToString())
            if match.result is not None:
                ended = pb.Ended(result=seat_result(match, match.result))
                await context.write(pb.PlayResponse(ended=ended).SerializeToString())
            return
        clients = self._clients.setdefault(match.spec.match_id, ClientIds(SEAT_TAKEN))
        is_taken = match.seats[seat].subscriber is not None
        clients.enter(seat, join.client_id, is_taken=is_taken)
        match.seats[seat].is_person = join.person
        self._registry.join(match, seat, caller.name, join.chance_commitment)
        joined.match.CopyFrom(match_message(match, self._registry))
        guard = self._call_guard
        connection = Connection(self._registry, context, guard, caller, PLAY)
        with guard.connections.open(connection):
            options = SeatOptions(
                known_turn=join.known_turn,
                push_moves=join.push_moves,
                legal_moves=join.max_legal_moves,
                slots=slots_of(join.max_thinking, self._machines.of(caller)),
                with_choices=join.with_choices,
            )
            connection.add_seat(self._feeds.of(match), seat, joined, options)
            await connection.run()

    async def _read_join(self, context: Context) -> pb.JoinSeat:
        request = await first_message(
            context,
            self._timeout,
            pb.PlayRequest,
            "join",
            "joins",
            "the first message of a stream joins a seat",
        )
        join = request.join
        _check_legal_moves(join.max_legal_moves, "join.max_legal_moves")
        check_max_thinking(join.max_thinking, "join.max_thinking")
        check_client_id(join.client_id, "join.client_id")
        if join.chance_commitment:
            check_commitment(join.chance_commitment, "join.chance_commitment")
        return join

    # ------------------------------------------------------------------------------ call by call

    async def GetDecision(
        self, request: pb.GetDecisionRequest, caller: Caller
    ) -> pb.GetDecisionResponse:
        match, seat = await self._find_seat(request, caller)
        _check_legal_moves(request.max_legal_moves, "max_legal_moves")
        wait = seconds_of(request.wait, "wait", 0.0, _LONGEST_WAIT)
        response = pb.GetDecisionResponse()
        if request.with_setup:
            response.setup.CopyFrom(_setup(match))
        if isinstance(match, SavedMatch):
            if match.result is not None:
                response.ended.result.CopyFrom(seat_result(match, match.result))
            return response
        self._registry.join(match, seat, caller.name)
        await until(
            match,
            lambda: match.open_decision(seat) is not None or match.is_over,
            wait,
            self._timeout,
        )
        feed, known = self._feeds.of(match), max(0, request.known_turn)
        decision = match.open_decision(seat)
        if decision is not None and match.seats[seat].forfeit is None:
            now = self._registry.now()
            self._registry.show(match, seat, decision, now)
            message = feed.decision(
                seat,
                decision,
                known,
                now,
                request.max_legal_moves,
                with_choices=request.with_choices,
            )
            response.decision.CopyFrom(pb.PlayResponse.FromString(message).decision)
        elif match.is_over and match.result is not None:
            response.ended.ParseFromString(feed.ended(seat, match.result, known))
        return response

    async def SubmitMove(
        self, request: pb.SubmitMoveRequest, caller: Caller, about: ErrorBoundary
    ) -> pb.SubmitMoveResponse:
        arrived = self._registry.now()
        match, seat = await self._find_asked(request, caller)
        about.wire = wire_of(match.spec.game)
        if request.note or request.HasField("model_costs"):
            journal, costs = self._registry.journal, request.model_costs
            keep_about(journal, match, seat, request.turn, request.note, costs)
        if (decision := match.open_decision(seat)) is not None:
            about.turn = decision.turn
        if not request.HasField("path"):
            about.move = about.wire.read_move(request.move)
        elif request.HasField("move"):
            raise BadRequest("an answer has a move or a path, not both", field="path")
        else:
            about.move = move_of(match, seat, request.turn, read_path(request.path))
        self._registry.submit(match, seat, request.turn, about.move, arrived)
        self._registry.dispatch()
        await until(
            match,
            lambda: (
                match.is_published(request.turn)
                or match.is_over
                or bool(match.is_durable and self._registry.journal.failure)
            ),
            DURABLE_SECONDS,
            self._timeout,
        )
        if not match.is_published(request.turn):
            if match.is_over:
                raise MatchOver("the match was ended before the move was safe")
            raise JournalUnavailable("the move is not safe yet; send it again", retry_after=2.0)
        return pb.SubmitMoveResponse(turn=request.turn)

    async def CheckMove(self, request: pb.CheckMoveRequest, caller: Caller) -> pb.CheckMoveResponse:
        match = await self._finder.running(request.match_id)
        seat = seat_of(match, caller, request.seat)
        wire, move = wire_of(match.spec.game), None
        try:
            move = wire.read_move(request.move)
            match.check(seat, request.turn, move)
        except (GameError, RefereeError) as error:
            refusal = refusal_of(error, wire=wire, move=move)
            decision = match.open_decision(seat)
            refusal.turn = decision.turn if decision is not None else 0
            return pb.CheckMoveResponse(refusal=refusal)
        return pb.CheckMoveResponse()

    async def ListChoices(
        self, request: pb.ListChoicesRequest, caller: Caller
    ) -> pb.ListChoicesResponse:
        match, seat = await self._find_asked(request, caller)
        return await list_choices(match, seat, request, partial(self._call_guard.has_room, caller))

    async def _find_seat(self, request: _OfSeat, caller: Caller) -> tuple[Match | SavedMatch, Seat]:
        """A match, revived if it is only in the store and these rules can, and the caller's seat."""
        match = await self._finder.find(request.match_id)
        seat = seat_of(match, caller, request.seat)
        if isinstance(match, SavedMatch):
            match = await self._revivals.of(match, caller) or match
        return match, seat

    async def _find_asked(self, request: _OfSeat, caller: Caller) -> tuple[Match, Seat]:
        """As `_find_seat`, for an answer: the last move may be sent again, too."""
        match, seat = await self._find_seat(request, caller)
        if isinstance(match, SavedMatch):
            raise MatchOver(f"match {request.match_id} is over")
        return match, seat

    # --------------------------------------------------------------------------------- watching

    def WatchMatch(
        self, request: pb.WatchMatchRequest, caller: Caller, stream: SpectatorStream
    ) -> AsyncIterator[bytes]:
        return watch(
            self._registry, self._feeds, self._finder, self._revivals, request, caller, stream
        )


def _setup(match: Match | SavedMatch) -> move_pb2.Setup:
    return setup_of(match.spec.game, match.spec.options)


def _check_legal_moves(count: int, field: str) -> None:
    if not 0 <= count <= _MOST_LEGAL_MOVES:
        raise BadRequest(f"{field} is from 0 to {_MOST_LEGAL_MOVES}", field=field)

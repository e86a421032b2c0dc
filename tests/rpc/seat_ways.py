"""
The three ways in which a seat is played, with one face: a `Play` stream, an `Enlist` stream, calls.

Each is a `Stream` of tests: what is sent and received are messages of `Play`, whichever way they go.
"""

import asyncio
from collections import deque
from enum import Enum
from typing import Any, Final

import grpc

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.records import ClockSettings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.encode import field, number_field
from bessemer.wire.wire import wire_of
from tests.referees.in_process import (
    LONGEST_WAIT,
    PATIENCE,
    SHORT,
    House,
    Stream,
    Table,
    metadata_of,
    refusal_in,
    send_bytes,
)

LADDER: Final = "main"
NAMES: Final = ("bad", "one", "two")
_ENLIST: Final = "/bessemer.v1.LadderService/Enlist"


class Way(Enum):
    """How the bad seat is played."""

    PLAY = "play"
    ENLIST = "enlist"
    CALLS = "calls"


class EnlistedSeat(Stream):
    """A seat of a ladder's match, on a channel of an `Enlist` stream."""

    def __init__(self, house: House, token: str) -> None:
        self._house = house
        self._channel = 0
        self._match_id = ""
        self._seat = Seat(0)
        self._most = 1
        self._waiting: deque[pb.PlayResponse] = deque()
        self.call = house.channel.stream_stream(_ENLIST)(metadata=metadata_of(token))

    async def send(self, request: pb.PlayRequest | bytes) -> None:
        """Send a message on the channel; before there is one, whatever it is."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        if self._channel:
            data = field(2, number_field(1, self._channel) + field(2, data))
        await send_bytes(self.call, data)

    async def receive(self) -> pb.PlayResponse:
        while not self._waiting:
            async with asyncio.timeout(PATIENCE):
                data = await self.call.read()
            if isinstance(data, bytes):
                for envelope in ladder_pb.EnlistResponse.FromString(data).responses:
                    self._channel = envelope.channel
                    self._waiting.append(envelope.response)
            else:
                raise EOFError  # noqa: TRY004 - the end, not a type
        response = self._waiting.popleft()
        if response.HasField("decision"):
            self._list_moves(response)
        return response

    def _list_moves(self, response: pb.PlayResponse) -> None:
        """An enlisted bot knows the rules, and is sent no legal moves."""
        match = self._house.match(self._match_id)
        write = wire_of(match.spec.game).write_move
        for move, _ in zip(
            match.game.legal_moves(match.published_state, self._seat),
            range(self._most),
            strict=False,
        ):
            response.decision.legal_moves.append(write(move))

    async def join(self, match_id: str, seat: int, **wishes: Any) -> pb.Joined:  # noqa: ANN401
        self._match_id, self._seat = match_id, Seat(seat)
        self._most = wishes.get("max_legal_moves", 1)
        enlistment = ladder_pb.Enlistment(ladder=LADDER)
        await self.send(ladder_pb.EnlistRequest(enlistment=enlistment).SerializeToString())
        response = await self.receive()
        assert response.WhichOneof("message") == "joined", response
        return response.joined


class CallingSeat(Stream):
    """A seat that is played call by call; refusals of calls come back as messages."""

    def __init__(self, house: House, token: str) -> None:
        self._house = house
        self._metadata = metadata_of(token)
        self._asked: dict[str, Any] = {}
        self._known = 0
        self._most = 1
        self._waiting: deque[pb.PlayResponse] = deque()

    async def send(self, request: pb.PlayRequest | bytes) -> None:
        """An answer is submitted; anything else is submitted as it is."""
        if isinstance(request, bytes):
            data = request
        elif request.HasField("join"):
            self._asked = {"match_id": request.join.match_id, "seat": request.join.seat}
            return
        else:
            answer = request.answer
            message = pb.SubmitMoveRequest(**self._asked, turn=answer.turn, move=answer.move)
            data = message.SerializeToString()
        try:
            content = await self._call("SubmitMove", data)
        except grpc.aio.AioRpcError as error:
            self._waiting.append(pb.PlayResponse(refusal=refusal_in(error)))
        else:
            turn = pb.SubmitMoveResponse.FromString(content).turn
            self._waiting.append(pb.PlayResponse(accepted=pb.Accepted(turn=turn)))

    async def receive(self) -> pb.PlayResponse:
        while not self._waiting:
            request = pb.GetDecisionRequest(
                **self._asked, wait=LONGEST_WAIT, max_legal_moves=self._most
            )
            data = await self._call("GetDecision", request.SerializeToString())
            response = pb.GetDecisionResponse.FromString(data)
            if response.HasField("ended"):
                return pb.PlayResponse(ended=response.ended)
            if response.decision.turn > self._known:
                self._known = response.decision.turn
                return pb.PlayResponse(decision=response.decision)
            await self._house.wait(self._asked["match_id"], self._is_past)
        return self._waiting.popleft()

    async def decision(self) -> Any:  # noqa: ANN401 - a Decision
        await self._skip_accepted()
        return await super().decision()

    async def play_on(self) -> pb.Ended:
        while True:
            response = await self.receive()
            match response.WhichOneof("message"):
                case "decision":
                    await self.answer(response.decision.turn, response.decision.legal_moves[0])
                case "ended":
                    return response.ended
                case other:
                    assert other == "accepted", response

    async def join(self, match_id: str, seat: int, **wishes: Any) -> pb.Joined:  # noqa: ANN401
        """Ask once: who does so sits down."""
        self._most = wishes.get("max_legal_moves", 1)
        self._asked = {"match_id": match_id, "seat": seat}
        request = pb.GetDecisionRequest(**self._asked)
        await self._call("GetDecision", request.SerializeToString())
        return pb.Joined(seat=seat)

    async def _skip_accepted(self) -> None:
        while self._waiting and self._waiting[0].HasField("accepted"):
            self._waiting.popleft()

    def _is_past(self, match: Any) -> bool:  # noqa: ANN401 - a Match
        decision = match.open_decision(Seat(self._asked["seat"]))
        return match.is_over or (decision is not None and decision.turn > self._known)

    async def _call(self, method: str, data: bytes) -> bytes:
        channel: Any = self._house.channel
        path = f"/bessemer.v1.MatchService/{method}"
        content = await channel.unary_unary(path)(data, metadata=self._metadata)
        assert isinstance(content, bytes)
        return content


def stream_of(way: Way, house: House, token: str) -> Stream:
    """A new connection of somebody with this token."""
    match way:
        case Way.PLAY:
            return house.client(token).stream()
        case Way.ENLIST:
            return EnlistedSeat(house, token)
        case Way.CALLS:
            return CallingSeat(house, token)


def make_ladder(folder: Any, game: str) -> None:  # noqa: ANN401 - a Path
    """A ladder of short matches with short clocks, in the database of a folder."""
    clock = ClockSettings(bank=2.0, increment=1.0, strike_limit=2, join_timeout=5.0)
    store = open_store(folder / "bessemer.sqlite3")
    options = GAMES[game].option_texts(GAMES[game].options(SHORT[game]))
    ladder = Ladder(LADDER, game, options, len(NAMES), clock, created=1.0)
    SqlLadderStore(store).create(ladder, "test")
    store.close()


async def ladder_table(house: House) -> Table:
    """A match of the ladder, open for its three players; the tokens are the players' own."""
    clients = [(await house.player(name))[0] for name in NAMES]
    (lobby,) = house.referee.ladders.lobbies
    lobby._open(Pairing(NAMES, seed=b"bad players", is_repeatable=True))
    await (
        house.referee.registry.journal.flushed()
    )  # else the lobby seats whoever enlists meanwhile again
    (match_id,) = house.referee.registry.matches
    return Table(match_id, tuple(client.token for client in clients))

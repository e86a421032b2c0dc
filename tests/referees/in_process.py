"""
A real referee to test against, on a port of this machine, and clients for it.

Its clock stands still until a test turns it: nobody runs out of time because a machine is busy.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from grpc._cython import cygrpc  # type: ignore[attr-defined]  # it has no types
from grpc_status import rpc_status

from bessemer.accounts.roles import Role
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.timing.referee_clock import TICK, RefereeClock
from bessemer.rpc.calls.waiting import until
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving import server
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc as admin_grpc
from bessemer.v1 import error_reason_pb2, match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import match_service_pb2_grpc as match_grpc
from bessemer.v1 import submission_service_pb2_grpc as submission_grpc
from bessemer.v1 import team_service_pb2_grpc as team_grpc
from bessemer.wire.wire import wire_of
from tests.games.walks import examples_of

PATIENCE: Final = 120.0
"""How long a test waits for what must happen: far longer than it takes."""
LONGEST_WAIT: Final = Duration(seconds=60)
"""So long a call may wait for a decision at most."""
STOOD_STILL: Final = "no clock is charged"
"""What a referee logs when a busy machine had no time for it."""

LONG: Final = 10.0
"""Longer than any bank below lasts."""

CLOCK: Final = match_pb2.ClockSettings(
    bank=Duration(seconds=2),
    increment=Duration(seconds=1),
    strike_limit=2,
    join_timeout=Duration(seconds=5),
)

_PLAY: Final = "/bessemer.v1.MatchService/Play"
SHORT: Final = {name: examples_of(name).SHORT for name in NAMES}
"""By game: the options of a match that is soon over."""

every_game = pytest.mark.parametrize("game", GAMES)

Metadata = tuple[tuple[str, str], ...]


class Hourglass:
    """The referee's clock: it stands still until it is turned."""

    def __init__(self) -> None:
        self._now = 1_000.0

    def __call__(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time go by."""
        self._now += seconds


class TurnedClock(RefereeClock):
    """The referee's clock by an hourglass; what clients wait for is measured by a real one."""

    def __init__(self) -> None:
        super().__init__()
        self.hourglass = Hourglass()

    def now(self) -> float:
        return self.hourglass()

    def timeout(self, seconds: float) -> asyncio.Timeout:  # type: ignore[override]
        return asyncio.timeout(seconds)


class Table(NamedTuple):
    """A match, and what opens its seats."""

    match_id: str
    tokens: tuple[str, ...]


def metadata_of(token: str) -> Metadata:
    """What a call carries; nothing without a token."""
    return (("authorization", f"Bearer {token}"),) if token else ()


def move(text: str, game: str = "furnace") -> move_pb2.Move:
    """A move as a message."""
    return wire_of(game).write_move(GAMES[game].parse(text))


def move_text(message: move_pb2.Move, game: str = "furnace") -> str:
    """A message as the canonical text of its move."""
    return GAMES[game].format(wire_of(game).read_move(message))


def refusal_in(error: grpc.aio.AioRpcError) -> error_reason_pb2.Refusal:
    """The refusal in the details of a status."""
    status = rpc_status.from_call(error)  # type: ignore[arg-type] # it has what a call has
    assert status is not None, error
    for detail in status.details:
        refusal = error_reason_pb2.Refusal()
        if detail.Unpack(refusal):
            return refusal
    raise AssertionError(f"no refusal in {error}")


def reason_of(refusal: error_reason_pb2.Refusal) -> str:
    """Why, without the prefix."""
    return error_reason_pb2.ErrorReason.Name(refusal.reason).removeprefix("ERROR_REASON_")


async def refused(call: Awaitable[object]) -> error_reason_pb2.Refusal:
    """How `call` was refused; it must be."""
    try:
        answer = await call
    except grpc.aio.AioRpcError as error:
        return refusal_in(error)
    raise AssertionError(f"not refused: {answer}")


async def why(call: Awaitable[object]) -> str:
    """The reason for which `call` was refused."""
    return reason_of(await refused(call))


class Client:
    """Somebody with a token."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self.channel = channel
        self.token = token
        self._matches = match_grpc.MatchServiceStub(channel)
        self._admin = admin_grpc.AdminServiceStub(channel)
        self._teams = team_grpc.TeamServiceStub(channel)
        self._submissions = submission_grpc.SubmissionServiceStub(channel)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A call of one of the services, with the token."""
        for stub in (self._matches, self._admin, self._teams, self._submissions):
            if hasattr(stub, name):
                return partial(getattr(stub, name), metadata=metadata_of(self.token))
        raise AttributeError(name)

    def stream(self) -> "Stream":
        """A new stream for a seat."""
        return Stream(self.channel, self.token)

    async def create(self, players: int = 3, **wishes: Any) -> Table:  # noqa: ANN401 - fields
        """A short match with short clocks, of Furnace unless `wishes` say otherwise."""
        response = await self.CreateMatch(creation(players, **wishes))
        return Table(response.match.match_id, tuple(response.seat_tokens))


def creation(
    players: int = 3,
    game: str = "furnace",
    **wishes: Any,  # noqa: ANN401 - fields
) -> pb.CreateMatchRequest:
    """A request for a short match with short clocks, unless `wishes` say otherwise."""
    fields: dict[str, Any] = {
        "game": game,
        "options": SHORT.get(game, {}),
        "seats": [pb.SeatRequest() for _ in range(players)],
        "clock": CLOCK,
    }
    return pb.CreateMatchRequest(**(fields | wishes))


async def send_bytes(call: Any, data: bytes) -> None:  # noqa: ANN401 - grpc.aio
    """
    Send on a stream that may just have been ended; reading tells how it did.

    Not by `call.write`: if that comes too late it puts INTERNAL in the place of the referee's status.
    """
    await call._metadata_sent.wait()
    with suppress(cygrpc.InternalError):
        await call._cython_call.send_serialized_message(data)


class Stream:
    """One stream of a seat, as bytes: a test may send whatever it likes."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self.call: grpc.aio.StreamStreamCall[bytes, bytes] = channel.stream_stream(_PLAY)(
            metadata=metadata_of(token)
        )

    async def send(self, request: pb.PlayRequest | bytes) -> None:
        """Send a message, or any bytes; if the stream was ended meanwhile, reading tells why."""
        data = request if isinstance(request, bytes) else request.SerializeToString()
        await send_bytes(self.call, data)

    async def receive(self) -> pb.PlayResponse:
        """
        The next message.

        Raises:
            grpc.aio.AioRpcError: the stream was refused.
            EOFError: it ended well.
        """
        async with asyncio.timeout(PATIENCE):
            data = await self.call.read()
        if isinstance(data, bytes):
            return pb.PlayResponse.FromString(data)
        raise EOFError

    async def join(self, match_id: str, seat: int, **wishes: Any) -> pb.Joined:  # noqa: ANN401
        """Take the seat; the `wishes` are fields of `JoinSeat`."""
        join = pb.JoinSeat(match_id=match_id, seat=seat, **wishes)
        await self.send(pb.PlayRequest(join=join))
        response = await self.receive()
        assert response.WhichOneof("message") == "joined", response
        return response.joined

    async def decision(self) -> match_pb2.Decision:
        """The next message, which is a decision."""
        response = await self.receive()
        assert response.WhichOneof("message") == "decision", response
        return response.decision

    async def refusal(self) -> error_reason_pb2.Refusal:
        """The next message, which is a refusal."""
        response = await self.receive()
        assert response.WhichOneof("message") == "refusal", response
        return response.refusal

    async def answer(self, turn: int, played: move_pb2.Move) -> None:
        """Send a move."""
        await self.send(pb.PlayRequest(answer=pb.Answer(turn=turn, move=played)))

    async def play_on(self) -> pb.Ended:
        """Answer every decision with its first legal move; how the match ended."""
        while True:
            response = await self.receive()
            match response.WhichOneof("message"):
                case "decision":
                    decision = response.decision
                    await self.answer(decision.turn, decision.legal_moves[0])
                case "ended":
                    await self.call.done_writing()
                    return response.ended
                case other:
                    raise AssertionError(f"a good player is sent no {other}: {response}")

    async def leave(self) -> None:
        """Say that nothing more comes, and wait until the referee agrees."""
        await self.call.done_writing()
        with suppress(EOFError):
            while True:
                await self.receive()

    def cut(self) -> None:
        """Break the stream off without a word."""
        self.call.cancel()


class House:
    """A referee that is being tested, with all that a test needs at hand."""

    def __init__(self, referee: Referee, channel: grpc.aio.Channel) -> None:
        self.referee = referee
        self.channel = channel
        path = referee.config.data / "organiser.token"
        self.organiser = Client(channel, path.read_text().strip())

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.referee.addresses[0]

    @property
    def hourglass(self) -> Hourglass:
        """Its clock."""
        clock = self.referee.clock
        assert isinstance(clock, TurnedClock)
        return clock.hourglass

    def client(self, token: str) -> Client:
        """Somebody with this token."""
        return Client(self.channel, token)

    async def player(
        self, name: str, role: admin.Role.ValueType = admin.ROLE_PLAYER
    ) -> tuple[Client, str]:
        """A new player, and the id of the token."""
        request = admin.CreatePlayerRequest(name=name, role=role)
        response = await self.organiser.CreatePlayer(request)
        return self.client(response.token), response.player.tokens[0].token_id

    def match(self, match_id: str) -> Match:
        """The match as the referee has it."""
        return self.referee.registry.find(match_id)

    async def seat(self, table: Table, seat: int, **wishes: Any) -> Stream:  # noqa: ANN401
        """A stream that has joined, and is sent one legal move with each decision."""
        stream = self.client(table.tokens[seat]).stream()
        await stream.join(table.match_id, seat, **({"max_legal_moves": 1} | wishes))
        return stream

    async def play_well(self, table: Table, seat: int) -> pb.Ended:
        """Play a seat from wherever the match stands to its end."""
        return await (await self.seat(table, seat)).play_on()

    async def play_out(self, table: Table) -> pb.Ended:
        """Play all seats to the end."""
        ends = await asyncio.gather(
            *(self.play_well(table, seat) for seat in range(len(table.tokens)))
        )
        return ends[0]

    async def wait(self, match_id: str, holds: Callable[[Match], bool]) -> None:
        """Wait until something holds of a match."""
        match = self.match(match_id)
        assert await until(match, lambda: holds(match), PATIENCE)

    async def until_alone(self, match_id: str, seat: int) -> int:
        """Wait until nobody but `seat` is asked; the turn."""

        def alone(match: Match) -> bool:
            others = [place for number, place in enumerate(match.seats) if number != seat]
            return match.open_decision(Seat(seat)) is not None and not any(
                place.decision for place in others
            )

        await self.wait(match_id, alone)
        question = self.match(match_id).open_decision(Seat(seat))
        assert question is not None
        return question.turn

    async def run_out(self, match_id: str, seat: int) -> int:
        """Wait until nobody but `seat` is asked, then let its time run out; the turn it lost."""
        turn = await self.until_alone(match_id, seat)
        match = self.match(match_id)

        def is_open() -> bool:
            question = match.open_decision(Seat(seat))
            return question is not None and question.turn == turn

        await self.let_time_pass(lambda: not is_open())
        return turn

    async def let_time_pass(self, enough: Callable[[], bool]) -> None:
        """Turn the clock, and let the referee look at it, until it is enough."""
        async with asyncio.timeout(PATIENCE):
            while not enough():
                self.hourglass.advance(LONG)
                await asyncio.sleep(TICK)


def is_ranking(ranks: Sequence[int], seats: int) -> bool:
    """Whether these are places from 1 on, of all seats; tied seats share one."""
    return seats == len(ranks) and all(
        rank == 1 + sum(other < rank for other in ranks) for rank in ranks
    )


async def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds that nobody tells us of."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - there is nothing to wait for
            await asyncio.sleep(TICK / 4)


def config_of(data: Path, **changes: Any) -> ServeConfig:  # noqa: ANN401 - ServeConfig's
    """Of a referee on a free port, without metrics."""
    fields: dict[str, Any] = {
        "listen": ("127.0.0.1:0",),
        "data": data,
        "metrics": "",
        # As many requests as the tests need, unless it is the limit that is tested.
        "limits": Limits(
            requests_per_second=10_000,
            burst=10_000,
            reads_per_second=10_000,
            call_milliseconds=10_000,
            moves_per_second=10_000,
        ),
    }
    return ServeConfig(**(fields | changes))


async def admitted(referee: Referee, name: str, role: Role = Role.PLAYER) -> str:
    """A token of a player, who is registered if it is not."""
    directory = referee.accounts.directory
    if directory.is_registered(name):
        return (await directory.create_token(name)).text
    return (await directory.create_player(name, role)).text


@asynccontextmanager
async def opened(data: Path, **changes: Any) -> AsyncIterator[House]:  # noqa: ANN401 - ServeConfig's
    """A referee on a free port, whose clock stands still."""
    async with (
        server.serving(config_of(data, **changes), clock=TurnedClock()) as referee,
        channel_to(referee.addresses[0]) as channel,
    ):
        yield House(referee, channel)


def channel_to(address: str) -> grpc.aio.Channel:
    """A connection of one's own."""
    return grpc.aio.insecure_channel(address, options=(("grpc.use_local_subchannel_pool", 1),))

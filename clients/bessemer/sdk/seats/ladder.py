"""
Enters a bot into a ladder and plays the seats that it is given, all over one stream.

    await enlist("127.0.0.1:7777", token, "main", MyBot, concurrency=8)

Each seat has a bot of its own. The answers of several bots at the same moment are sent in one message.
A connection that is lost is opened again, and the matches that are still running continue.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import grpc

from bessemer.runtime.threads import patient_threads
from bessemer.sdk.bot import Bot, MatchEnd
from bessemer.sdk.connection.channels import enlist_stream, metadata_of, open_channel
from bessemer.sdk.connection.reconnect import PATIENCE, Reconnect, log_lost, new_client_id
from bessemer.sdk.connection.silence import watched
from bessemer.sdk.connection.tls import Tls
from bessemer.sdk.errors import ConnectionGone, SeatError, SeatRefused
from bessemer.sdk.program.bot_checks import check_game
from bessemer.sdk.seats.answers import EncodedAnswer, enlist_request, play_request
from bessemer.sdk.seats.chance import CHANCE
from bessemer.sdk.seats.executor import max_thinking
from bessemer.sdk.seats.ladder_news import LadderNews
from bessemer.sdk.seats.seat import SeatPlayer
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc, match_pb2
from bessemer.v1 import match_service_pb2 as match_pb

_START_SECONDS: Final = 0.05

_log: Final = logging.getLogger("bessemer.sdk")


async def enlist(  # noqa: PLR0913 - all but four are rarely given
    address: str,
    token: str,
    ladder: str,
    new_bot: Callable[[str], Bot],
    *,
    concurrency: int = 1,
    version: str | None = None,
    challenges: bool = False,
    tls: Tls | None = None,
    patience: float = PATIENCE,
    ended: Callable[[MatchEnd], None] | None = None,
    leave: asyncio.Event | None = None,
) -> None:
    """
    Play for a ladder until we leave, or until the referee refuses us.

    Args:
        address: the referee's, `host:port` or `unix:/path`.
        token: the player's.
        ladder: its name; "" for the only one of the referee.
        new_bot: makes a bot for each seat, given the name of the game.
        concurrency: the number of matches at the same time.
        version: of the bot, which is rated as a player of its own; "" for none, by default what the
            bot says in its attribute `version`.
        challenges: whether others may ask for unrated matches with us.
        tls: connect by TLS.
        patience: give up when the referee cannot be reached for so many seconds.
        ended: called with the end of every match.
        leave: set it to start no more matches; those that are running are played to their end.

    Raises:
        ConnectionGone: the referee was away for longer than `patience`.
        SeatRefused: the referee does not let us play.
    """
    with patient_threads():
        channel = open_channel(address, tls=tls)
        channel.get_state(try_to_connect=True)
        await asyncio.sleep(_START_SECONDS)  # gRPC starts its threads by and by
    async with channel, watched(channel, address, tls=tls is not None):
        stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
        reconnect = Reconnect(log_lost(f"ladder {ladder}"), patience=patience)
        seats: _EnlistedSeats | None = None
        news = LadderNews(channel, token, ladder)
        async for attempt in reconnect:
            with attempt:
                if seats is None:
                    # The first bot is made before we enlist: it knows its version and how many
                    # questions it can take.
                    bots = _Bots(new_bot, await _game_of(stub, token, ladder))
                    seats = _EnlistedSeats(
                        bots.new, ended or (lambda _: None), reconnect.reached, news
                    )
                    enlistment = pb.Enlistment(
                        ladder=ladder,
                        concurrency=concurrency,
                        omit_history=True,
                        max_thinking=bots.max_thinking,
                        version=bots.version if version is None else version,
                        client_id=new_client_id(),
                        takes_challenges=challenges,
                    )
                call = enlist_stream(channel, token)
                try:
                    if await seats.serve(call, enlistment, leave):
                        return
                finally:
                    call.cancel()
                    news.close()


async def next_seat(channel: grpc.aio.Channel, token: str, ladder: str) -> tuple[str, int]:
    """
    The match and seat that a ladder gives to a client that plays one match with `Play`.

    Raises:
        SeatRefused: the referee does not let us play, or cannot be reached.
        ConnectionGone: it closed before there was a seat.
    """
    stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
    try:
        found = await wait_for_seat(stub, token, ladder, new_client_id())
    except grpc.aio.AioRpcError as error:
        raise SeatRefused.from_status(error) from None
    if found is None:
        raise ConnectionGone("the referee closed")
    return found


async def wait_for_seat(
    stub: Any,  # noqa: ANN401 - a LadderServiceStub
    token: str,
    ladder: str,
    client_id: str,
    heard: Callable[[], None] = lambda: None,
) -> tuple[str, int] | None:
    """
    Wait on one stream for one seat of a ladder, to be played with `Play`; its match and the seat.

    `None` if the referee ends the stream. `heard` is called with everything that comes. We leave the
    stream with the seat, so that we get no other one; the seat stays reserved for our name.

    Raises:
        AioRpcError: the referee does not let us play, or cannot be reached.
    """
    call = stub.Enlist(metadata=metadata_of(token))
    try:
        enlistment = pb.Enlistment(
            ladder=ladder, concurrency=1, assignments_only=True, client_id=client_id
        )
        await call.write(pb.EnlistRequest(enlistment=enlistment))
        async for response in call:
            heard()
            for seat in response.assignments:
                return str(seat.match_id), int(seat.seat)
        return None
    finally:
        call.cancel()


async def _game_of(stub: Any, token: str, ladder: str) -> str:  # noqa: ANN401 - grpc.aio
    found = await stub.ListLadders(pb.ListLaddersRequest(), metadata=metadata_of(token))
    if not ladder and len(found.ladders) == 1:
        return str(found.ladders[0].game)
    return next((str(one.game) for one in found.ladders if one.name == ladder), "")


class _Bots:
    """Makes the bots of all seats; the first of them before there is a seat for it."""

    def __init__(self, new_bot: Callable[[str], Bot], game: str) -> None:
        self._new_bot = new_bot
        self._first: Bot | None = new_bot(game) if game else None
        if self._first is not None:
            check_game(self._first, game)
        self.max_thinking = 1 if self._first is None else max_thinking(self._first)
        self.version = str(getattr(self._first, "version", ""))

    def new(self, game: str) -> Bot:
        """A bot for one seat."""
        first, self._first = self._first, None
        return first or self._new_bot(game)


class _SeatKey(NamedTuple):
    match_id: str
    seat: int


class _EnlistedSeat:
    """One seat: its player, and the channel for the player's answers."""

    def __init__(self, key: _SeatKey, bot: Bot, send: Callable[[int, bytes], None]) -> None:
        self._send = send
        self.player = SeatPlayer(self._write, key.match_id, key.seat, bot, strict=False)
        self.thinking: asyncio.Task[None] | None = None
        self.channel = 0
        """The number of its channel; 0 while it has none."""

    async def _write(self, answer: EncodedAnswer) -> None:
        if self.channel:
            self._send(self.channel, play_request(answer))


class _EnlistedSeats:
    """All seats that we play, through all connections."""

    def __init__(
        self,
        new_bot: Callable[[str], Bot],
        ended: Callable[[MatchEnd], None],
        reached: Callable[[], None],
        news: LadderNews,
    ) -> None:
        """`reached` is called whenever the referee has let us in."""
        self._news = news
        self._new_bot = new_bot
        self._ended = ended
        self._reached = reached
        self._seats: dict[_SeatKey, _EnlistedSeat] = {}
        self._channels: dict[int, _SeatKey] = {}
        self._outgoing: list[bytes] = []
        """Messages that are one message when they are joined."""
        self._has_outgoing = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def serve(
        self,
        call: Any,  # noqa: ANN401 - grpc.aio
        enlistment: pb.Enlistment,
        leave: asyncio.Event | None,
    ) -> bool:
        """Play over one connection; whether it ended because we have left."""
        # New ones each time: the referee may have taken some of the old, and not have said so.
        del enlistment.chance_commitments[:]
        enlistment.chance_commitments.extend(
            CHANCE.commit() for _ in range(max(1, enlistment.concurrency))
        )
        await call.write(pb.EnlistRequest(enlistment=enlistment).SerializeToString())
        self._outgoing = []
        tasks = [self._start(self._write(call))]
        if leave is not None:
            tasks.append(self._start(self._leave(leave)))
        try:
            return await self._read(call, enlistment)
        finally:
            for task in tasks:
                task.cancel()

    def _send(self, channel: int, request: bytes) -> None:
        """Send a `PlayRequest` together with all others of this moment."""
        self._outgoing.append(enlist_request(channel, request))
        self._has_outgoing.set()

    async def _read(self, call: Any, enlistment: pb.Enlistment) -> bool:  # noqa: ANN401 - grpc.aio
        while True:
            response = await call.read()
            if response is grpc.aio.EOF:
                return True
            if response.HasField("enlisted"):
                self._reached()
                self._news.joined(enlistment.version)
                self._resume(frozenset(response.enlisted.running))
            for envelope in response.responses:
                await self._handle(envelope.channel, envelope.response)

    async def _write(self, call: Any) -> None:  # noqa: ANN401 - grpc.aio
        while True:
            await self._has_outgoing.wait()
            self._has_outgoing.clear()
            outgoing, self._outgoing = self._outgoing, []
            try:
                await call.write(b"".join(outgoing))
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                call.cancel()  # the reader shall notice, whatever the other side still believes
                return

    async def _leave(self, leave: asyncio.Event) -> None:
        await leave.wait()
        self._outgoing.append(pb.EnlistRequest(leaving=True).SerializeToString())
        self._has_outgoing.set()

    def _resume(self, running: frozenset[str]) -> None:
        """Begin on a new connection: keep the seats of matches that are still running."""
        self._channels.clear()
        for key, seat in tuple(self._seats.items()):
            seat.channel = 0
            if key.match_id not in running:
                _log.info("match %s, seat %d: it ended while we were away", *key)
                self._forget(key)

    async def _handle(self, channel: int, response: match_pb.PlayResponse) -> None:
        if response.HasField("decision"):
            player = self._seats[self._channels[channel]].player
            answer = player.answer_at_once(response.decision)
            if answer is not None:
                self._send(channel, play_request(answer))
                return
        elif response.HasField("joined"):
            self._open(channel, response.joined)
        key = self._channels[channel]
        player = self._seats[key].player
        if response.HasField("reveal_request"):
            self._reveal(channel, key, response.reveal_request)
            return
        if response.HasField("refusal"):
            self._start(self._answer_refusal(player, response))  # it may wait a while
            return
        if response.HasField("closed"):
            # Over a Play stream this would be its status; here the other channels continue.
            _log.warning("match %s, seat %d: %s", *key, SeatRefused.from_closed(response.closed))
            self._close(channel)
            player.executor.close()
            return
        result = await player.handle(response)
        if result is not None:
            CHANCE.check(*key, result)
            self._close(channel)
            self._start(self._end(player, result))

    def _reveal(self, channel: int, key: _SeatKey, shown: match_pb.ChanceRevealRequest) -> None:
        """Reveal what we committed to, and commit to something for a later match."""
        reveal = CHANCE.reveal(*key, shown)
        reveal.next_commitment = CHANCE.commit()
        self._send(channel, match_pb.PlayRequest(reveal=reveal).SerializeToString())

    def _close(self, channel: int) -> None:
        self._forget(self._channels.pop(channel))

    def _open(self, channel: int, joined: match_pb.Joined) -> None:
        key = _SeatKey(joined.match.match_id, joined.seat)
        if key not in self._seats:
            seat = _EnlistedSeat(key, self._new_bot(joined.match.game), self._send)
            if not seat.player.executor.runs_inline:
                seat.thinking = self._start(seat.player.think())
            self._seats[key] = seat
        self._channels[channel] = key
        self._seats[key].channel = channel

    def _forget(self, key: _SeatKey) -> None:
        seat = self._seats.pop(key)
        CHANCE.forget(*key)
        if seat.thinking is not None:
            seat.thinking.cancel()

    async def _answer_refusal(self, player: SeatPlayer, response: match_pb.PlayResponse) -> None:
        try:
            await player.handle(response)
        except SeatError as error:
            _log.warning("%s", error)

    async def _end(self, player: SeatPlayer, result: match_pb2.MatchResult) -> None:
        try:
            end = await player.end(result)
            self._news.ended(end, player.players)
            self._ended(end)
        finally:
            player.executor.close()

    def _start(self, work: Any) -> "asyncio.Task[Any]":  # noqa: ANN401 - any coroutine
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

"""
Plays one seat of one match over gRPC, and reconnects by itself when the connection is lost.

    end = await play_seat(channel, token, match_id, seat, MyBot())

The bot's `decide` gets the view of its game (`FurnaceView`) and answers with a move. The stream is
read while the bot thinks. So a connection that is lost while the
bot thinks is opened again meanwhile, and a bot that thinks for too long gets the next decision.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, Final, NamedTuple

import grpc

from bessemer.sdk.bot import Bot, MatchEnd, MatchStart
from bessemer.sdk.connection.channels import play_stream
from bessemer.sdk.connection.reconnect import PATIENCE, SeatStream
from bessemer.sdk.errors import BotFailed, MoveRefused, SeatError
from bessemer.sdk.move_types import NO_MOVE, what_is_wrong
from bessemer.sdk.program.bot_checks import UnusableBot, check_game
from bessemer.sdk.seats.answers import EncodedAnswer, about, encoded_answer
from bessemer.sdk.seats.codecs import BotCodec, codec_of
from bessemer.sdk.seats.executor import BotExecutor, max_thinking
from bessemer.sdk.view import AnyView
from bessemer.v1 import error_reason_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb

_LAST_THOUGHT: Final = 10.0
"""The seconds that a bot has after the end of a match, for what it still does."""

_ILLEGAL: Final = (
    error_reason_pb2.ERROR_REASON_ILLEGAL_MOVE,
    error_reason_pb2.ERROR_REASON_MALFORMED_MOVE,
)
_STALE: Final = error_reason_pb2.ERROR_REASON_STALE_TURN
_TOO_LATE: Final = (
    _STALE,
    error_reason_pb2.ERROR_REASON_TURN_NOT_OPEN,
    error_reason_pb2.ERROR_REASON_MATCH_OVER,
)

_log: Final = logging.getLogger("bessemer.sdk")


async def play_seat(
    channel: grpc.aio.Channel,
    token: str,
    match_id: str,
    seat: int,
    bot: Bot,
    *,
    patience: float = PATIENCE,
    strict: bool = False,
) -> MatchEnd:
    """
    Play until the match is over; how it ended.

    Where the bot fails, or its move is refused, the default move is played and the log says why.
    An answer that comes too late is sent all the same: it tells the referee that the bot thinks no
    more. `MatchEnd.faults` lists all of it.

    Args:
        channel: to the referee.
        token: the seat's, or the player's for whom the seat is reserved.
        match_id: the match.
        seat: the seat.
        bot: asked for each move; it must be nobody else's.
        patience: give up when the referee cannot be reached for so many seconds.
        strict: raise what the bot does wrong instead of playing the default move: for tests.

    Raises:
        ConnectionGone: the referee was away for longer than `patience`.
        SeatRefused: the referee does not let us play this seat.
        BotFailed: the bot raised an exception; only if `strict`.
        MoveRefused: the bot's move is not legal; only if `strict`.
    """
    stream = SeatStream(
        lambda: play_stream(channel, token),
        match_id,
        seat,
        patience=patience,
        max_thinking=min(1, max_thinking(bot)),
    )
    player = SeatPlayer(stream.write, match_id, seat, bot, strict=strict)
    try:
        async with asyncio.TaskGroup() as tasks:
            thinking = None if player.executor.runs_inline else tasks.create_task(player.think())
            try:
                result = await _listen(stream, player)
            finally:
                if thinking is not None:
                    thinking.cancel()
        return await player.end(result)
    except BaseExceptionGroup as group:
        error = group.exceptions[0]
        raise error from error.__cause__
    finally:
        player.executor.close()


async def _listen(stream: SeatStream, player: "SeatPlayer") -> match_pb2.MatchResult:
    """Read what is sent until the match is over; a bot that runs inline is asked at once."""
    async with aclosing(stream.messages()) as messages:
        async for response in messages:
            if (result := await player.handle(response)) is not None:
                return result
    raise AssertionError("messages come until the end")


class _Asked(NamedTuple):
    """A decision that the bot is, or was, asked for."""

    turn: int
    view: AnyView


class SeatPlayer:
    """One bot at one seat, through all its connections."""

    def __init__(
        self,
        write: Callable[[EncodedAnswer], Awaitable[None]],
        match_id: str,
        seat: int,
        bot: Bot,
        *,
        strict: bool,
    ) -> None:
        """`write` sends an answer if there is a connection; without one the decision comes again."""
        self._write = write
        self._match_id, self._seat = match_id, seat
        self._bot = bot
        self.executor = BotExecutor(bot)
        self._strict = strict
        self._codec: BotCodec | None = None
        self._options: Any = None
        self._start: asyncio.Future[MatchStart] = asyncio.get_running_loop().create_future()
        self._asked: _Asked | None = None
        """The newest decision; those before it no longer need an answer."""
        self._answer: EncodedAnswer | None = None
        """The newest answer, whether or not it arrived."""
        self._move: object = None
        """The move in it."""
        self._is_default = False
        """Whether that one is the default move already."""
        self._is_new = asyncio.Event()
        self._faults: list[str] = []
        self._late_answers = 0
        """Answers that were sent though they came too late: their refusals are no news."""

    async def handle(self, response: pb.PlayResponse) -> match_pb2.MatchResult | None:
        """Do what a message asks for; the result if it was the last one."""
        match response.WhichOneof("message"):
            case "decision":
                await self._on_decision(response.decision)
            case "joined":
                await self._on_joined(response.joined.match)
            case "refusal":
                await self._on_refusal(response.refusal)
            case "ended":
                return response.ended.result
        return None

    def answer_at_once(self, decision: match_pb2.Decision) -> EncodedAnswer | None:
        """
        The answer of a bot that runs inline and is asked for the first time; `None` for any other.

        The same as `handle`, without a detour over the event loop: most of what a ladder's bots do.
        """
        if not self.executor.runs_inline or self._codec is None:
            return None
        if self._asked is not None and self._asked.turn == decision.turn:
            return None
        view = self._codec.read_decision(decision, self._seat, self._options)
        self._asked = asked = _Asked(decision.turn, view)
        try:
            move = self._bot.decide(view)
        except Exception as error:  # noqa: BLE001 - whatever a bot does wrong
            self._answer = self._default(asked, self.executor.failed(error))
        else:
            self._answer = self._encoded(asked, move)
        return self._answer

    async def think(self) -> None:
        """Answer what is asked, for a bot that does not run inline; until it is cancelled."""
        await self._begin(await self._start)
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            if (asked := self._asked) is None:
                continue
            answer = await self._decide(asked)
            if self._asked is asked:
                await self._send(answer)
            else:
                self._note_overrun(asked)
                self._late_answers += 1
                await self._write(answer)

    async def end(self, result: match_pb2.MatchResult) -> MatchEnd:
        """Notify the bot of the end, unless it is still thinking."""
        for fault in result.seat_faults:
            if fault.seat == self._seat:
                self._note(f"the seat has forfeited: {fault.message}")
        end = MatchEnd(
            self._match_id,
            self._seat,
            tuple(result.ranks),
            tuple(result.scores),
            result.message,
            tuple(self._faults),
        )
        if (notify := getattr(self._bot, "end", None)) is not None:
            try:
                async with asyncio.timeout(_LAST_THOUGHT):
                    await self.executor.ask(notify, end)
            except TimeoutError:
                self._note("the match is over and the bot still thinks")
            except BotFailed as error:
                self._blame(error)
        return end._replace(faults=tuple(self._faults))

    async def _on_joined(self, match: match_pb2.Match) -> None:
        if self._start.done():
            return  # back again
        try:
            check_game(self._bot, match.game)
        except UnusableBot as error:
            raise BotFailed(str(error)) from None
        self._codec = codec = codec_of(match.game)
        self._options = codec.game.options(match.options)
        players = tuple(seat.player for seat in match.seats)
        start = MatchStart(self._match_id, match.game, self._seat, players, dict(match.options))
        self._start.set_result(start)
        if self.executor.runs_inline:
            await self._begin(start)

    async def _begin(self, start: MatchStart) -> None:
        if (notify := getattr(self._bot, "begin", None)) is not None:
            try:
                await self.executor.ask(notify, start)
            except BotFailed as error:
                self._blame(error)

    async def _on_decision(self, decision: match_pb2.Decision) -> None:
        assert self._codec is not None, "nobody is asked before joining"
        if self._asked is not None and self._asked.turn == decision.turn:
            # Asked again after a lost connection. A bot that still thinks will answer by itself; an
            # answer that was given may have been lost, and if not the referee takes it only once.
            if self._answer is not None and self._answer.turn == decision.turn:
                await self._write(self._answer)
            return
        view = self._codec.read_decision(decision, self._seat, self._options)
        self._asked = _Asked(decision.turn, view)
        if self.executor.runs_inline:
            await self._send(await self._decide(self._asked))
        else:
            view.start_clock()
            self._is_new.set()

    async def _decide(self, asked: _Asked) -> EncodedAnswer:
        """The bot's answer, or the default move if it has none that can be written."""
        try:
            move = await self.executor.ask(self._bot.decide, asked.view)
        except BotFailed as error:
            return self._default(asked, error)
        return self._encoded(asked, move)

    def _encoded(self, asked: _Asked, move: object) -> EncodedAnswer:
        assert self._codec is not None, "nobody is asked before joining"
        self._move, self._is_default = move, False
        try:
            return encoded_answer(asked.turn, self._codec.encode_move(move), *about(asked.view))
        except (AssertionError, AttributeError, LookupError, TypeError, ValueError):
            wrong = what_is_wrong(self._codec.game.name, move)
            why = wrong or f"the bot answered {move!r:.80}, which is no move"
            return self._default(asked, BotFailed(f"{NO_MOVE}{why}"))

    def _default(self, asked: _Asked, error: SeatError) -> EncodedAnswer:
        """The default move, because of what the bot did wrong."""
        assert self._codec is not None, "nobody is asked before joining"
        self._blame(error, f"turn {asked.turn}: ")
        self._is_default = True
        self._move = move = asked.view.default_move()
        shown = self._codec.game.format(move)
        _log.warning("%s: playing the default move instead: %s", self._where, shown)
        return encoded_answer(asked.turn, self._codec.encode_move(move), *about(asked.view))

    async def _send(self, answer: EncodedAnswer) -> None:
        """Send an answer, and keep it: if it is lost the decision comes again."""
        self._answer = answer
        await self._write(answer)

    async def _on_refusal(self, refusal: error_reason_pb2.Refusal) -> None:
        asked, answer = self._asked, self._answer
        if refusal.reason in _TOO_LATE and self._late_answers:
            self._late_answers -= 1
        elif refusal.reason == _STALE and asked and not self.executor.runs_inline:
            self._note_overrun(asked)
        elif refusal.reason in _TOO_LATE:
            self._note(f"an answer came too late: {refusal.message}")
        elif refusal.reason == error_reason_pb2.ERROR_REASON_JOURNAL_UNAVAILABLE and answer:
            await asyncio.sleep(refusal.retry_delay.ToMicroseconds() / 1e6)
            await self._write(answer)
        elif refusal.reason in _ILLEGAL and asked and not self._is_default:
            await self._send(self._default(asked, self._refused(refusal)))
        else:
            raise self._refused(refusal)

    def _refused(self, refusal: error_reason_pb2.Refusal) -> MoveRefused:
        assert self._codec is not None, "nobody answers before joining"
        shown = "no move" if self._move is None else self._codec.game.format(self._move)
        return MoveRefused(refusal, shown)

    def _blame(self, error: SeatError, where: str = "") -> None:
        """The bot did wrong: raise it if `strict`, otherwise write it down."""
        if self._strict:
            raise error
        self._note(f"{where}{error}", cause=error.__cause__)

    def _note(self, text: str, cause: BaseException | None = None) -> None:
        self._faults.append(text)
        _log.warning("%s: %s", self._where, text, exc_info=cause)

    def _note_overrun(self, asked: _Asked) -> None:
        used, clock = asked.view.time_used(), asked.view.clock
        self._note(
            f"turn {asked.turn}: thought {used:.1f} s of {clock:.1f}: its answer came too late"
        )

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, by seat; nobody is known before we joined."""
        return self._start.result().players if self._start.done() else ()

    @property
    def _where(self) -> str:
        return f"match {self._match_id}, seat {self._seat}"

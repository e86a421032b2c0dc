"""
Matches as they are played, for any number of browsers.

One stream from the referee for each match and language, whoever watches; each frame is made and encoded
once, and sent to all as the same bytes. A browser that comes late, or back, is sent what follows the last frame
that it has.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from bessemer.engine.taken_back import TakenBack
from bessemer.faces.language import current_language
from bessemer.matches.records import Cause, ClockSettings
from bessemer.printable import printable
from bessemer.sdk.connection.reconnect import Reconnect
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.sdk.errors import SeatRefused
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.frames import Frame, FrameMaker, Played
from bessemer.web.server.server_sent import event
from bessemer.web.server.sources import Source
from bessemer.wire.wire import wire_of

_PAUSE: Final = 0.2
"""Between two messages to a browser: nobody sees more, and fast matches come in batches."""
_PING_SECONDS: Final = 15.0
_LINGER_SECONDS: Final = 30.0
_MOST_LINGERING: Final = 24
"""So many matches that nobody watches are followed, for small boards."""
_FIRST_SECONDS: Final = 5.0
"""So long a match is followed after the last browser has gone."""
_CAUSES: Final = {
    match_pb2.MOVE_CAUSE_PLAYED: Cause.PLAYED,
    match_pb2.MOVE_CAUSE_TIMED_OUT: Cause.TIMED_OUT,
    match_pb2.MOVE_CAUSE_STILL_THINKING: Cause.STILL_THINKING,
    match_pb2.MOVE_CAUSE_FORFEITED: Cause.FORFEITED,
    match_pb2.MOVE_CAUSE_TAKEN_BACK: Cause.TAKEN_BACK,
}


class LiveEvent(NamedTuple):
    """A message to whoever watches."""

    kind: str
    value: Frame
    turn: int | None
    """After which it is so; 0 for the header, `None` for the end."""
    content: bytes
    """As it is sent."""

    @classmethod
    def of(cls, kind: str, value: Frame, turn: int | None = None) -> "LiveEvent":
        """A message that is encoded now, once for all."""
        number = 0 if kind == "header" else value.get("number")
        return cls(kind, value, turn, event(kind, value, number))


class LiveMatch:
    """One match, followed for all who watch it."""

    def __init__(self, source: Source, match_id: str) -> None:
        self._source = source
        self._match_id = match_id
        self.told: list[LiveEvent] = []
        """By their numbers: the header, the frames, then the end."""
        self.is_over = False
        self.is_lost = False
        """Whether the referee is away."""
        self.listeners: list[Callable[[list[LiveEvent]], None]] = []
        self._news = asyncio.Condition()
        self._maker: FrameMaker | None = None
        self._match = match_pb2.Match()
        self._wire: Any = None
        self._options: Any = None
        self._known_turn = 0
        self.watchers = 0

    async def follow(self) -> None:
        """Read the referee's stream until the match is over, through as many connections as it takes."""
        reconnect = Reconnect(self._lost)
        try:
            async for attempt in reconnect:
                with attempt:
                    stub = self._source.stub
                    assert stub is not None, "a live match has a referee"
                    request = pb.WatchMatchRequest(
                        match_id=self._match_id, from_turn=self._known_turn + 1, with_views=True
                    )
                    async for message in stub.WatchMatch(request, metadata=self._source.metadata):
                        reconnect.reached()
                        self.is_lost = False
                        if await self._read(message):
                            return
        except SeatRefused as refused:
            gone = LiveEvent.of("gone", {"message": printable(refused.message)})
            await self._publish([gone], over=True)

    def _lost(self, _why: str) -> None:
        """The page goes on by itself as soon as the referee is back."""
        self.is_lost = True
        self._call([])

    async def _read(self, message: pb.WatchMatchResponse) -> bool:
        """Make frames of what the referee sent; whether the match is over."""
        views = list(message.views)
        events: list[LiveEvent] = []
        if message.HasField("match"):
            self._match = message.match
        if len(views) > len(message.moves):  # the first ones, which begin before the first move
            if self._maker is None:
                if self._match.status == match_pb2.MATCH_STATUS_OPEN:
                    # It has just begun: only now is known who sits where.
                    with suppress(CallFailed):
                        self._match = await self._source.calls().match(self._match_id)
                events.append(LiveEvent.of("header", self._begin(self._match, views[0]), 0))
            views = views[1:]
        for played, view in zip(message.moves, views, strict=True):
            assert self._maker is not None, "the first views came before"
            frame = self._maker.frame(
                Played(
                    played.turn,
                    played.seat,
                    TakenBack(played.back_to)
                    if played.back_to
                    else self._wire.read_move(played.move),
                    _CAUSES[played.cause],
                    played.time_used.ToMicroseconds() / 1e6,
                ),
                self._wire.read_view(view, None, self._options),
            )
            self._known_turn = played.turn
            events.append(LiveEvent.of("frame", frame, played.turn))
        is_over = message.HasField("result")
        if is_over:
            if self._maker is not None:
                events.append(LiveEvent.of("end", _end_of(message.result)))
            else:  # it was never set up: somebody did not come, or withheld their bytes
                events.append(LiveEvent.of("gone", {"message": printable(message.result.message)}))
        await self._publish(events, over=is_over)
        return is_over

    def _begin(self, match: match_pb2.Match, view: Any) -> Frame:  # noqa: ANN401 - a View
        self._wire = wire_of(match.game)
        clocks = [
            _clock(seat.clock if seat.HasField("clock") else match.clock) for seat in match.seats
        ]
        names = [seat.player for seat in match.seats]
        self._maker = FrameMaker(
            match.game, match.match_id, match.options, names, _clock(match.clock), clocks
        )
        self._options = self._maker.options
        return self._maker.header(self._wire.read_view(view, None, self._options))

    async def _publish(self, told: list[LiveEvent], *, over: bool) -> None:
        async with self._news:
            self.told += told
            self.is_over = self.is_over or over
            self._news.notify_all()
        self._call(told)

    def _call(self, told: list[LiveEvent]) -> None:
        for listener in self.listeners:
            listener(told)

    async def events(self, known: int) -> AsyncIterator[bytes]:
        """What a browser is sent that has everything up to frame `known`, -1 for nothing."""
        at = known + 1
        while True:
            news = [told.content for told in self.told[at:]]
            at += len(news)
            if news:
                yield b"".join(news)
            if self.is_over and at >= len(self.told):
                return
            if news:
                await asyncio.sleep(_PAUSE)
            if not await self._wait_beyond(at):
                yield b": still here\n\n"

    async def moment(self) -> Frame | None:
        """The position as it is now; `None` if the referee has not told it soon, or never will."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FIRST_SECONDS), self._news:
                await self._news.wait_for(lambda: self.told or self.is_over)
        if self._maker is None:
            return None
        return self._maker.moment() | {"turn": self._known_turn}

    async def _wait_beyond(self, at: int) -> bool:
        """Wait for more than `at` events, or the end; not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PING_SECONDS), self._news:
                await self._news.wait_for(lambda: len(self.told) > at or self.is_over)
                return True
        return False


_Key = tuple[str, str]
"""A match, and the language in which it is told."""


class LiveMatches:
    """The matches that somebody watches, each once for every language that is asked for."""

    def __init__(self) -> None:
        self._matches: dict[_Key, LiveMatch] = {}
        self._tasks: dict[_Key, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        return len(self._matches)

    async def watch(self, source: Source, match_id: str, known: int) -> AsyncIterator[bytes]:
        """What one browser is sent."""
        match = self.take(source, match_id)
        try:
            yield b"retry: 1000\n\n"
            async for events in match.events(known):
                yield events
        finally:
            self.leave(match)

    async def moment(self, source: Source, match_id: str) -> Frame | None:
        """The position of a match for a small board; `None` if it is not to be had now."""
        lingering = sum(not match.watchers for match in self._matches.values())
        is_known = (match_id, current_language()) in self._matches
        if not is_known and lingering >= _MOST_LINGERING:
            return None
        match = self.take(source, match_id)
        try:
            return await match.moment()
        finally:
            self.leave(match)

    def take(self, source: Source, match_id: str) -> LiveMatch:
        """A match in the language of this context, followed until it is left as often as it was taken."""
        key = match_id, current_language()
        match = self._matches.get(key)
        if match is None:
            match = self._matches[key] = LiveMatch(source, match_id)
            self._tasks[key] = asyncio.create_task(match.follow())
        match.watchers += 1
        return match

    def leave(self, match: LiveMatch) -> None:
        """One watches no longer."""
        match.watchers -= 1
        if not match.watchers:
            loop = asyncio.get_running_loop()
            key = next((key for key, one in self._matches.items() if one is match), None)
            if key is not None:
                loop.call_later(_LINGER_SECONDS, self._forget, key, match)

    def _forget(self, key: _Key, match: LiveMatch) -> None:
        if not match.watchers and self._matches.get(key) is match:
            del self._matches[key]
            self._tasks.pop(key).cancel()

    async def close(self) -> None:
        """Stop following."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _clock(clock: match_pb2.ClockSettings) -> ClockSettings:
    return ClockSettings(
        bank=clock.bank.ToMicroseconds() / 1e6, increment=clock.increment.ToMicroseconds() / 1e6
    )


def _end_of(result: match_pb2.MatchResult) -> Frame:
    return {
        "status": "finished" if result.ranks else "aborted",
        "ranks": list(result.ranks),
        "scores": list(result.scores),
        "faults": [
            {"seat": fault.seat, "message": printable(fault.message)}
            for fault in result.seat_faults
        ],
        "message": printable(result.message),
    }

"""
Seats that people play in a browser: each is held here, over gRPC, with that person's token.

The answer in the making lives here and not in the browser, so that a page that is loaded again finds
it as it was. One tab at a time holds a seat: the newest, unless an older one takes it back.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Any, Final

from bessemer.analysis.rooms import has_analysis
from bessemer.faces.language import current_language, language, tr
from bessemer.faces.lessons import Course
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.table.client import MatchClient, SeatAddress
from bessemer.table.desk import CLOCKS, Desk, desk_of
from bessemer.table.events import DecisionAsked, Event, MatchUpdated, MovesSeen
from bessemer.table.model import TableModel
from bessemer.table.notices import Notice, headline
from bessemer.table.taking_back import may_take_back, told_wish
from bessemer.web.previews import ahead_of, preview_of
from bessemer.web.server.seat.feed import OwnViews, SeatFeed
from bessemer.web.server.seat.wishes import (
    GREETINGS,
    TAKE_BACK,
    ActRefused,
    Wish,
    change_answer,
    check_turn,
    said_by,
)
from bessemer.web.server.server_sent import event
from bessemer.web.server.sources import Source
from bessemer.web.server.watch.live import LiveMatch, LiveMatches
from bessemer.wire.plain_json import PlainJson

_LINGER_SECONDS: Final = 30.0
"""How long a seat is held after its last browser has gone: a reload, not somebody who went away."""
_PING_SECONDS: Final = 15.0
_CLOCK_DRIFT: Final = 1.5
"""By so many seconds the clocks of a page may be wrong before it is told."""
_THINK_SECONDS: Final = 1.0
_MOST_TABS: Final = 50


class SeatLost(Exception):
    """The seat is somebody else's now, or whoever looks on has signed out, here or in another browser."""


class Seat:
    """One seat, for all tabs of whoever plays it."""

    def __init__(
        self,
        source: Source,
        address: SeatAddress,
        live: LiveMatches,
        course: Course | None = None,
    ) -> None:
        """`course` is what a learner is guided by."""
        self.source = source
        self._live = live
        self._followed: dict[str, tuple[SeatFeed, LiveMatch]] = {}
        """The match as it is told in each language."""
        self._own = OwnViews()
        self._address = address
        self.sessions: set[str] = set()
        """Whose the seat is, as the referee has said."""
        self.model = TableModel(address.seat, course=course)
        self._news = asyncio.Event()
        self._desk_now: tuple[Desk, float] | None = None
        """The desk as it is; `None` if it is to be made anew."""
        self._tabs: dict[str, int] = {}
        """Those that have been here, and how many streams each has."""
        self._holder = ""
        self._is_thinking = False
        self._is_lost = False
        self._said: list[dict[str, Any]] = []
        """What people have said at the table."""
        self._language = current_language()
        """That of the newest page: what happens is told in it."""
        self._connect()

    def _connect(self) -> None:
        self._client = MatchClient(self.source.channel, self._address, self._hear)
        self._task = asyncio.create_task(self._client.run())

    def _hear(self, event: Event) -> None:
        with language(self._language):
            self.model.hear(event)
        self._note_view(event)
        if (due := self.model.due()) is not None:
            self._client.answer_soon(*due)
        if isinstance(event, MatchUpdated) and event.happened:
            self._said = [said_by(one) for one in event.happened if one.greeting]
        self._tell()

    def _note_view(self, event: Event) -> None:
        """Remember what the seat sees, by the turn after which it sees it."""
        view, game, turn = self.model.view, self.model.game, max(self._own.known_turn, 0)
        match event:
            case MovesSeen(moves):
                turn = moves[-1].turn if moves else turn
            case DecisionAsked():
                pass
            case _:
                view = None
        if view is not None and game is not None:
            self._own.record(turn, PlainJson(game.rules.name).view(view))
        self._own.is_over = self.model.result is not None or bool(self.model.stopped)
        for feed, _ in self._followed.values():
            feed.go_on()

    def wake(self) -> None:
        """Let all pages look again whether there is something for them."""
        self._tell()

    def _tell(self) -> None:
        """Wake all who wait for news."""
        self._desk_now = None
        news, self._news = self._news, asyncio.Event()
        news.set()

    @property
    def place(self) -> tuple[str, int]:
        """The match and the seat."""
        assert self._address.seat is not None
        return self._address.match_id, self._address.seat

    @property
    def is_watched(self) -> bool:
        """Whether a browser is there."""
        return any(self._tabs.values())

    async def close(self) -> None:
        """Leave the seat."""
        for feed, match in self._followed.values():
            feed.close()
            self._live.leave(match)
        self._followed.clear()
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    def lose(self) -> None:
        """End the streams of all who have looked at it."""
        self._is_lost = True
        self._tell()

    # --- What a browser is sent -------------------------------------------------------------------

    async def events(
        self, tab: str, known: int, is_gone: Callable[[], bool]
    ) -> AsyncGenerator[bytes, None]:
        """
        The match and the desk as they change, in one order, until nothing more will happen.

        Args:
            tab: whose page it is.
            known: the number of the last message that it has, -1 for none.
            is_gone: whether whoever looks on has signed out.
        """
        self._enter(tab)
        feed, at = self._feed(), known + 1
        sent: Desk = {}
        sent_at = 0.0
        try:
            yield b"retry: 1000\n\n"
            while True:
                news = self._news
                if self._is_lost or is_gone():
                    raise SeatLost
                if messages := feed.messages[at:]:
                    at += len(messages)
                    yield b"".join(messages)
                # Nobody decides upon a table that is not on the page yet.
                if feed.is_up_to_date:
                    desk, made_at = self._desk()
                    if _is_news(sent, desk, made_at - sent_at):
                        sent, sent_at = desk, made_at
                        yield event("desk", desk)
                try:
                    async with asyncio.timeout(_PING_SECONDS):
                        await news.wait()
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self._tabs[tab] -= 1

    def _feed(self) -> SeatFeed:
        """The match in the language of whoever asks."""
        code = current_language()
        if code not in self._followed:
            match = self._live.take(self.source, self._address.match_id)
            assert self._address.seat is not None
            feed = SeatFeed(self._address.seat, match, self._own, self._tell)
            self._followed[code] = feed, match
        return self._followed[code][0]

    def _enter(self, tab: str) -> None:
        """A tab that comes for the first time holds the seat; one that comes back does not."""
        self._language = current_language()
        if tab not in self._tabs:
            self._holder = tab
        gone = [other for other, streams in self._tabs.items() if not streams]
        for other in gone[: max(0, len(self._tabs) - _MOST_TABS)]:
            del self._tabs[other]
        self._tabs[tab] = self._tabs.get(tab, 0) + 1
        self._tell()

    def _desk(self) -> tuple[Desk, float]:
        """The desk and when it was made: once for each change, whoever looks."""
        if self._desk_now is None:
            with language(self._language):
                self._desk_now = self._made_desk(), time.monotonic()
        return self._desk_now

    def _made_desk(self) -> Desk:
        game = self.model.game.rules.name if self.model.game is not None else ""
        preview = preview_of(self.model)
        ahead = ahead_of(self.model, preview)
        return desk_of(self.model) | {
            "holder": self._holder,
            "is_thinking": self._is_thinking,
            "game": game,
            "has_analysis": bool(game) and has_analysis(game),
            "preview": preview,
            "ahead": None if ahead is None else PlainJson(game).view(ahead),
            "said": self._said,
            "there": [seat.connected for seat in self.model.match.seats]
            if self.model.match
            else [],
            "may_resign": self.model.may_resign,
            "may_take_back": may_take_back(self.model),
            "take_back": told_wish(self.model),
            "is_rated": bool(self.model.match and self.model.match.ladder),
            "headline": headline(self.model.result, self.model.players.own),
        }

    # --- What a browser wishes --------------------------------------------------------------------

    async def act(self, wish: Wish) -> None:
        """
        Do what a page wishes. What the rules do not allow is told by the desk's notice.

        Raises:
            ActRefused: it cannot be, and nothing was done.
        """
        if wish.do == "take_over":
            self._take_over(wish.tab)
            return
        if wish.do == "greet":
            await self._greet(wish.word)
            return
        if wish.do in TAKE_BACK:
            await self._take_back(wish)
            return
        if wish.tab != self._holder:
            raise ActRefused(
                409,
                tr("This seat is played in another tab or window. Take it over here first."),
            )
        check_turn(self.model, wish)
        await self._do(wish)
        self._tell()

    async def _do(self, wish: Wish) -> None:
        match wish.do:
            case "send" | "send_first":
                await self._send(first_alone=wish.do == "send_first")
            case "suggest":
                await self._suggest()
            case _:
                change_answer(self.model, wish)

    async def _send(self, *, first_alone: bool) -> None:
        answer = self.model.send(first_alone=first_alone)
        if answer is None:
            raise ActRefused(409, tr("The answer is not complete yet."))
        self._tell()
        await self._client.answer(*answer)

    async def _suggest(self) -> None:
        model, turn = self.model, self.model.turn
        if not model.may_suggest or model.game is None:
            raise ActRefused(403, tr("Suggestions are not allowed in this match."))
        if self._is_thinking:
            return
        self._is_thinking = True
        self._tell()
        try:
            found = await asyncio.to_thread(model.suggestion, _THINK_SECONDS)
        finally:
            self._is_thinking = False
        if model.turn == turn:
            why = tr("Suggested: {why}. Send it, or change it.", why=found.why)
            model.take(found.move, why)

    async def _greet(self, word: str) -> None:
        if word not in GREETINGS:
            raise ActRefused(400, tr("{what} is nothing that can be done.", what=repr(word)))
        try:
            await self._client.greet(GREETINGS[word])
        except CallFailed as error:
            raise ActRefused(409, str(error)) from None

    async def _take_back(self, wish: Wish) -> None:
        try:
            await self._client.take_back(wish.wish, decline=wish.do == "decline")
        except CallFailed as error:
            raise ActRefused(409, str(error)) from None

    def _take_over(self, tab: str) -> None:
        self._holder = tab
        self._tabs.setdefault(tab, 0)
        if self.model.stopped and self.model.result is None:
            # Somebody else had taken the seat from all of us: the newest connection has it.
            self.model.stopped = ""
            self.model.notice = Notice(tr("You have your seat back."))
            self._connect()
        self._tell()


class Seats:
    """The seats that are played from here."""

    def __init__(self, live: LiveMatches) -> None:
        self._live = live
        self._seats: dict[tuple[str, int], Seat] = {}

    def held(self, match_id: str, number: int, session: str) -> Seat | None:
        """The seat, if it is held and the referee has said that this session may."""
        seat = self._seats.get((match_id, number))
        return seat if seat is not None and session in seat.sessions else None

    def take(
        self, source: Source, address: SeatAddress, session: str, course: Course | None
    ) -> Seat:
        """Hold the seat, or find it held; the referee has said that this session may."""
        assert address.seat is not None
        key = address.match_id, address.seat
        if key not in self._seats:
            self._seats[key] = Seat(source, address, self._live, course)
        self._seats[key].sessions.add(session)
        return self._seats[key]

    def leave(self, match_id: str, number: int) -> None:
        """A browser has gone; if it was the last, the seat is given up after a while."""
        seat = self._seats.get((match_id, number))
        if seat is not None and not seat.is_watched:
            loop = asyncio.get_running_loop()
            loop.call_later(_LINGER_SECONDS, self._forget, (match_id, number), seat)

    def _forget(self, key: tuple[str, int], seat: Seat) -> None:
        if not seat.is_watched and self._seats.get(key) is seat:
            del self._seats[key]
            task = asyncio.ensure_future(seat.close())
            task.add_done_callback(lambda _: None)

    async def vacate(self, match_id: str, number: int) -> None:
        """Whoever held the seat holds it no longer: somebody has taken it as a player."""
        seat = self._seats.pop((match_id, number), None)
        if seat is not None:
            await seat.close()
            seat.lose()

    async def close(self) -> None:
        """Leave all seats."""
        for seat in self._seats.values():
            await seat.close()


def _is_news(sent: Desk, desk: Desk, passed: float) -> bool:
    """Whether a page must be told: what has run down by itself in the time that passed is no news."""
    if not sent:
        return True
    plain = {name: value for name, value in desk.items() if name not in CLOCKS}
    return any(sent[name] != value for name, value in plain.items()) or _jumped(sent, desk, passed)


def _jumped(sent: Mapping[str, Any], desk: Mapping[str, Any], passed: float) -> bool:
    before, after = sent["clocks"], desk["clocks"]
    if len(before) != len(after):
        return True
    return any(
        one["runs"] != other["runs"]
        or abs(one["seconds"] - passed * one["runs"] - other["seconds"]) > _CLOCK_DRIFT
        for one, other in zip(before, after, strict=True)
    )

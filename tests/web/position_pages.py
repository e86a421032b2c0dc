"""
The pages of seats in positions of the engine's choosing: no referee, and all else as it is served.

A position is any that play can lead to. Whoever opens it finds the real page of a seat, whose draft is made by
the real routes; what a referee would tell of the match is told from here, and what is sent is kept here.
"""

import asyncio
import random
import threading
from collections.abc import Iterator, Mapping
from itertools import count, product
from typing import Any, Final, NamedTuple, Self

import uvicorn
from playwright.sync_api import BrowserContext

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.choices import Path
from bessemer.engine.game import Seat
from bessemer.faces.language import ENGLISH, language
from bessemer.matches.records import Cause, ClockSettings
from bessemer.table.client import SeatAddress
from bessemer.table.events import DecisionAsked, MatchUpdated
from bessemer.v1 import match_pb2
from bessemer.web.frames import FrameMaker, Played
from bessemer.web.server.accounts.people import PeopleConfig
from bessemer.web.server.app import WebApp
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.seat import seats
from bessemer.web.server.seat.wishes import Wish
from bessemer.web.server.watch.live import LiveEvent, LiveMatch, LiveMatches
from bessemer.wire.plain_json import PlainJson
from tests.games.walks import Setting, Walk, Way, examples_of, option_texts, states

_TELL: Final = 6
"""So many moves before the position are told."""
_SECONDS: Final = 7 * 24 * 3600
_NO_LIMITS: Final = WebLimits(requests_per_second=1e9, burst=1e9, streams=1_000, all_streams=1_000)
_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")


class Position(NamedTuple):
    """A seat that is asked for something."""

    options: Mapping[str, str]
    way: Way
    walk: Walk
    seat: Seat
    kind: str

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self.walk.game

    @property
    def view(self) -> Any:  # noqa: ANN401 - any game's
        """What the seat sees."""
        return self.game.view(self.walk.state, self.seat)

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        place = f"{self.way} {self.walk.seed.decode()}, move {len(self.walk.moves)}"
        return f"{self.game.name} {self.walk.setting.seats} {options}, {place}, seat {self.seat}: {self.kind}"


def played(game: AnyGame, seed: int) -> Iterator[list[Position]]:
    """Matches of a game without end, in all its settings and ways in turn: the positions of each."""
    always = examples_of(game.name).ALWAYS
    settings = [
        ({**texts, **always}, seats) for texts, seats in product(option_texts(game), game.seats)
    ]
    random.Random(seed).shuffle(settings)
    ways = list(Way)
    for number in count():
        texts, seats = settings[number % len(settings)]
        way = ways[number % len(ways)]
        setting = Setting(game, game.options(texts), seats)
        walks = states(setting, f"{seed}.{number}".encode(), way)
        yield [
            Position(texts, way, walk, decision.seat, decision.kind)
            for walk in walks
            for decision in game.decisions(walk.state)
        ]


def random_positions(game: AnyGame, seed: int) -> Iterator[Position]:
    """Positions without end, one of each match; kinds of decision that are rare come as often as others."""
    rng = random.Random(seed)
    for positions in played(game, seed):
        kinds = sorted({position.kind for position in positions})
        kind = rng.choice(kinds)
        yield rng.choice([position for position in positions if position.kind == kind])


class PositionSeat(seats.Seat):
    """The seat of a position: knows what was drafted there, and what was sent."""

    def __init__(self, position: Position, match: match_pb2.Match, live: LiveMatches) -> None:
        self.drafted: dict[Path, Any] = {}
        """By its path, every whole move that was on the desk."""
        self.sent: Any = None
        address = SeatAddress(match.match_id, "", position.seat)
        super().__init__(None, address, live)  # type: ignore[arg-type]
        self.model.hear(MatchUpdated(match))
        self.model.hear(
            DecisionAsked(len(position.walk.moves) + 1, position.view, _SECONDS, position.kind)
        )
        shown = PlainJson(match.game).view(position.view)
        self._own.record(len(position.walk.moves), shown)
        self._note()

    def _connect(self) -> None:
        """There is no referee."""
        self._client = self  # type: ignore[assignment]

    async def answer(self, _turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """What a referee would be sent."""
        self.sent = move

    async def act(self, wish: Wish) -> None:
        """Do what the page wishes, and note what it leads to."""
        await super().act(wish)
        self._note()

    def _note(self) -> None:
        draft, move = self.model.draft, self.model.ready_move
        if draft is not None and move is not None:
            self.drafted[draft.made.path] = move

    async def close(self) -> None:
        """Nothing is to be left."""


class _Told(LiveMatch):
    """A match that has come to a position, and goes no further."""

    def __init__(self, position: Position, match: match_pb2.Match) -> None:
        super().__init__(None, match.match_id)  # type: ignore[arg-type]
        names = [seat.player for seat in match.seats]
        clock = ClockSettings(bank=_SECONDS, increment=0.0)
        maker = FrameMaker(match.game, match.match_id, position.options, names, clock)
        game, told = position.game, position.walk.moves[-_TELL:]
        state = _state_before(position, len(told))
        self.told.append(LiveEvent.of("header", maker.header(game.view(state, None)), 0))
        for number, (seat, move) in enumerate(told, len(position.walk.moves) - len(told) + 1):
            state = game.apply(state, seat, move)
            made = Played(number, seat, move, Cause.PLAYED, 0.0)
            frame = maker.frame(made, game.view(state, None))
            self.told.append(LiveEvent.of("frame", frame, number))

    async def follow(self) -> None:
        """Nothing more will happen."""


def _state_before(position: Position, moves: int) -> Any:  # noqa: ANN401 - any game's
    """The state so many moves ago."""
    walk = position.walk
    earlier = states(walk.setting, walk.seed, position.way)
    return next(one.state for one in earlier if len(one.moves) == len(walk.moves) - moves)


class PositionPages:
    """A web server of this process, which serves positions."""

    def __init__(self) -> None:
        self._app = WebApp([], _NO_LIMITS, people=PeopleConfig())
        config = uvicorn.Config(
            self._app.asgi, port=0, log_level="warning", lifespan="off", timeout_graceful_shutdown=1
        )
        self._socket = config.bind_socket()
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run)
        self._loop = asyncio.new_event_loop()
        self._number = 0
        session_id, _ = self._app.people.sessions.start(name="Ada")
        self._session = self._app.people.person_of(session_id).session
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._session_id = session_id

    def admit(self, context: BrowserContext) -> None:
        """Let a browser sit in all seats."""
        name = f"bessemer-{self._app.people.sessions.label}"
        context.add_cookies([{"name": name, "value": self._session_id, "url": self.address}])

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        async with self._app.lifespan():
            await self._server.serve([self._socket])

    def sit(self, position: Position, lang: str = ENGLISH) -> tuple[PositionSeat, str]:
        """The seat, and the address of its page."""
        self._number += 1
        match = match_pb2.Match(
            match_id=f"position-{self._number}",
            game=position.game.name,
            options=position.options,
            suggestions_allowed=True,
            turn=len(position.walk.moves) + 1,
            status=match_pb2.MATCH_STATUS_RUNNING,
        )
        for seat in range(position.walk.setting.seats):
            name = _NAMES[seat]
            match.seats.add(seat=seat, player=name, joined=True).time_left.seconds = _SECONDS
        made = asyncio.run_coroutine_threadsafe(
            self._sit(position, match, lang), self._loop
        ).result()
        return made, f"{self.address}/seat/{match.match_id}/{position.seat}"

    async def _sit(self, position: Position, match: match_pb2.Match, lang: str) -> PositionSeat:
        with language(lang):
            seat, told = PositionSeat(position, match, self._app.live), _Told(position, match)
        seat.sessions.add(self._session)
        self._app._seats.seats._seats[match.match_id, position.seat] = seat
        key, live = (match.match_id, lang), self._app.live
        live._matches[key] = told
        live._tasks[key] = asyncio.create_task(told.follow())
        return seat

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.should_exit = True
        self._thread.join()

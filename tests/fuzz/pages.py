"""A campaign on the pages: mutated requests to every route, to the app itself and through its socket."""

import asyncio
import json
import random
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import grpc
from starlette.routing import Route

from bessemer.engine.catalogue import NAMES
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.pages import slug
from bessemer.web.replay_frames import replay_frames
from bessemer.web.server.app import WebApp
from bessemer.web.server.forms import Refused
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.start.bot_keeper import BotLimits
from bessemer.web.server.watch import replay_routes as routes
from bessemer.web.server.watch.reading import Frames
from tests.fuzz.page_requests import ROUTES, Known, PageRequest, mutated, valid
from tests.referees.in_process import Client, House
from tests.referees.ladder_house import ladder_house
from tests.replays.make import FOLDER
from tests.web.asgi_browser import AsgiBrowser
from tests.web.guards.served_app import answer, served
from tests.web.served_pages import pages

_PATIENCE: Final = 60.0
_WORKERS: Final = 8
_ENOUGH: Final = 20
_TEND_EVERY: Final = 400
_MEANT: Final = frozenset({503})
"""Statuses from 500 on that say what is meant: too much at once, or a referee that is away."""
_NO_LIMITS: Final = WebLimits(1e9, 1e9, 10_000, 10_000)


class PagesCampaign:
    """Sends, judges and counts."""

    def __init__(self, app: WebApp, house: House, players: list[Client], seed: int) -> None:
        self._app = app
        self._house = house
        self._players = players
        self._seed = seed
        self._known = Known([], NAMES, [slug("main"), "nowhere"], [])
        self.statuses: Counter[tuple[str, int]] = Counter()
        """By route and status."""
        self.violations: list[str] = []
        self.tell: Callable[[int], None] = lambda _sent: None
        asyncio.get_running_loop().set_exception_handler(self._hear)

    async def run(self, requests: int) -> None:
        """Send so many to the app itself."""
        jobs = iter(range(requests))
        async with asyncio.TaskGroup() as tasks:
            for _ in range(_WORKERS):
                tasks.create_task(self._work(jobs))

    async def run_through_socket(self, requests: int) -> None:
        """Send so many through a server's own socket, some of them damaged as bytes."""
        async with served(self._app.asgi) as port:
            for number in range(requests):
                luck = random.Random(f"{self._seed}/socket/{number}")
                route, request = self._request(luck)
                if "events" in route[1]:  # these have no end
                    continue
                content = request.on_the_wire
                if luck.random() < 0.3:
                    content = content.replace(
                        b"HTTP/1.1", luck.choice((b"HTTP/9", b"", b"HTTP/1.0")), 1
                    )
                found = await answer(port, content, f"127.0.0.{luck.randrange(2, 250)}")
                status = int(found[9:12]) if found.startswith(b"HTTP/1.1 ") else 0
                self._judge(route, status, str(request))

    async def tend(self) -> None:
        """Everybody is signed in, and there are matches of each kind."""
        known = self._known
        known.cookies = {"": ("", "")}
        for name, player in zip(("ada", "bob", "organiser"), self._players, strict=True):
            browser = AsgiBrowser(self._app, address="192.0.2.1")
            await browser.sign_in(player.token)
            ((cookie, value), *_) = browser.cookies.items() or (("none", ""),)
            word = await browser.csrf() if await browser.name() else ""
            known.cookies[name] = f"{cookie}={value}", word
        matches, tokens = ["nothing"], [player.token for player in self._players]
        for game in NAMES:
            seats = [pb.SeatRequest(player="ada"), pb.SeatRequest(player="bob"), pb.SeatRequest()]
            try:
                table = await self._players[2].create(game=game, seats=seats)
            except grpc.aio.AioRpcError:
                continue  # it has enough of them
            matches.append(table.match_id)
            tokens.append(table.tokens[2])
        known.matches = (known.matches + matches)[-40:]
        known.tokens = [*tokens, *known.tokens, "bsm_x", ""][:20]

    async def set_up(self) -> None:
        """All that requests can be about."""
        table = await self._players[2].create()
        await self._house.play_out(table)
        self._known.matches = [table.match_id]
        self._known.replays = [
            next((FOLDER / game).glob("*.replay")).read_bytes() for game in NAMES
        ]
        await self.tend()

    # --- Inside -----------------------------------------------------------------------------------

    async def _work(self, jobs: Any) -> None:  # noqa: ANN401 - an iterator that all share
        for number in jobs:
            if len(self.violations) >= _ENOUGH:
                return
            if number % _TEND_EVERY == _TEND_EVERY - 1:
                await self.tend()
            luck = random.Random(f"{self._seed}/{number}")
            route, request = self._request(luck)
            await self._send(route, request, luck)
            self.tell(number)

    def _request(self, luck: random.Random) -> tuple[tuple[str, str], PageRequest]:
        route = luck.choice(tuple(ROUTES))
        request = valid(route, self._known, luck)
        return route, mutated(request, luck) if luck.random() < 0.95 else request

    async def _send(
        self, route: tuple[str, str], request: PageRequest, luck: random.Random
    ) -> None:
        status = 0
        answered, given = asyncio.Event(), False

        async def receive() -> dict[str, Any]:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": request.body, "more_body": False}
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:  # noqa: ANN401 - ASGI's
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                answered.set()  # who looks at a stream goes again

        address = f"192.0.2.{luck.randrange(256)}"
        scope = request.scope | {"client": (address, 40_000)}
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._app.asgi(scope, receive, send)
        except TimeoutError:
            self.violations.append(f"no answer: {request}")
        except Exception:  # noqa: BLE001 - whatever it raises is what we are looking for
            self.violations.append(f"{traceback.format_exc(limit=-4)}\n  {request}")
        self._judge(route, status, str(request))

    def _judge(self, route: tuple[str, str], status: int, request: str) -> None:
        self.statuses[" ".join(route), status] += 1
        if status >= 500 and status not in _MEANT:
            self.violations.append(f"{status}: {request}")

    def _hear(self, _loop: object, context: dict[str, Any]) -> None:
        """Of a failure that nobody waits for."""
        error = context.get("exception")
        told = "".join(traceback.format_exception(error)) if error is not None else ""
        self.violations.append(f"{context.get('message')}\n{told}"[:3000])


@asynccontextmanager
async def fuzzed_pages(folder: Path, seed: int) -> AsyncIterator[PagesCampaign]:
    """Pages without limits of requests, beside a referee with a ladder and some players."""
    async with AsyncExitStack() as stack:
        house = await stack.enter_async_context(ladder_house(folder))
        players = [(await house.player(name))[0] for name in ("ada", "bob")]
        app = await stack.enter_async_context(
            pages(
                house,
                folder / "web",
                source={"data": folder},
                limits=_NO_LIMITS,
                guests=True,
                bots=BotLimits(bots=0),
            )
        )
        campaign = PagesCampaign(app, house, [*players, house.organiser], seed)
        await campaign.set_up()
        yield campaign


@contextmanager
def reading_here() -> Iterator[None]:
    """Replays are read in this process: a hundred thousand requests are not to start thousands of others."""

    async def read(content: bytes, _facts: Any = None) -> Frames:  # noqa: ANN401 - an analysis's
        try:
            frames = replay_frames(read_replay(content))
        except ReplayDiffers:
            raise Refused(400, "no replay") from None
        return Frames(frames["header"]["game"], json.dumps(frames).encode())

    with patch.object(routes, "read_frames", read):
        yield


def routes_of(app: WebApp) -> set[tuple[str, str]]:
    """Every route, by method and path."""
    found: set[tuple[str, str]] = set()
    inner: Any = app.asgi
    while not hasattr(inner, "routes"):
        inner = inner._app
    for route in inner.routes:
        assert isinstance(route, Route)
        found |= {(method, route.path) for method in (route.methods or ()) if method != "HEAD"}
    return found

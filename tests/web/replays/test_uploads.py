"""Replays that strangers bring: read apart from the pages, few at once, and none for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bessemer.web.server.app import WebApp
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.watch import replay_routes as routes
from bessemer.web.server.watch.reading import Frames
from bessemer.web.server.watch.reading_process import MOST_TURNS
from tests.replays.make import FOLDER, play
from tests.replays.script import Script
from tests.web.asgi_browser import Answer, AsgiBrowser, running


@asynccontextmanager
async def visited() -> AsyncIterator[WebApp]:
    """Pages without any source."""
    async with running(WebApp([], WebLimits())) as app:
        yield app


@pytest.mark.parametrize("game", ["alchemicus", "brass", "furnace"])
@pytest.mark.asyncio
async def test_a_replay_is_read_in_the_language_of_the_page(game: str) -> None:
    """In a process of its own, which knows what was asked for."""
    content = (FOLDER / game / "timeouts.replay").read_bytes()
    async with visited() as app:
        browser = AsgiBrowser(app)
        answers = [
            await browser.upload(f"/replay?lang={code}", content) for code in ("en", "pl", "pt")
        ]

    assert [200] * 3 == [answer.status for answer in answers]
    assert all(f'"game":"{game}"' in answer.text for answer in answers)
    assert 3 == len({answer.text for answer in answers})


@pytest.mark.asyncio
async def test_what_is_no_replay_or_has_no_end_is_refused() -> None:
    """Each in words of its own; a match of too many turns is not even begun."""
    endless = Script(
        game="alchemicus",
        seats=2,
        options=(("round_cap", "0"),),
        silent=frozenset({0, 1}),
        strike_limit=10**6,
        stop_after=MOST_TURNS + 1,
    )
    async with visited() as app:
        browser = AsgiBrowser(app)
        wrong = await browser.upload("/replay", b"not a replay")
        empty = await browser.upload("/replay", b"")
        large = await browser.upload("/replay", bytes((4 << 20) + 1))
        long = await browser.upload("/replay", play(endless).replay)

    assert [400, 400, 413, 413] == [one.status for one in (wrong, empty, large, long)]
    assert "no replay" in wrong.text
    assert "too large" in large.text
    assert "too long for the pages" in long.text


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"origin": "https://evil.example", "sec_fetch_site": ""}, id="origin"),
        pytest.param({"sec_fetch_site": "cross-site"}, id="site"),
        pytest.param({"sec_fetch_site": "", "origin": ""}, id="silent"),
    ],
)
@pytest.mark.asyncio
async def test_other_sites_have_nothing_read(headers: dict[str, str]) -> None:
    """Their visitors' browsers are not to work for them here."""
    async with visited() as app:
        assert 403 == (await AsgiBrowser(app).upload("/replay", b"x", **headers)).status


@pytest.mark.asyncio
async def test_one_for_each_address_and_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are served meanwhile; who is refused hears when to come again."""
    go, reading = asyncio.Event(), asyncio.Semaphore(0)
    together = most = 0

    async def slow(_content: bytes) -> Frames:
        nonlocal together, most
        together += 1
        most = max(most, together)
        reading.release()
        await go.wait()
        together -= 1
        return Frames("furnace", b"{}")

    monkeypatch.setattr(routes, "read_frames", slow)
    async with visited() as app:
        visitors = [AsgiBrowser(app, address=f"192.0.2.{number}") for number in range(12)]
        uploads = [asyncio.create_task(one.upload("/replay", b"x")) for one in visitors]
        await reading.acquire()
        refused = [task.result() for task in await _done(uploads, 3)]
        again = await visitors[0].upload("/replay", b"x")
        page = await visitors[0].get("/assets/icon.svg")
        go.set()
        answers: list[Answer] = await asyncio.gather(*uploads)

    assert [503] * 3 == [answer.status for answer in refused]
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)
    assert (429, 200) == (again.status, page.status)
    assert [200] * 9 + [503] * 3 == sorted(answer.status for answer in answers)
    assert 1 == most


async def _done(tasks: list["asyncio.Task[Answer]"], count: int) -> list["asyncio.Task[Answer]"]:
    """The first that are over, so many of them."""
    while len(done := [task for task in tasks if task.done()]) < count:
        await asyncio.wait(
            [task for task in tasks if not task.done()], return_when=asyncio.FIRST_COMPLETED
        )
    return done

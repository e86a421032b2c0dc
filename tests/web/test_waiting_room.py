"""A person takes a seat on a ladder from the page: found, left, found again after a restart, and rated."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bessemer.accounts.roles import Role
from bessemer.bots.registry import new_bot
from bessemer.sdk.seats.seat import play_seat
from bessemer.web.pages import slug
from bessemer.web.server import sources
from bessemer.web.server.accounts.people import PeopleConfig
from bessemer.web.server.app import WebApp
from bessemer.web.server.ladder import searches
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.sources import SourceConfig
from tests.referees.in_process import PATIENCE, House, eventually, every_game
from tests.referees.ladder_house import bot, ladder_house, lobby_of, registered
from tests.web.asgi_browser import AsgiBrowser, running

PLAY = f"/ladders/{slug('main')}/play"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of ladders are read anew whenever they are asked for."""
    monkeypatch.setattr(sources, "_FRESH_SECONDS", 0.0)
    monkeypatch.setattr(sources, "_READING_SHARE", 0.0)


@asynccontextmanager
async def pages(house: House, **wishes: Any) -> AsyncIterator[WebApp]:  # noqa: ANN401
    """The pages beside a referee and its data."""
    directory, data = house.referee.accounts.directory, house.referee.config.data
    if not directory.is_registered("pages"):
        await directory.create_player("pages", Role.SPECTATOR)
    token = (await directory.create_token("pages")).text
    source = SourceConfig(data=data, referee=house.address, token=token)
    config = PeopleConfig(data / "web", **wishes)
    async with running(WebApp([source], WebLimits(), people=config)) as app:
        yield app


async def news(events: asyncio.Queue[dict[str, Any]], state: str) -> dict[str, Any]:
    """The next event of a state."""
    async with asyncio.timeout(PATIENCE):
        while True:
            event = await events.get()
            if event["state"] == state:
                return event


async def begin(browser: AsgiBrowser) -> None:
    """Press the button."""
    answer = await browser.post(PLAY, {"csrf": await browser.csrf()})
    assert (303, PLAY) == (answer.status, answer.place)


async def is_on_its_way(browser: AsgiBrowser) -> bool:
    """Whether the page shows a search, or leads to the seat."""
    answer = await browser.get(PLAY)
    return answer.place.startswith("/seat/") or 'id="search"' in answer.text


@every_game
@pytest.mark.asyncio
async def test_a_person_finds_a_seat_plays_it_and_is_rated(tmp_path: Path, game: str) -> None:
    """From the ladder's page to the seat's, and back to a table that says who is a person."""
    async with ladder_house(tmp_path, game) as house, pages(house) as app:
        token = await registered(house, "ada", is_person=True)
        browser = AsgiBrowser(app)
        ladder = PLAY.removesuffix("play")
        assert "Play here" in (await browser.get(f"{ladder}index.html")).text
        stranger = await browser.get(PLAY)
        assert (303, "/sign-in?next=%2Fladders") == (stranger.status, stranger.place[:24])
        await browser.sign_in(token)
        page = (await browser.get(PLAY)).text
        assert "Look for a match" in page
        assert "Your clock: 30:00, and 0:30 more for each decision" in page
        await begin(browser)
        assert await is_on_its_way(browser)
        async with browser.events(f"{PLAY}/events") as events:
            assert "Nobody else is ready" in (await news(events, "looking"))["said"]
            async with bot(house, game, "steam"):
                found = await news(events, "found")
                _, _, match_id, seat = found["address"].split("/")
                reloaded = await browser.get(PLAY)
                assert (303, found["address"]) == (reloaded.status, reloaded.place)
                await eventually(lambda: ("ada", None) not in lobby_of(house).players)
                player = new_bot(game, "random", random.Random())
                end = await play_seat(house.channel, token, match_id, int(seat), player)
        assert end.rank is not None
        await eventually(lambda: bool(house.referee.ladders.store.history("main", 1)))
        (rated,) = house.referee.ladders.store.history("main", 1)
        assert (match_id, {"ada", "steam"}) == (rated.result.match_id, set(rated.result.players))
        table = (await browser.get(f"{ladder}index.html")).text
        assert "ada (person)" in table
        assert "steam (person)" not in table
        assert "Look for a match" in (await browser.get(PLAY)).text
        own, change = await browser.get("/sign-in"), await browser.get(f"{found['address']}/rating")
        counted = json.loads(change.text)
        assert re.fullmatch(r"[+\N{MINUS SIGN}]\d+", counted["change"])
        assert f"<strong>{counted['change']}</strong>" in own.text


@pytest.mark.asyncio
async def test_who_stops_looking_or_goes_away_is_drawn_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the button, or by closing the last page; a reload is no goodbye."""
    monkeypatch.setattr(searches, "_LINGER_SECONDS", 0.2)
    async with ladder_house(tmp_path) as house, pages(house) as app:
        players = lobby_of(house).players
        browser = AsgiBrowser(app)
        await browser.sign_in(await registered(house, "ada", is_person=True))
        await begin(browser)
        await eventually(lambda: bool(players))
        answer = await browser.post(f"{PLAY}/leave", {"csrf": await browser.csrf()})
        assert (303, f"{PLAY.removesuffix('play')}index.html") == (answer.status, answer.place)
        await eventually(lambda: not players)

        await begin(browser)
        async with browser.events(f"{PLAY}/events") as events:
            await news(events, "looking")
            async with browser.events(f"{PLAY}/events") as second:
                await news(second, "looking")
            await eventually(lambda: bool(players))
        await eventually(lambda: not players)
        async with browser.events(f"{PLAY}/events") as events:
            await news(events, "over")


@pytest.mark.asyncio
async def test_after_a_restart_of_the_pages_the_same_seat_is_found(tmp_path: Path) -> None:
    """They have forgotten the search, and say so; whoever looks again is led to the match that runs."""
    async with ladder_house(tmp_path) as house:
        token = await registered(house, "ada", is_person=True)
        async with pages(house) as app:
            browser = AsgiBrowser(app)
            await browser.sign_in(token)
            await begin(browser)
            async with browser.events(f"{PLAY}/events") as events, bot(house, "furnace", "steam"):
                found = await news(events, "found")
        async with pages(house) as app:
            again = AsgiBrowser(app)
            again.cookies = browser.cookies
            async with again.events(f"{PLAY}/events") as events:
                await news(events, "none")
            await begin(again)
            assert await is_on_its_way(again)
            async with again.events(f"{PLAY}/events") as events:
                assert found["address"] == (await news(events, "found"))["address"]
            assert 1 == len(house.referee.registry.matches)


@pytest.mark.asyncio
async def test_nobody_is_enlisted_by_another_site_or_where_nobody_plays(tmp_path: Path) -> None:
    """Forms need the session's word; a frozen ladder, a stranger and pages that only show refuse."""
    async with ladder_house(tmp_path) as house, pages(house) as app:
        token = await registered(house, "ada", is_person=True)
        browser = AsgiBrowser(app)
        assert 403 == (await browser.post(PLAY, {})).status
        await browser.sign_in(token)
        assert 403 == (await browser.post(PLAY, {"csrf": "guessed"})).status
        csrf = {"csrf": await browser.csrf()}
        foreign = await browser.post(
            PLAY, csrf, origin="http://evil.example", sec_fetch_site="cross-site"
        )
        assert 403 == foreign.status
        assert 404 == (await browser.get("/ladders/nowhere/play")).status
        assert not lobby_of(house).players

        ladders = house.referee.ladders.store
        await asyncio.to_thread(ladders.freeze, "main", "olga", 1.0, "the end", frozen=True)
        await eventually(lambda: lobby_of(house).ratings.ladder.is_frozen)
        assert "not being played now" in (await browser.get(PLAY)).text
        index = await browser.get(f"{PLAY.removesuffix('play')}index.html")
        assert "Play here" not in index.text
        await begin(browser)
        async with browser.events(f"{PLAY}/events") as events:
            assert "is frozen" in (await news(events, "over"))["said"]
    async with ladder_house(tmp_path) as house, pages(house, plays=False) as app:
        assert 404 == (await AsgiBrowser(app).get(PLAY)).status

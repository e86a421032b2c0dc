"""The pages of ladders beside a referee elsewhere, without its folder."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from bessemer.bench.audience.crowd import write_history
from bessemer.sdk.connection import referee_calls
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.web.pages import slug
from bessemer.web.server.app import WebApp
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.sources import Source, SourceConfig
from tests.referees.in_process import House, opened
from tests.web.asgi_browser import AsgiBrowser

LADDER: Final = f"ladders/{slug('main')}"
PAGES: Final = (
    *("index.html", "matches.html", "match.html", "ratings.svg", "data/matches-0.js"),
    *(f"players/{slug('player1')}.html", f"players/{slug('player1')}.svg"),
)


@asynccontextmanager
async def browsing(config: SourceConfig) -> AsyncIterator[AsgiBrowser]:
    """Somebody at pages that show this source."""
    app = WebApp([config], WebLimits())
    async with app.lifespan():
        yield AsgiBrowser(app)


async def spectators(house: House) -> SourceConfig:
    """A referee that is known by its address alone."""
    token = (await house.player("pages", admin.ROLE_SPECTATOR))[0].token
    return SourceConfig(referee=house.referee.addresses[0], token=token)


@pytest.mark.asyncio
async def test_the_pages_are_those_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standings, curves, players and matches, read in pages of seven; and the home page leads there."""
    monkeypatch.setattr(referee_calls, "PAGE", 7)
    write_history(tmp_path, 40)
    async with opened(tmp_path) as house:
        async with browsing(SourceConfig(data=tmp_path)) as there:
            expected = [await there.get(f"/{LADDER}/{page}") for page in PAGES]
        async with browsing(await spectators(house)) as here:
            found = [await here.get(f"/{LADDER}/{page}") for page in PAGES]
            home = await here.get("/")

    assert [200] * len(PAGES) == [answer.status for answer in found]
    for page, one, other in zip(PAGES, expected, found, strict=True):
        assert without_time(one.text) == without_time(other.text), page
    assert "player1" in found[0].text
    assert f"{LADDER}/" in home.text


def without_time(text: str) -> str:
    """A page, whenever it was made."""
    return re.sub(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?( UTC)?", "", text)


@pytest.mark.asyncio
async def test_a_referee_that_is_not_there_is_asked_again(tmp_path: Path) -> None:
    """Pages say so, and do not forget what they knew."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        config = await spectators(house)
        source = Source(config)
        known = await source.sites()
    source._read_again = -1e9
    try:
        assert [slug("main")] == list(known) == list(await source.sites())
        assert source.trouble
    finally:
        await source.close()


@pytest.mark.asyncio
async def test_an_organisers_token_shows_nothing(tmp_path: Path) -> None:
    """An organiser may see what is secret to others, and pages are for everybody."""
    write_history(tmp_path, 5)
    async with opened(tmp_path) as house:
        token = (tmp_path / "organiser.token").read_text(encoding="ascii").strip()
        source = Source(SourceConfig(referee=house.referee.addresses[0], token=token))
        try:
            assert {} == await source.sites()
            assert "organiser" in source.trouble
        finally:
            await source.close()

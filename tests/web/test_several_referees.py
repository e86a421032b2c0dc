"""One set of pages in front of several referees."""

from pathlib import Path

import pytest

from bessemer.bench.audience.crowd import write_history
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.web.pages import slug
from bessemer.web.server import sources
from bessemer.web.server.accounts.people import PeopleConfig
from bessemer.web.server.app import WebApp
from bessemer.web.server.request_limits import WebLimits
from bessemer.web.server.sources import SourceConfig
from tests.referees.in_process import House, every_game, opened
from tests.referees.ladder_house import ladder_house, registered
from tests.web.asgi_browser import AsgiBrowser, running


async def spectators(house: House) -> SourceConfig:
    """A referee that is known by its address alone."""
    token = (await house.player("pages", admin.ROLE_SPECTATOR))[0].token
    return SourceConfig(referee=house.referee.addresses[0], token=token)


@every_game
@pytest.mark.asyncio
async def test_a_person_sees_and_plays_at_each(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signed in at both under one name; a ladder that both have is that of the one that plays it."""
    monkeypatch.setattr(sources, "_FRESH_SECONDS", 0.0)
    east, west = tmp_path / "east", tmp_path / "west"
    for folder in (east, west):
        folder.mkdir()
    write_history(east, 5)
    play = f"/ladders/{slug('main')}/play"
    async with opened(east) as idle, ladder_house(west, game) as house:
        configs = [await spectators(idle), await spectators(house)]
        people = PeopleConfig(tmp_path / "web")
        async with running(WebApp(configs, WebLimits(), people=people)) as app:
            browser = AsgiBrowser(app)
            for one in (idle, house):
                await browser.sign_in(await registered(one, "ada", is_person=True))
            home = (await browser.get("/")).text
            assert 1 == home.count(f"/ladders/{slug('main')}/index.html".removeprefix("/"))
            assert "Look for a match" in (await browser.get(play)).text

"""Scripts and styles are sent once: compressed, and kept by browsers for as long as they stay the same."""

import gzip
import re

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.v1 import match_pb2
from bessemer.web.assets import SITE, served_files
from bessemer.web.pages import PLAYED, made_for
from bessemer.web.server.app import WebApp
from bessemer.web.server.home_page import viewer_page
from bessemer.web.server.request_limits import WebLimits
from tests.web.asgi_browser import AsgiBrowser


@pytest.mark.asyncio
async def test_what_a_page_loads_is_kept_for_good() -> None:
    """By names that say what is in it; a browser that knows no compression gets it as it is."""
    browser = AsgiBrowser(WebApp([], WebLimits()))
    page = (await browser.get("/")).text
    names = re.findall(r"assets/([\w.-]+)", page)

    boards = {f"{game}.json" for game in NAMES}
    assert set(SITE) | boards == {re.sub(r"-[0-9a-f]{12}\.", ".", name) for name in names}
    for name in names:
        plain = await browser.get(f"/assets/{name}")
        small = await browser.get(f"/assets/{name}", **{"accept-encoding": "br, gzip"})

        assert "public, max-age=31536000, immutable" == small.headers["cache-control"]
        assert "gzip" == small.headers["content-encoding"]
        assert "Accept-Encoding" in small.headers["vary"]
        assert plain.content == gzip.decompress(small.content)
    assert 404 == (await browser.get("/assets/site-000000000000.js")).status


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_a_match_is_light(game: str) -> None:
    """It loads one board, and at most 60 kB beyond the match."""
    with made_for(PLAYED):
        markup = viewer_page(match_pb2.Match(match_id="0123456789abcdef", game=game), "live")
    names = set(re.findall(r"assets/([\w.-]+)", markup))
    sent = len(gzip.compress(markup.encode())) + sum(
        len(served_files()[name].compressed) for name in names
    )
    assert len(SITE) == len(names)
    assert sent < 60_000
    assert (
        f'modules["boards/{game}/board.js"]' in served_files()[f"site-{game}.js"].content.decode()
    )


@pytest.mark.asyncio
async def test_a_name_that_stays_the_same_is_asked_for_each_time() -> None:
    """What has no hash in its name may change with the next version."""
    browser = AsgiBrowser(WebApp([], WebLimits()))
    assert "no-cache" == (await browser.get("/assets/site.js")).headers["cache-control"]

"""Signing in and starting matches in a real browser, through the death of the web server."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from bessemer.engine.catalogue import NAMES
from tests.web.seat_page import CLICKS
from tests.web.seated import House
from tests.web.watched_page import WatchedPage

PATIENCE: Final = 90_000
"""In milliseconds: for a busy machine."""
SIZES: Final = [pytest.param(1280, 800, id="wide"), pytest.param(390, 844, id="phone")]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A referee and its pages."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


def sign_in(page: WatchedPage, house: House, name: str) -> None:
    """As a new player, by an invitation's link; the token does not stay in the address."""
    token = house.player(name)
    page.page.goto(f"{house.pages}/sign-in#{token}")
    expect(page.page.locator("#token")).to_have_value(token)
    assert token not in page.page.url
    page.page.get_by_role("button", name="Sign in").click()
    page.page.get_by_role("link", name="Play", exact=True).first.wait_for()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_an_invitation_leads_to_a_seat_of_every_game(
    page: WatchedPage, house: House, width: int, height: int
) -> None:
    """A link, a button, a game: the board is there, and nothing hangs over the edge."""
    page.size({"width": width, "height": height})
    sign_in(page, house, f"ada-{width}")
    for game in NAMES:
        page.page.goto(f"{house.pages}/play")
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.page.locator(f"button.main[value={game}]").click()
        page.page.wait_for_selector(".viewer .picture svg", timeout=PATIENCE)
        assert re.search(r"/seat/\w+/0$", page.page.url)
    page.page.goto(f"{house.pages}/")
    expect(page.page.locator('.tables a[href^="/seat/"]')).to_have_count(len(NAMES))


def test_a_friend_sits_down_by_a_link(page: WatchedPage, browser: Browser, house: House) -> None:
    """Without an account, in another browser; a link that is not whole says so."""
    sign_in(page, house, "bea")
    page.page.goto(f"{house.pages}/play/brass")
    page.page.select_option("#seat-1", "friend")
    page.page.get_by_role("button", name="Start").click()
    link = page.page.locator(".link input").input_value()
    context = browser.new_context()
    friend = context.new_page()
    friend.set_default_timeout(PATIENCE)
    friend.goto(link.partition("#")[0])
    expect(friend.get_by_text("This link is not whole")).to_be_visible()
    friend.goto("about:blank")
    friend.goto(link)
    friend.get_by_role("button", name="Sit down").click()
    friend.wait_for_url("**/seat/**", timeout=PATIENCE)
    friend.get_by_text("Not here yet: bea").wait_for(timeout=PATIENCE)
    page.page.get_by_role("link", name="To your own seat").click()
    page.page.wait_for_selector(".viewer .picture svg", timeout=PATIENCE)
    friend.wait_for_selector(".viewer .picture svg", timeout=PATIENCE)

    assert friend.url.endswith("/1")
    context.close()


class _ForeignPage(BaseHTTPRequestHandler):
    """A page of another site, with a form that sends itself to ours."""

    def __init__(self, target: str, *given: object) -> None:
        self._target = target
        super().__init__(*given)  # type: ignore[arg-type] # a request, an address, a server

    def do_GET(self) -> None:
        """The page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        form = f'<form method="post" action="{self._target}"><input name="everywhere" value="1">'
        self.wfile.write(f"{form}<button>win</button></form>".encode())

    def log_message(self, *_words: object) -> None:
        """Nothing."""


@contextmanager
def foreign_page(target: str) -> Iterator[int]:
    """Its port; the same host as ours, so that the browser sends our cookie along."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_ForeignPage, target)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_form_of_another_site_does_nothing(browser: Browser, house: House) -> None:
    """Even from a neighbour on this host, to which the browser sends our cookie."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    sign_in(WatchedPage(page), house, "cleo")
    with foreign_page(f"{house.pages}/sign-out") as port:
        page.goto(f"http://127.0.0.1:{port}/")
        page.get_by_role("button", name="win").click()
        page.get_by_text("another site").first.wait_for()
        page.goto(f"{house.pages}/sign-in")
        page.get_by_role("heading", name="You are cleo").wait_for()
    context.close()


def test_bots_come_back_after_the_death_of_the_web_server(page: WatchedPage, house: House) -> None:
    """And whoever was signed in still is: the match goes on, move by move."""
    page.expected = ["ERR_", "Failed to load", "EventSource"]
    page.page.set_default_timeout(PATIENCE)
    sign_in(page, house, "dot")
    page.page.goto(f"{house.pages}/play")
    page.page.locator("button.main[value=furnace]").click()
    page.page.wait_for_selector(".desk.asked")
    house.restart_web()
    page.page.goto(page.page.url)
    page.page.wait_for_selector(".desk.asked")
    # A bid is two or three clicks, and the bot's own comes before our next.
    clicks, _ = page.page.evaluate(CLICKS, [7, 16])

    assert 16 == clicks

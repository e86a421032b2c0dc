"""What a page says of the things on its board, and the symbols in its sentences."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.faces.hints import hints_of
from bessemer.faces.language import LANGUAGES, language
from tests.web.clicking import ASKED
from tests.web.position_pages import PositionPages, played
from tests.web.watched_page import WatchedPage


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_things_are_explained_in_every_language(name: str, code: str) -> None:
    """Every game says what its things are; each text is whole."""
    game = GAMES[name]
    state = game.setup(game.options({}), 2, Chance(b"x"))
    with language(code):
        about = hints_of(name).things(game.view(state, None))

    assert about
    assert all(text and "{" not in text for text in about.values())


@pytest.fixture(scope="module")
def pages() -> Iterator[PositionPages]:
    """A server with positions."""
    with PositionPages() as served:
        yield served


@pytest.fixture
def seated(browser: Browser, pages: PositionPages) -> Iterator[WatchedPage]:
    """A page of whoever may sit in all seats; it leaves before the server does."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    pages.admit(context)
    watched = WatchedPage(context.new_page())
    yield watched
    context.close()
    watched.check()


def _open(pages: PositionPages, seated: WatchedPage, name: str) -> Page:
    """The first decision of a match."""
    _, address = pages.sit(next(played(GAMES[name], 1))[0])
    seated.page.goto(address)
    seated.page.wait_for_function(ASKED)
    return seated.page


def test_help_beside_a_tile(pages: PositionPages, seated: WatchedPage) -> None:
    """It comes when the pointer rests on a thing, and goes when it leaves."""
    page = _open(pages, seated, "brass")
    page.locator('[data-thing="stack:cotton"]').hover()
    page.wait_for_selector(".help:not([hidden])")
    assert "cotton 1: costs £12" in page.inner_text(".help")
    page.mouse.move(1, 1)
    page.wait_for_selector(".help", state="hidden")
    page.locator(".desk .choice").first.focus()
    page.keyboard.press("Tab")
    page.wait_for_selector(".help:not([hidden])")


def test_a_key_for_the_desk_brings_the_keyboard_there(
    pages: PositionPages, seated: WatchedPage
) -> None:
    """Enter after it answers, and does not press the button that was focused before."""
    page = _open(pages, seated, "furnace")
    page.get_by_role("button", name="Legend").click()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_selector(".desk:focus-within")
    page.wait_for_function("document.querySelectorAll('.trail li').length === 1")
    page.keyboard.press("1")
    page.wait_for_selector(".desk .send:focus")
    assert page.locator("dialog[open]").count() == 0


def test_written_amounts_have_symbols(pages: PositionPages, seated: WatchedPage) -> None:
    """What a hint of Furnace writes as `2C` is a number with a symbol that says what it is."""
    page = _open(pages, seated, "furnace")
    page.wait_for_selector(".desk .hint .amount-sign svg title", state="attached")


def test_a_disc_and_then_a_card_is_a_bid(pages: PositionPages, seated: WatchedPage) -> None:
    """A click on a disc of the hand marks it; with a click on a card the answer is whole."""
    page = _open(pages, seated, "furnace")
    page.locator('.hand-disc[data-thing="disc:3"]').click()
    page.wait_for_selector(".hand-disc.chosen")
    page.locator('.board .lit[data-thing^="card:"]').first.click()
    page.wait_for_selector(".desk .ready:not([hidden])")
    assert "bids 3 on" in page.inner_text(".desk .ready")

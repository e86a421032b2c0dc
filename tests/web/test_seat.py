"""A person's seat in the browser: whole matches by mouse and keys, and everything that can come between."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.web.seated import PATIENCE, House, Table
from tests.web.watched_page import WatchedPage

DESK: Final = "document.getElementById('viewer').seatPage.desk.state"
CLICKS: Final = """([start, most]) => new Promise((done, failed) => {
  // Clicks what is lit, or any answer of the desk, until the match is over: with the page's own elements.
  const page = document.getElementById("viewer").seatPage;
  let seed = start, clicks = 0, lit = 0, last = "";
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % below; };
  const said = (state) => JSON.stringify([state.turn, state.path, state.picked, state.ready, state.is_sent, state.is_over]);
  const step = () => {
    const state = page.desk.state;
    if (state?.is_over || clicks >= most) return done([clicks, lit]);
    if (!state || !state.turn || state.is_sent || said(state) === last) return setTimeout(step, 5);
    const wanted = state.ready ? [...document.querySelectorAll(".desk .send")]
      : [...document.querySelectorAll(".viewer .picture .lit, .viewer .people .lit"), ...document.querySelectorAll(".desk .choice:not(.not-now)")];
    if (!wanted.length) return setTimeout(step, 5);
    const one = wanted[random(wanted.length)];
    if (one.matches(".lit")) lit += 1;
    last = said(state);
    clicks += 1;
    one.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    setTimeout(step, 0);
  };
  step();
})"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A referee and pages that nobody kills, with Ada."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def ada(house: House) -> str:
    """A player's token."""
    return house.player("Ada")


def desk(page: Page) -> Any:  # noqa: ANN401 - JSON
    """The desk as the page knows it."""
    return page.evaluate(DESK)


def until(page: Page, condition: str) -> None:
    """Wait until this is true of the desk, which is called `desk` there."""
    page.wait_for_function(
        f"() => {{ const desk = {DESK}; return desk && ({condition}); }}", timeout=PATIENCE
    )


def sit(house: House, page: Page, token: str, table: Table, seat: int = 0) -> None:
    """Take a seat, and wait until one is asked."""
    house.sign_in(page, token, table.path(seat))
    page.wait_for_selector(".desk.asked", timeout=PATIENCE)
    page.wait_for_selector(".picture svg")


SHORT: Final = {
    "furnace": {"rounds": "3"},
    "brass": {},
    "alchemicus": {"round_cap": "4", "bank": "on", "noctis": "on"},
}


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_mouse(page: WatchedPage, house: House, ada: str, game: str) -> None:
    """To its end, by clicks on what is lit on the board and on the answers; then it says who won and why."""
    table = house.table(game, ["Ada", "bot"], SHORT[game])
    house.bot(table, 1)
    page.page.set_default_timeout(PATIENCE)
    sit(house, page.page, ada, table)
    clicks, lit = page.page.evaluate(CLICKS, [7, 5000])
    page.page.wait_for_selector(".desk .result:not([hidden])")

    assert clicks > 20
    assert lit > 5
    told = page.page.inner_text(".desk .result")
    assert "A Ada (you)" in told
    assert "The match is over." in page.page.inner_text(".desk-head")
    page.page.get_by_text("finished", exact=True).wait_for()
    page.page.get_by_role("link", name="Replay").click()
    page.page.wait_for_selector(".viewer .picture svg")

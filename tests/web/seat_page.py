"""A person's seat in Chromium: sits down, reads the desk, clicks."""

from typing import Any, Final

from playwright.sync_api import Page

from tests.web.seated import PATIENCE, House, Table

DESK: Final = "document.getElementById('viewer')?.seatPage?.desk.state"


LOST: Final = ["ERR_", "Failed to load", "EventSource"]


CLICKS: Final = """([start, most, stop]) => new Promise((done, failed) => {
  // Clicks what is lit, or any answer of the desk, until the match is over: with the page's own elements.
  const page = document.getElementById("viewer").seatPage;
  let seed = start, clicks = 0, lit = 0, last = "";
  const random = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % below; };
  const said = (state) => JSON.stringify([state.turn, state.path, state.picked, state.ready, state.is_sent, state.is_over]);
  const step = () => {
    const state = page.desk.state;
    const isStop = state && state.name === stop && state.choices.length > 2 && state.turn && !state.is_sent;
    if (state?.is_over || clicks >= most || isStop) return done([clicks, lit]);
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

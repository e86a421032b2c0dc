"""A person's match on a ladder in the browser: looked for, found after a crash of the pages, played and rated."""

import re
from pathlib import Path

import pytest

from bessemer.web.pages import slug
from tests.referees.ladder_house import make_ladder
from tests.web.seat_page import CLICKS
from tests.web.seated import PATIENCE, House
from tests.web.watched_page import WatchedPage

LADDER = f"/ladders/{slug('main')}/"


@pytest.mark.timeout(600)
def test_a_person_looks_for_a_match_on_a_ladder_and_plays_it(
    page: WatchedPage, tmp_path: Path
) -> None:
    """By mouse: from the ladder's page to the seat, through a crash of the pages' server, to the table."""
    make_ladder(tmp_path, "furnace")
    with House(tmp_path, ladder="main") as house:
        shown = page.page
        house.sign_in(shown, house.player("Ada"), f"{LADDER}index.html")
        shown.click("text=Play here", timeout=PATIENCE)
        shown.click("text=Look for a match", timeout=PATIENCE)
        shown.wait_for_selector("#search-said:has-text('Nobody else is ready')", timeout=PATIENCE)
        shown.wait_for_function(
            "() => document.getElementById('search-time').textContent !== '0:00'", timeout=PATIENCE
        )
        # The server dies, and the page begins again by itself.
        shown.evaluate("() => { window.isBefore = true; }")
        page.expected = ["ERR_"]
        house.restart_web()
        shown.wait_for_function(
            "() => !window.isBefore && document.getElementById('search')", timeout=PATIENCE
        )
        shown.wait_for_selector("#search-said:has-text('Nobody else is ready')", timeout=PATIENCE)
        house.ladder_bot()
        shown.wait_for_url(re.compile(r"/seat/\w+/[01]$"), timeout=PATIENCE)
        shown.wait_for_selector(".desk.asked", timeout=PATIENCE)
        clicks, _ = shown.evaluate(CLICKS, [7, 5000])
        assert clicks > 10
        shown.wait_for_function(
            "() => document.getElementById('viewer').seatPage.desk.state.is_over", timeout=PATIENCE
        )
        shown.goto(f"{house.pages}{LADDER}index.html")
        shown.wait_for_function(  # the pages of a ladder are some seconds old
            "async () => (await (await fetch(location.href)).text()).includes('Ada (person)')",
            timeout=PATIENCE,
            polling=1000,
        )

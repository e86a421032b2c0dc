"""What has happened since one's last turn: marked, named, and shown by motion to whoever wants it."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.web.seat_page import CLICKS, desk, sit, until
from tests.web.seated import House
from tests.web.watched_page import WatchedPage

GAMES: Final = {"furnace": {"rounds": "3"}, "brass": {}, "alchemicus": {"round_cap": "4"}}
# So often something was moved by motion since the page was asked to count.
_COUNT: Final = """() => {
    window.motions = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        window.motions += 1;
        return animate.apply(this, how);
    };
}"""
_PRODUCTION: Final = """(() => {
    const start = viewer.root.querySelector('.picture .flow-start');
    const before = viewer.story.viewAt(viewer.index - 1, null).players[viewer.story.frameAt(viewer.index).seat].stock;
    const goods = ['coal', 'iron', 'oil', 'upgrades', 'money'].filter((good) => start.querySelector(`.flow-${good}`));
    return goods.map((good) => [Number(start.querySelector(`.flow-${good}`).textContent), before[good]]);
})()"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A referee and its pages."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def moving(browser: Browser) -> Iterator[WatchedPage]:
    """A page of somebody who wants motion."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="no-preference"
    )
    watched = WatchedPage(context.new_page())
    yield watched
    context.close()
    watched.check()


@pytest.mark.parametrize("game", GAMES)
def test_what_others_did_is_marked_named_and_moves(
    moving: WatchedPage, house: House, game: str
) -> None:
    """At the seat's own page, from one's own answer until one is asked again."""
    name = f"Ada-{game}"
    token = house.player(name)
    table = house.table(game, [name, "bot"], GAMES[game])
    house.bot(table, 1, "greedy")
    sit(house, moving.page, token, table)
    moving.page.evaluate(_COUNT)
    named = moving.page.locator(".since-strip a")
    turn = 0
    while not turn or not named.count():
        turn = desk(moving.page)["turn"]
        moving.page.keyboard.press("s")
        until(moving.page, "desk.ready")
        moving.page.keyboard.press("Enter")
        until(moving.page, f"desk.turn > {turn} && !desk.is_sent")

    assert "B" == named.first.locator(".letter").inner_text()
    assert moving.page.locator(".picture .since, .people .since").count() > 0
    assert moving.page.evaluate("window.motions") > 0
    # The newest moment alone is marked: an earlier one is past.
    moving.page.keyboard.press("Home")
    assert 0 == moving.page.locator(".picture .since").count()


def test_the_last_producer_of_a_round_sees_production_as_it_was(
    page: WatchedPage, house: House
) -> None:
    """At a seat: it starts with what the player had before, and not with what is left in the end."""
    token = house.player("Ada")
    table = house.table("furnace", ["Ada", "bot"], GAMES["furnace"])
    house.bot(table, 1)
    sit(house, page.page, token, table)
    page.page.evaluate(CLICKS, [7, 5000, ""])
    page.page.wait_for_selector(".desk .result:not([hidden])")
    page.page.get_by_text("finished", exact=True).wait_for()

    shown = page.viewer(_PRODUCTION)
    assert len(shown) > 3
    assert all(drawn == had for drawn, had in shown), shown

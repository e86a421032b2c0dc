"""Production of Furnace in the browser: goods fly and totals run, for those who want motion."""

from itertools import groupby
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from tests.web.exported import REPLAYS, exported
from tests.web.watched_page import WatchedPage

# Remembers what was to be seen; asks again until nothing is on its way.
_WATCH: Final = """() => {
    const seen = { flown: 0, totals: [] };
    const root = document.getElementById("viewer");
    const iron = () => root.querySelector('[data-key="stock:3:iron"] .store-count').textContent;
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
            for (const node of addedNodes) if (node.className === "flight") seen.flown += 1;
        }
        if (seen.totals.at(-1) !== iron()) seen.totals.push(iron());
    }).observe(root, { subtree: true, childList: true, characterData: true });
    window.seen = seen;
}"""
_UNTIL_OVER: Final = """() => new Promise((done) => {
    const root = document.getElementById("viewer");
    const look = () => (root.viewer.flow.timers.length ? setTimeout(look, 20) : done(window.seen));
    look();
})"""


@pytest.fixture
def furnace(page: WatchedPage, tmp_path: Path) -> WatchedPage:
    """The page of a match of Furnace, before its third round ends."""
    file = tmp_path / "match.html"
    main(["replay", "html", str(REPLAYS / "furnace" / "four-players.replay"), "-o", str(file)])
    page.open(f"{file.as_uri()}#turn=65")
    return page


def test_goods_fly_and_totals_run_to_what_the_replay_says(furnace: WatchedPage) -> None:
    """
    Card by card, and then the page is as the view says.

    The last plan of a round changes the stores themselves: there iron runs through every total of
    the plan, from what it was to what it is.
    """
    turns = exported("furnace")["turns"]
    furnace.settle(reduced_motion="no-preference")
    furnace.page.evaluate(_WATCH)
    furnace.page.evaluate("document.getElementById('viewer').viewer.lastStep = -Infinity")
    furnace.page.keyboard.press("ArrowRight")
    seen = furnace.page.evaluate(_UNTIL_OVER)

    assert seen["flown"] > 5
    before = turns[64]["view"]["players"][3]["stock"]["iron"]
    flow = furnace.viewer("viewer.story.frameAt(66).move.flow")
    totals = [before, *(stock["iron"] for stock in flow)]
    assert [str(total) for total, _ in groupby(totals)] == seen["totals"]
    assert totals[-1] == turns[65]["view"]["players"][3]["stock"]["iron"]
    assert 0 == furnace.page.locator(".flights").count()


def test_totals_are_right_whenever_one_goes_on(furnace: WatchedPage) -> None:
    """In the middle of it a step shows the next turn, and nothing of this one is left."""
    turns = exported("furnace")["turns"]
    furnace.settle(reduced_motion="no-preference")
    for turn in (66, 65, 66, 67):
        furnace.page.evaluate("document.getElementById('viewer').viewer.lastStep = -Infinity")
        furnace.page.keyboard.press("ArrowRight" if turn != 65 else "ArrowLeft")
    stock = turns[66]["view"]["players"][3]["stock"]

    assert 67 == furnace.viewer("viewer.index")
    for good in ("coal", "iron", "oil", "upgrades"):
        shown = furnace.page.inner_text(f'[data-key="stock:3:{good}"] .store-count')
        assert str(stock[good]) == shown
    assert f"${stock['money']}" == furnace.page.inner_text('[data-key="money:3"]')


def test_whoever_wants_no_motion_sees_none(furnace: WatchedPage) -> None:
    """Nothing flies, and nothing will."""
    furnace.page.evaluate("document.getElementById('viewer').viewer.lastStep = -Infinity")
    furnace.page.keyboard.press("ArrowRight")

    assert 66 == furnace.viewer("viewer.index")
    assert 0 == furnace.viewer("viewer.flow.timers.length")
    assert 0 == furnace.page.locator(".flights").count()

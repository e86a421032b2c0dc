"""A person's seat in the browser: whole matches by mouse and keys, and everything that can come between."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.npm_packages import npm_packages
from tests.web.seat_page import CLICKS, LOST, desk, sit, until
from tests.web.seated import PATIENCE, House
from tests.web.watched_page import WatchedPage


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A referee and pages that nobody kills, with Ada."""
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def ada(house: House) -> str:
    """A player's token."""
    return house.player("Ada")


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
    clicks, lit = page.page.evaluate(CLICKS, [7, 5000, ""])
    page.page.wait_for_selector(".desk .result:not([hidden])")

    assert clicks > 20
    assert lit > 5
    told = page.page.inner_text(".desk .result")
    assert "A Ada (you)" in told
    assert "The match is over." in page.page.inner_text(".desk-head")
    page.page.get_by_text("finished", exact=True).wait_for()
    page.page.get_by_role("link", name="Replay").click()
    page.page.wait_for_selector(".viewer .picture svg")


def test_a_match_is_analysed_where_there_is_an_analysis(
    page: WatchedPage, house: House, ada: str
) -> None:
    """Moves that cost something are marked, each with a better one; elsewhere it says that there is none."""
    table = house.table("furnace", ["Ada", "bot"], {"rounds": "3"})
    house.bot(table, 1)
    page.page.set_default_timeout(PATIENCE)
    sit(house, page.page, ada, table)
    page.page.evaluate(CLICKS, [8, 5000, ""])
    page.page.get_by_role("link", name="Analyse").click()
    page.page.wait_for_selector(".log .judged")
    assert page.viewer("viewer.story.moments.some(moment => moment.analysis?.best)")


@pytest.mark.parametrize("game", SHORT)
def test_no_serious_barrier(page: WatchedPage, house: House, ada: str, game: str) -> None:
    """axe-core finds nothing serious while one decides: in the light on a wide screen, in the dark on a phone."""
    source = (npm_packages() / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
    table = house.table(game, ["Ada", "bot"], SHORT[game])
    house.bot(table, 1)
    sit(house, page.page, ada, table)
    page.page.evaluate(source)
    page.page.evaluate(CLICKS, [2, 3, None])
    page.page.wait_for_selector(".desk.asked", timeout=PATIENCE)
    for width, height, scheme in ((1280, 800, "light"), (PHONE["width"], PHONE["height"], "dark")):
        page.size({"width": width, "height": height})
        page.settle(color_scheme=scheme)
        # A card that is drawn has many words, and its name is the answer that it stands for.
        found = page.page.evaluate(
            "() => axe.run({ exclude: ['svg'] }, { resultTypes: ['violations'], preload: false })"
        )
        serious = [
            (barrier["id"], [node["html"][:120] for node in barrier["nodes"]][:3])
            for barrier in found["violations"]
            if barrier["impact"] in ("serious", "critical")
        ]
        assert [] == serious, json.dumps(serious, indent=1)


def test_a_match_by_keys_on_a_phone(page: WatchedPage, house: House, ada: str) -> None:
    """Keys alone: those beside the answers, and Enter; nothing is wider than the screen."""
    table = house.table("furnace", ["Ada", "bot"], {"rounds": "3"})
    house.bot(table, 1, "idle")
    page.page.set_viewport_size(PHONE)
    sit(house, page.page, ada, table)
    widest = 0
    while not desk(page.page)["is_over"]:
        state = desk(page.page)
        offered = [one["key"] for one in state["choices"] if not one["why_not"]]
        key = "Enter" if state["ready"] or state["default"] else offered[0]
        widest = max(widest, page.page.evaluate("document.documentElement.scrollWidth"))
        page.page.keyboard.press(key)
        until(
            page.page,
            f"desk.is_over || desk.turn && !desk.is_sent && "
            f"JSON.stringify([desk.turn, desk.path, desk.picked, desk.ready]) !== {_said(state)}",
        )

    assert 390 == widest
    assert "A Ada (you)" in page.page.inner_text(".desk .result")


def _said(state: Any) -> str:  # noqa: ANN401 - JSON
    parts = [state[name] for name in ("turn", "path", "picked", "ready")]
    return json.dumps(json.dumps(parts, separators=(",", ":"), ensure_ascii=False))


def test_a_production_plan_is_dragged_into_an_order(
    page: WatchedPage, house: House, ada: str
) -> None:
    """Cards of the board onto the plan, steps before others by mouse and by keys; a change in the middle keeps the rest."""
    table = house.table("furnace", ["Ada", "bot"])
    house.bot(table, 1, "idle")
    page.page.set_default_timeout(PATIENCE)
    sit(house, page.page, ada, table)
    page.page.evaluate(CLICKS, [5, 5000, "card"])
    cards = [one["word"] for one in desk(page.page)["choices"]]
    page.page.keyboard.press("s")
    until(page.page, "desk.ready")
    page.page.keyboard.press("Escape")
    until(page.page, "!desk.path.length")
    # By their defaults: as often as possible, and no flips.
    for card in cards[:2]:
        page.page.click(f'.choice[data-word="{card}"]')
        until(page.page, f"desk.trail.some(one => one.word === '{card}')")
        while desk(page.page)["name"] in ("count", "flips"):
            answers = len(desk(page.page)["trail"])
            page.page.keyboard.press("Enter")
            until(page.page, f"desk.trail.length > {answers} || desk.ready")
    chips = page.page.locator(".trail li.movable")
    assert cards[:2] == [chip.get_attribute("data-step") for chip in chips.all()[:2]]
    onto(page.page, chips.nth(1), chips.nth(0))
    until(page.page, f"desk.trail[0].word === '{cards[1]}'")
    chips.nth(0).locator("button, .forced").first.focus()
    page.page.keyboard.press("Shift+ArrowRight")
    until(page.page, f"desk.trail[0].word === '{cards[0]}'")
    # A card of the board, to the first place.
    if desk(page.page)["name"] == "card":
        thing = page.page.locator(f'.picture .lit[data-thing="card:{cards[2]}"]')
        onto(page.page, thing, chips.nth(0))
        until(page.page, f"desk.trail[0].word === '{cards[2]}'")
    before = desk(page.page)["trail"][0]["word"]
    assert before == chips.nth(0).get_attribute("data-step")


def onto(page: Page, what: Locator, there: Locator) -> None:
    """Drag one thing to the left part of another."""
    box, target = what.bounding_box(), there.bounding_box()
    assert box is not None
    assert target is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(target["x"] + 12, target["y"] + 10, steps=4)
    page.mouse.up()


def test_what_is_not_possible_says_why(page: WatchedPage, house: House, ada: str) -> None:
    """On the button for those who hover and those who listen, and as a notice when it is clicked anyway."""
    table = house.table("brass", ["Ada", "bot"])
    house.bot(table, 1)
    sit(house, page.page, ada, table)
    barred = page.page.locator(".choice.not-now").first
    why = barred.get_attribute("data-hint") or ""
    assert why
    assert why in barred.inner_text()
    barred.click(force=True)  # as it is, Playwright would wait until it is possible
    page.page.locator(".notice.bad").wait_for()
    assert why.rstrip(".") in page.page.inner_text(".notice.bad")


def test_a_page_that_is_loaded_again_goes_on_in_mid_answer(
    page: WatchedPage, house: House, ada: str
) -> None:
    """The title says that it is one's turn; what was chosen is still chosen, and can be undone."""
    table = house.table("furnace", ["Ada", "bot"])
    house.bot(table, 1)
    sit(house, page.page, ada, table)
    page.page.locator(".picture .lit").first.click()
    until(page.page, "desk.path.length === 1")
    chosen = desk(page.page)["path"]
    page.page.reload()
    until(page.page, "desk.path.length === 1")

    assert chosen == desk(page.page)["path"]
    expect(page.page).to_have_title(re.compile("^● Your turn"))  # once the match is there, too
    page.page.keyboard.press("u")
    until(page.page, "desk.path.length === 0")


def test_both_sides_may_die_in_mid_answer(page: WatchedPage, tmp_path: Path) -> None:
    """The web process forgets the answer, and the page makes it again; then the referee dies; it is played once."""
    page.expected = LOST
    with House(tmp_path) as house:
        token = house.player("Ada")
        table = house.table("furnace", ["Ada", "bot"])
        house.bot(table, 1)
        sit(house, page.page, token, table)
        page.page.locator(".choice:not(.not-now)").nth(1).click()
        until(page.page, "desk.path.length === 1")
        chosen = desk(page.page)["path"]
        opened = page.page.evaluate("document.getElementById('viewer').seatPage.opened")
        house.restart_web()
        restored = json.dumps(chosen, separators=(",", ":"))
        page.page.wait_for_function(
            f"() => (page => page.opened > {opened} && !page.isFresh && "
            f"JSON.stringify(page.desk.state.path) === '{restored}')"
            "(document.getElementById('viewer').seatPage)",
            timeout=PATIENCE,
        )
        house.restart_referee()
        page.page.locator(".choice:not(.not-now)").first.click()
        until(page.page, "desk.ready && !desk.away")
        sent = desk(page.page)["turn"]
        page.page.click(".desk .send")
        until(page.page, f"desk.turn > {sent} && !desk.is_sent")

        turns = page.viewer("viewer.story.moments.slice(1).map(m => m.turn)")
        assert sorted(set(turns)) == turns


def test_of_two_tabs_one_holds_the_seat(page: WatchedPage, house: House, ada: str) -> None:
    """The newer one; the older says so, is not heard, and can take the seat back."""
    table = house.table("furnace", ["Ada", "bot"])
    house.bot(table, 1)
    sit(house, page.page, ada, table)
    other = page.page.context.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(house.pages + table.path(0))
    other.wait_for_selector(".desk.asked", timeout=PATIENCE)
    page.page.get_by_text("played in another tab or window").wait_for(timeout=PATIENCE)
    assert 0 == page.page.locator(".choice").count()
    page.page.get_by_role("button", name="Play here").click()
    page.page.wait_for_selector(".desk.asked", timeout=PATIENCE)
    other.get_by_text("played in another tab or window").wait_for(timeout=PATIENCE)
    page.page.locator(".choice:not(.not-now)").first.click()
    until(page.page, "desk.path.length === 1")
    other.close()


def test_a_seat_that_another_program_took_can_be_taken_back(
    page: WatchedPage, house: House, ada: str
) -> None:
    """The page says so, is not heard, and plays on after a click; the match is not over."""
    table = house.table("furnace", ["Ada", "bot"])
    sit_down = table._replace(tokens=(ada, table.tokens[1]))
    house.sign_in(page.page, ada, table.path(0))
    until(page.page, "desk.turn || desk.waiting")  # the referee knows that we are there
    house.bot(sit_down, 0, "idle")
    until(page.page, "desk.stopped")
    assert not desk(page.page)["is_over"]
    house.bot(table, 1)
    page.page.get_by_role("button", name="Play here").click()
    until(page.page, "!desk.stopped")
    page.page.wait_for_selector(".desk.asked", timeout=PATIENCE)


def test_two_people_play_against_each_other(
    browser: Browser, page: WatchedPage, house: House
) -> None:
    """Each in a browser of their own, on a screen of their own size; both see the same end."""
    tokens = [house.player(name) for name in ("Bob", "Cleo")]
    table = house.table("furnace", ["Bob", "Cleo"], {"rounds": "3"})
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    other.set_default_timeout(PATIENCE)
    for seat, one in enumerate((page.page, other)):
        house.sign_in(one, tokens[seat], table.path(seat))
        one.wait_for_selector(".viewer")
    other.evaluate_handle(f"() => {{ window.played = ({CLICKS})([3, 5000, null]); }}")
    page.page.set_default_timeout(PATIENCE)
    page.page.evaluate(CLICKS, [4, 5000, ""])
    until(other, "desk.is_over")

    results = [desk(one)["result"] for one in (page.page, other)]
    assert [line.replace(" (you)", "") for line in results[0]][2:] == [
        line.replace(" (you)", "") for line in results[1]
    ][2:]
    other.close()


def test_a_seat_of_somebody_else(page: WatchedPage, house: House, ada: str) -> None:
    """Says whose it is not; a stranger is asked to sign in, and a match that is not there is not there."""
    page.expected = ["403", "404"]
    table = house.table("furnace", ["Ada", "bot"])
    house.sign_in(page.page, ada, table.path(1))
    expect(page.page.locator("h1")).to_contain_text("This seat is another player's")
    for path, status in ((table.path(1), 403), ("/seat/none/0", 404), (table.path(7), 404)):
        answer = page.page.request.get(house.pages + path)
        assert status == answer.status
        assert status == page.page.request.get(f"{house.pages}{path}/events?tab=x").status
    forged = page.page.request.post(
        f"{house.pages}{table.path(0)}/act",
        data={"tab": "x", "do": "take_over"},
        headers={"X-Bessemer-Csrf": "guessed"},
    )
    assert 403 == forged.status
    page.page.context.clear_cookies()
    page.page.goto(house.pages + table.path(0))
    page.page.wait_for_url("**/sign-in?next=**")


def test_signing_out_elsewhere_ends_what_a_seat_is_shown(
    browser: Browser, page: WatchedPage, house: House, ada: str
) -> None:
    """No view goes on being sent to a browser whose owner has signed out everywhere: it is to sign in."""
    table = house.table("furnace", ["Ada", "bot"])
    house.sign_in(page.page, ada, table.path(0))
    until(page.page, "desk.turn || desk.waiting")
    context = browser.new_context()
    other = context.new_page()
    other.set_default_timeout(PATIENCE)
    house.sign_in(other, ada, "/sign-in")
    other.get_by_role("button", name="Sign out everywhere").click()

    page.page.wait_for_url("**/sign-in?next=**", timeout=PATIENCE)
    context.close()

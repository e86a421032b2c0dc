"""Two actions of Brass at a seat's page, planned before the first is sent."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from bessemer.engine.catalogue import GAMES
from tests.web.seat_page import LOST, desk, sit, until
from tests.web.seated import PATIENCE, House
from tests.web.watched_page import WatchedPage


def answer(page: Page, *words: str) -> None:
    """Click on answers, one after the other."""
    for word in words:
        steps = len(desk(page)["path"])
        page.click(f'.choice[data-word="{word}"]')
        until(page, f"desk.path.length > {steps}")


def second_turn(page: Page) -> Any:  # noqa: ANN401 - JSON
    """Play the first round, which has one action for each; the desk of the second."""
    page.keyboard.press("s")
    until(page, "desk.ready")
    assert not desk(page)["may_go_on"]
    turn = desk(page)["turn"]
    page.keyboard.press("Enter")
    until(page, f"desk.turn > {turn} && !desk.is_sent")
    return desk(page)


def hand(page: WatchedPage) -> list[str]:
    """The cards of the own seat, as its view has them."""
    cards: list[str] = page.viewer("viewer.context().view.hand")
    return cards


def plan(page: WatchedPage) -> list[str]:
    """A loan, and then a pass, each with a card; the cards."""
    cards = hand(page)[:2]
    answer(page.page, "loan", "30", cards[0])
    until(page.page, "desk.ready && desk.may_go_on")
    page.page.keyboard.press("n")
    until(page.page, "desk.earlier.length === 1 && desk.choices.length")
    answer(page.page, "pass", cards[1])
    until(page.page, "desk.ready && !desk.may_go_on")
    return cards


def money(page: WatchedPage) -> int:
    """What the panel of the own seat says now."""
    context: int = page.viewer("viewer.context().view.players[0].money")
    return context


def test_two_actions_are_planned_and_sent_together(page: WatchedPage, tmp_path: Path) -> None:
    """The board shows what they would leave; a reload and a web process that died keep them; each is played once."""
    page.expected = LOST
    with House(tmp_path) as house:
        token = house.player("Ada")
        table = house.table("brass", ["Ada", "bot"])
        house.bot(table, 1)
        sit(house, page.page, token, table)
        turn, before = second_turn(page.page)["turn"], money(page)
        plan(page)
        page.page.locator(".ahead-mark:visible").wait_for()
        assert before + 30 == money(page)
        kept = desk(page.page)["earlier"], desk(page.page)["ready"]
        page.page.reload()
        until(page.page, "desk.earlier.length === 1 && desk.ready")
        assert kept == (desk(page.page)["earlier"], desk(page.page)["ready"])
        opened = page.page.evaluate("document.getElementById('viewer').seatPage.opened")
        house.restart_web()
        page.page.wait_for_function(
            f"() => (page => page.opened > {opened} && !page.isFresh && "
            "page.desk.state.earlier.length === 1 && page.desk.state.ready)"
            "(document.getElementById('viewer').seatPage)",
            timeout=PATIENCE,
        )
        assert kept == (desk(page.page)["earlier"], desk(page.page)["ready"])
        page.page.click(".ready [data-plan=put_first]")
        until(page.page, "desk.earlier[0].trail[0].word === 'pass' && desk.ready")
        page.page.click(".desk .send")
        until(page.page, f"desk.turn > {turn + 1} && !desk.is_sent")
        page.page.wait_for_function(
            f"() => document.getElementById('viewer').viewer.story.last > {turn}", timeout=PATIENCE
        )
        told = page.viewer("viewer.story.moments.filter(m => m.seat === 0).map(m => m.sentence)")
        assert ["pass", "take"] == [sentence.split()[0][:4] for sentence in told[1:3]]
        assert page.page.locator(".ahead-mark").is_hidden()


def test_what_is_left_of_a_plan_is_a_draft_again(page: WatchedPage, tmp_path: Path) -> None:
    """If the web process dies between the two: the first is played, and the second waits to be sent."""
    page.expected = LOST
    with House(tmp_path) as house:
        token = house.player("Ada")
        table = house.table("brass", ["Ada", "bot"])
        house.bot(table, 1)
        sit(house, page.page, token, table)
        turn = second_turn(page.page)["turn"]
        cards = plan(page)
        house.web.kill()
        house.play(token, table, 0, turn, GAMES["brass"].parse(f"loan 30 with {cards[0]}"))
        house.restart_web()
        until(page.page, f"desk.turn === {turn + 1} && desk.ready")
        state = desk(page.page)
        assert [] == state["earlier"]
        assert [["pass"], [cards[1]]] == state["path"]
        page.page.click(".desk .send")
        until(page.page, f"desk.turn > {turn + 1} && !desk.is_sent")

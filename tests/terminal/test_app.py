"""The full screen under keys and clicks, in both windows that it must fit."""

import asyncio
from typing import Any

import pytest
from textual.events import Key

from bessemer.engine.errors import say
from bessemer.games.furnace.moves import Bid, Compensation
from bessemer.games.furnace.state import Phase
from bessemer.table.events import (
    AnswerRefused,
    ConnectionBack,
    ConnectionLost,
    DecisionAsked,
    MatchEnded,
    MatchUpdated,
)
from bessemer.table.guide import Told, ToldRemark
from bessemer.table.model import TableModel
from bessemer.terminal.after_match import AfterMatch
from bessemer.v1 import match_pb2
from tests.terminal.examples import match_of, seat_of, view_in, views
from tests.terminal.snapshots import assert_same, screen_text
from tests.terminal.tables import SMALL, WIDE, Table

SIZES = pytest.mark.parametrize("size", [SMALL, WIDE], ids=["80x24", "100x30"])


@SIZES
@pytest.mark.parametrize("phase", [Phase.BID, Phase.COMPENSATION, Phase.PLACEMENT, Phase.PLAN])
@pytest.mark.asyncio
async def test_screens_look_as_they_did(phase: Phase, size: tuple[int, int]) -> None:
    """Each phase in each window, held against a file that was looked at."""
    how: dict[str, Any] = {
        "seats": 4,
        "options": {"chain": "on"} if phase is Phase.PLACEMENT else {},
    }
    table = Table(view_in(phase, -1, **how))
    async with table.app.run_test(size=size) as pilot:
        await pilot.pause()
        if phase is Phase.PLAN:
            await pilot.press("1", "enter", "enter", "2")
        text = screen_text(table.app)

    assert_same(f"{phase}-{size[0]}x{size[1]}", text)


@pytest.mark.asyncio
async def test_a_bid_with_the_keyboard() -> None:
    """A key for the card, a key for the disc, Enter; nothing is sent before that."""
    view = view_in(Phase.BID)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("3", "2")
        assert [] == table.session.answers
        assert "Complete: bid 2 on" in screen_text(table.app)
        await pilot.press("enter")
        await pilot.pause()

    assert [(7, Bid(2, view.board.row.cards[2]))] == table.session.answers
    assert table.model.is_sent


@pytest.mark.asyncio
async def test_a_bid_with_arrows_and_undo() -> None:
    """Arrows point, Enter takes, u takes back."""
    view = view_in(Phase.BID)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("down", "down", "enter")
        assert "Which disc on" in screen_text(table.app)
        await pilot.press("u", "up", "enter", "4", "u", "1", "enter")

    assert [(7, Bid(1, view.board.row.cards[0]))] == table.session.answers


@pytest.mark.parametrize("opens", ["c", "?", "l", "q", "colon"])
@pytest.mark.asyncio
async def test_two_keys_close_a_page_once(opens: str) -> None:
    """Whoever types faster than the page goes loses a key, and not the match."""
    table = Table(view_in(Phase.BID))
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press(opens)
        page = table.app.screen
        for _ in range(2):
            page.post_message(Key("escape", None))
        await pilot.pause()
        assert len(table.app.screen_stack) == 1
        await pilot.press("3", "2", "enter")
        await pilot.pause()

    assert len(table.session.answers) == 1


@pytest.mark.asyncio
async def test_a_bid_with_the_mouse() -> None:
    """A click on the card's line, on the disc, and on the key that sends."""
    view = view_in(Phase.BID)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.click("#picture", offset=(12, 2))
        discs = screen_text(table.app).splitlines()
        asked = next(y for y, text in enumerate(discs) if "Which disc on" in text)
        row = next(y for y, text in enumerate(discs) if y > asked and text.startswith("  3 "))
        await pilot.click(offset=(discs[row].index("3"), row))
        await pilot.click("#keys", offset=(2, 0))
        await pilot.pause()

    assert [(7, Bid(3, view.board.row.cards[1]))] == table.session.answers


@pytest.mark.asyncio
async def test_a_compensation_is_counted() -> None:
    """Digits for the counts, Enter for as many as possible."""
    view = view_in(Phase.COMPENSATION, seed=2)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        while table.model.question is not None:
            await pilot.press("enter")
        await pilot.press("enter")
        await pilot.pause()

    (answer,) = table.session.answers
    assert isinstance(answer[1], Compensation)
    assert sum(answer[1].counts) > 0


@pytest.mark.asyncio
async def test_a_suggestion_is_taken_over_and_can_be_undone() -> None:
    """It is only a draft: Enter sends it, u goes back to where one was."""
    table = Table(view_in(Phase.PLAN, -1))
    async with table.app.run_test(size=WIDE) as pilot:
        await pilot.press("s")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "Suggested: " in screen_text(table.app)
        assert table.model.ready_move is not None
        await pilot.press("u")
        assert table.model.ready_move is None


@pytest.mark.asyncio
async def test_no_suggestion_where_they_are_not_allowed() -> None:
    """The key is not offered, and says why if it is pressed all the same."""
    view = view_in(Phase.PLAN)
    table = Table(
        view, MatchUpdated(match_of(view, suggestions=False)), DecisionAsked(7, view, 60.0)
    )
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert "suggest" not in screen_text(table.app)
        await pilot.press("s")
        assert "not allowed" in screen_text(table.app)
        assert table.model.ready_move is None


@pytest.mark.asyncio
async def test_a_refusal_is_explained_with_what_is_legal() -> None:
    """In the referee's words; the answer can be changed."""
    view = view_in(Phase.BID)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("1", "1", "enter")
        table.session.tell(AnswerRefused((say("C07 is full"),), ("bid 2 on C12",), is_open=True))
        await pilot.pause()
        text = screen_text(table.app)

    assert "! Not possible: C07 is full. Instead: bid 2 on C12." in text
    assert "Enter sends it" in text


@pytest.mark.asyncio
async def test_an_illegal_move_that_is_typed_goes_to_the_referee() -> None:
    """Which explains it; a legal one becomes the answer and waits for Enter."""
    view = view_in(Phase.BID)
    card = view.board.row.cards[0]
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press(":", *"2 ", *card, "enter")
        assert Bid(2, card) == table.model.ready_move
        await pilot.press(":", *"9 ", *card, "enter")
        await pilot.app.workers.wait_for_complete()

    assert [(7, Bid(9, card))] == table.session.answers


@SIZES
@pytest.mark.asyncio
async def test_a_lost_referee_is_a_banner_and_the_table_stays(size: tuple[int, int]) -> None:
    """What was chosen is still there when it comes back."""
    view = view_in(Phase.BID, seats=4)
    table = Table(view)
    async with table.app.run_test(size=size) as pilot:
        await pilot.press("2")
        table.session.tell(ConnectionLost("the referee does not answer"))
        await pilot.pause()
        away = screen_text(table.app)
        table.session.tell(ConnectionBack())
        await pilot.pause()
        back = screen_text(table.app)

    assert "Connection lost" in away
    assert view.board.row.cards[-1] in away
    assert "Which disc on" in away
    assert "Connection lost" not in back
    assert "The referee is back" in back


@SIZES
@pytest.mark.asyncio
async def test_the_end_shows_who_won(size: tuple[int, int]) -> None:
    """And q leaves without asking."""
    view = view_in(Phase.PLAN, -1)
    table = Table(view)
    async with table.app.run_test(size=size) as pilot:
        result = match_pb2.MatchResult(ranks=[2, 1, 3], scores=[40, 52, 7])
        table.session.tell(MatchEnded(result, view))
        await pilot.pause()
        text = screen_text(table.app)
        await pilot.press("q")
    assert not table.app.is_running

    assert text.index("1.  B Žofie") < text.index("2.  A Ada") < text.index("3.  C bot-17")
    assert "2nd" not in text  # the order of play looked like another result


@pytest.mark.asyncio
async def test_the_analysis_opens_over_the_end_and_closes() -> None:
    """Esc goes back to the result; nobody leaves the table for it."""
    view = view_in(Phase.PLAN, -1)
    table = Table(view)
    asked_for: list[int] = []
    ready = asyncio.Event()

    async def analyse(width: int) -> str:
        asked_for.append(width)
        await ready.wait()
        return "What each choice earned"

    table.app._offers = frozenset({AfterMatch.ANALYSE})
    table.app._analyse = analyse
    async with table.app.run_test(size=SMALL) as pilot:
        result = match_pb2.MatchResult(ranks=[2, 1, 3], scores=[40, 52, 7])
        table.session.tell(MatchEnded(result, view))
        await pilot.press("a")
        assert "Analysing the match" in screen_text(table.app)
        ready.set()
        await table.app.workers.wait_for_complete(
            [one for one in table.app.workers if one.name == "analysis"]
        )
        await pilot.pause()
        assert "What each choice earned" in screen_text(table.app)
        await pilot.press("escape")
        await pilot.pause()
        assert "1.  B Žofie" in screen_text(table.app)
        assert table.app.is_running

    assert asked_for == [SMALL[0] - 6]


@pytest.mark.asyncio
async def test_a_window_that_is_too_small_says_so() -> None:
    """And the table is there again when it grows; what was chosen is kept."""
    table = Table(view_in(Phase.BID))
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("3")
        await pilot.resize_terminal(20, 5)
        await pilot.pause()
        small = " ".join(screen_text(table.app).split())
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        text = screen_text(table.app)

    assert small == "Window too small: 40 columns and 12 lines are needed."
    assert "Which disc on" in text


@pytest.mark.asyncio
async def test_a_lesson_that_taught_everything_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a question about clocks and moves: a lesson keeps nothing."""
    table = Table(view_in(Phase.BID))
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("q", "n")
        assert table.app.is_running
        told = Told(
            "Your turn", (ToldRemark("You have seen it all"),), is_new=False, is_complete=True
        )
        monkeypatch.setattr(TableModel, "lesson", property(lambda _: told))
        await pilot.press("q")

    assert table.app.return_value is AfterMatch.LEAVE


@pytest.mark.asyncio
async def test_pages_open_over_the_table_and_close() -> None:
    """Cards, log and help; a key of the table does nothing meanwhile."""
    view = view_in(Phase.BID, -1)
    table = Table(view)
    async with table.app.run_test(size=SMALL) as pilot:
        for key, title in (("c", "Everybody's cards"), ("l", "The log"), ("?", "Help")):
            await pilot.press(key)
            assert title in screen_text(table.app)
            await pilot.press("1")
            assert title not in screen_text(table.app)
            assert 1 == len(table.model.drafts)


@pytest.mark.asyncio
async def test_resigning_is_asked_about() -> None:
    """Only y gives up; then nothing is asked, and the key has nothing more to do."""
    table = Table(view_in(Phase.BID))
    async with table.app.run_test(size=SMALL) as pilot:
        await pilot.press("R")
        assert "Resign?" in screen_text(table.app)
        await pilot.press("n")
        assert table.model.may_resign
        await pilot.press("R", "y")
        await table.app.workers.wait_for_complete()
        await pilot.pause()
        assert "You have resigned. The others play on." in screen_text(table.app)
        assert not table.model.turn
        await pilot.press("R")
        assert "Resign?" not in screen_text(table.app)


@pytest.mark.asyncio
async def test_leaving_in_the_middle_is_asked_about() -> None:
    """Only y leaves."""
    table = Table(view_in(Phase.BID))
    async with table.app.run_test(size=SMALL) as pilot:
        for key in ("q", "ctrl+c"):
            await pilot.press(key)
            assert "Leave the table?" in screen_text(table.app)
            await pilot.press("n")
        assert table.app.is_running
        await pilot.press("q", "y")
    assert not table.app.is_running


@pytest.mark.asyncio
async def test_in_a_small_window_the_card_that_is_asked_about_is_seen() -> None:
    """However long the plan is, the table scrolls to where one is, and the question stays."""
    found = views(Phase.PLAN, seats=3)
    view = max(found, key=lambda view: len(view.board.players[seat_of(view)].companies))
    assert len(view.board.players[seat_of(view)].companies) > 9
    table = Table(view)
    async with table.app.run_test(size=(80, 18)) as pilot:
        await pilot.press("up")
        question = table.model.question
        assert question is not None
        last = question.choices[-1].word
        await pilot.pause()
        text = screen_text(table.app)

    assert any(line.startswith(" >") and last in line for line in text.splitlines())
    assert "which card do you run first?" in text
    assert "quit" in text

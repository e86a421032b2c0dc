"""Brass on the full screen and in plain lines, in both windows that it must fit."""

from typing import Any

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.brass.moves import Canal, Loan, Move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, View
from bessemer.table.model import TableModel
from bessemer.terminal.app import TableApp
from bessemer.terminal.plain import PlainTable
from tests.terminal.brass.examples import asked, view_in
from tests.terminal.examples import ToldSession
from tests.terminal.snapshots import assert_same, screen_text

SIZES = pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=["80x24", "100x30"])


class Table:
    """An app with its session and what it knows."""

    def __init__(self, view: View) -> None:
        self.model = TableModel(view.seat, lambda: 50.0)
        self.session: ToldSession

        def begin(listen: Any) -> ToldSession:  # noqa: ANN401 - a listener
            self.session = ToldSession(listen, asked(view))
            return self.session

        self.app = TableApp(self.model, begin)


def canal_view() -> View:
    """Somebody in the Canal era who can build canals in the south of the map."""
    return view_in(Phase.ACTION, 28, seats=4, seed=101)


@SIZES
@pytest.mark.asyncio
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    """A canal is pointed at: its line is in sight, however small the window."""
    table = Table(canal_view())
    async with table.app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press("3", "up")
        text = screen_text(table.app)

    assert "\n >" in text
    assert_same(f"brass-screen-{size[0]}x{size[1]}", text)


@SIZES
@pytest.mark.asyncio
async def test_the_newest_entries_of_the_log_stay_in_sight(size: tuple[int, int]) -> None:
    """Although the map is taller than its room."""
    table = Table(canal_view())
    table.model.log = ["an old entry", "the last but one", "the last"]
    async with table.app.run_test(size=size) as pilot:
        await pilot.pause()
        text = screen_text(table.app)

    assert "the last but one\n the last\n" in text
    assert "an old entry" not in text


@pytest.mark.asyncio
async def test_a_canal_with_the_keyboard() -> None:
    """Action, canal, card, Enter; a step can be taken back, and nothing is sent before Enter."""
    view = canal_view()
    table = Table(view)
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("3", "1", "u", "2", "1")
        assert [] == table.session.answers
        move = table.model.ready_move
        await pilot.press("enter")
        await pilot.pause()

    assert isinstance(move, Canal)
    assert [(7, move)] == table.session.answers
    assert is_legal(view, move)


@pytest.mark.asyncio
async def test_a_move_can_be_typed_in_its_canonical_text() -> None:
    """And is shown as complete before it is sent."""
    view = canal_view()
    table = Table(view)
    async with table.app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        await pilot.press(":", *f"loan 10 with {view.hand[0]}", "enter")
        await pilot.pause()
        assert f"Complete: loan 10 with {view.hand[0]}" in screen_text(table.app)

    assert Loan(10, view.hand[0]) == table.model.ready_move


@pytest.mark.asyncio
async def test_plain_lines_take_several_answers_at_once() -> None:
    """Then an empty line sends what is complete."""
    view, said = canal_view(), list[str]()
    sent = list[tuple[int, Move]]()

    async def answer(turn: int, move: Move) -> None:
        sent.append((turn, move))

    async def nothing() -> None:
        raise AssertionError("nobody resigns")

    table = PlainTable(
        TableModel(view.seat, lambda: 50.0), said.append, answer, nothing, prompts=True
    )
    for event in asked(view):
        table.hear(event)
    await table._take(f"loan 20 {view.hand[0]}")
    assert f"Complete: loan 20 with {view.hand[0]}" in said[-1]
    await table._take("")

    assert [(7, Loan(20, view.hand[0]))] == sent


def is_legal(view: View, move: Move) -> bool:
    """Whether the view's seat may make the move."""
    assert view.seat is not None
    return move in set(BRASS.legal_moves(BRASS.resample(view, Chance(b"any")), view.seat))

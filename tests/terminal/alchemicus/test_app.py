"""The full screen and the plain lines with a match of Alchemicus."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Walk
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.table.events import MovesSeen, SeenMove
from tests.games.alchemicus.positions import position
from tests.terminal.alchemicus.examples import ALL, seat_of, view_in
from tests.terminal.alchemicus.tables import Table
from tests.terminal.snapshots import screen_text

SIZES = pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=["80x24", "100x30"])


@SIZES
@pytest.mark.asyncio
async def test_a_move_with_the_keyboard(size: tuple[int, int]) -> None:
    """The distance is its own key; Enter sends; the circles and the players are seen whole."""
    table = Table(view_in(Phase.MOVE, ALL, seats=4, number=3))
    async with table.app.run_test(size=size) as pilot:
        await pilot.pause()
        text = screen_text(table.app)
        for name in ("spirit", "transmute", "[", "How far do you go?", "D a"):
            assert name in text
        await pilot.press("2")
        assert "Complete: move 2" in screen_text(table.app)
        await pilot.press("enter")
        await pilot.pause()

    assert [(7, Walk(2))] == table.session.answers


@pytest.mark.asyncio
async def test_a_payment_can_be_taken_back() -> None:
    """One card at a time, as it was chosen."""
    state = position("build", hands={0: "Domo Gloria*2 Golem Pactum Infamia"}, noctis="on")
    table = Table(ALCHEMICUS.view(state, Seat(0)))
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("1")
        asked = screen_text(table.app)
        assert ": pay " in asked
        await pilot.press("1", "u")
        assert asked == screen_text(table.app)
        await pilot.press("escape")
        assert "What do you build?" in screen_text(table.app)


@pytest.mark.asyncio
async def test_the_hand_stays_on_the_screen_while_others_play() -> None:
    """It has nothing to decide, and still sees its cards."""
    view = view_in(Phase.MOVE, ALL, seats=4, number=3)
    table = Table(view)
    own = seat_of(view)
    async with table.app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        waiting = view.board._replace(waiting=(Seat((own + 1) % 4),))
        played = [SeenMove(7, own, Walk(1), is_own_choice=True)]
        table.session.tell(MovesSeen(played, view._replace(board=waiting)))
        await pilot.pause()
        text = screen_text(table.app)

    for kind in view.hand:
        assert f"{kind} (" in text

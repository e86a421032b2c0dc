"""A match of Brass stepped through, on the screen of replays."""

import pytest

from bessemer.faces.players import Players
from bessemer.games.brass.rules import BRASS
from bessemer.table.games import table_game
from bessemer.terminal.replay.app import ReplayApp
from bessemer.terminal.replay.timeline import Frame, Timeline
from tests.terminal.brass.examples import NAMES, states
from tests.terminal.snapshots import screen_text


def timeline() -> Timeline:
    """A match of four that was played at random."""
    frames = [
        Frame(turn, BRASS.view(state, None), 0) for turn, state in enumerate(states(4, seed=2))
    ]
    return Timeline(table_game("brass"), "m1", Players(NAMES), tuple(frames), (), None, "")


@pytest.mark.asyncio
async def test_the_south_of_the_map_can_be_reached_in_a_small_window() -> None:
    """The arrows down and up turn the pages of the map; the turn stays the same."""
    app = ReplayApp(timeline())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("]")
        await pilot.pause()
        index = app.index
        assert "Scotland" in screen_text(app)
        assert "Midlands" not in screen_text(app)
        await pilot.press("down", "down")
        await pilot.pause()
        assert "Midlands" in screen_text(app)
        await pilot.press("up", "up")
        await pilot.pause()
        assert "Scotland" in screen_text(app)
        assert index == app.index


@pytest.mark.asyncio
async def test_rounds_of_both_eras_can_be_gone_to() -> None:
    """The first of the Rail era is the ninth of a match of four."""
    app = ReplayApp(timeline())
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("9")
        await pilot.pause()

        assert "rail era, round 1 of 8" in screen_text(app)

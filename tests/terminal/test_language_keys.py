"""What is laid out by hand fits in every language on the smallest screen."""

from typing import Final

import pytest

from bessemer.faces.language import LANGUAGES, language
from bessemer.games.furnace.state import Phase
from bessemer.terminal.keys import keys_of
from bessemer.terminal.widgets import key_line
from tests.terminal.examples import view_in
from tests.terminal.snapshots import screen_text
from tests.terminal.tables import SMALL, Table

ALL_KEYS: Final = {"Enter", "u", "s", ":", "c", "l", "?", "q"}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.asyncio
async def test_all_keys_and_the_heading_are_seen(code: str) -> None:
    """While one makes an answer, in a window of 80 by 24."""
    with language(code):
        view = view_in(Phase.BID)
        table = Table(view)
        async with table.app.run_test(size=SMALL) as pilot:
            await pilot.press("3")
            await pilot.pause()
            keys = keys_of(table.model, ())
            shown = screen_text(table.app).splitlines()

    assert ALL_KEYS == set(keys)
    assert key_line(keys, SMALL[0]).plain.rstrip() == shown[-1].rstrip()
    assert shown[-1].rstrip().endswith(keys["q"])
    assert "12:34" in shown[0]  # the clock stands last
    assert "…" not in shown[0]

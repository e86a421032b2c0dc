"""The command in windows of a real terminal, resized in the middle of an answer."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.cli.terminal_session import Terminal, until
from tests.programs import needed_program

FIRST: Final = {
    "furnace": ("Which company do you bid on?", "2", "Which disc on"),
    "brass": ("What do you do?", "4", "Develop (you have £"),
    "alchemicus": ("On which field do you begin?", "2", "Complete: place 2"),
}
"""The first question of a match, a key for it, and what is to be seen then."""
FOR: Final = {
    "furnace": "the most money wins",
    "brass": "once it has flipped",
    "alchemicus": "gains a herb on acquire",
}
"""Something that only a wide window has room to say."""


@pytest.fixture
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A window of 80x24 with a match of the game in it."""
    tmux = needed_program("tmux", "the test of the full screen")
    words = ("--game", request.param, "--versus", "idle", "--seed", "4", "--name", "Ada")
    opened = Terminal(tmux, tmp_path, (80, 24), *words)
    yield opened
    opened.close()


@pytest.mark.parametrize(("window", "game"), [(game, game) for game in FIRST], indirect=["window"])
def test_a_resize_in_the_middle_of_an_answer(window: Terminal, game: str) -> None:
    """Without a key: the picture is drawn for the new size, and the answer is kept."""
    asked, key, then = FIRST[game]
    assert FOR[game] not in until(window, asked)
    window.press(key)
    before = until(window, then, "undo", lines=24)

    window.resize(160, 50)
    wide = until(window, FOR[game], then)
    window.resize(100, 30)
    until(window, then, lines=30)
    window.resize(80, 24)

    until(window, before)
    assert max(map(len, wide.splitlines())) > 120

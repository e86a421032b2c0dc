"""Every legal move can be clicked together, by the elements of a seat's own page; `tools.click_moves` does it at length."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

import pytest
from playwright.sync_api import Browser

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.faces.alchemicus.questions import QUESTIONS
from bessemer.table import desk
from tests.web.clicking import click_moves
from tests.web.position_pages import PositionPages, random_positions
from tests.web.watched_page import WatchedPage

_POSITIONS: Final = 7
_MOST: Final = 8
"""Of the moves of a position: there are some with thousands."""


@pytest.fixture(scope="module")
def pages() -> Iterator[PositionPages]:
    """A server with positions."""
    with PositionPages() as served:
        yield served


@pytest.fixture
def seated(browser: Browser, pages: PositionPages) -> Iterator[WatchedPage]:
    """A page of whoever may sit in all seats."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    pages.admit(context)
    watched = WatchedPage(context.new_page())
    yield watched
    context.close()
    watched.check()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_legal_move_can_be_clicked_together(
    game: AnyGame, pages: PositionPages, seated: WatchedPage
) -> None:
    """On the board and on the desk; what is drafted and sent in the end is that move."""
    clicks: Counter[str] = Counter()
    for position in islice(random_positions(game, seed=2), _POSITIONS):
        made = click_moves(pages, seated.page, position, _MOST)
        assert made.faults == ()
        clicks += made.clicks
    assert clicks["send"] == _POSITIONS
    assert clicks["board"] > _POSITIONS
    assert clicks["desk"] > _POSITIONS


def _faults_of(game: str, pages: PositionPages, seated: WatchedPage) -> str:
    """What is wrong with the first position whose question has answers that stand for something."""
    things = (
        one for one in random_positions(GAMES[game], seed=3) if one.kind in ("move", "spirit")
    )
    return "\n".join(click_moves(pages, seated.page, next(things), _MOST).faults)


def test_answers_that_nobody_can_tell_apart_are_found(
    pages: PositionPages, seated: WatchedPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two buttons with the same words on them are a fault, though each of them does what it should."""
    monkeypatch.setattr(QUESTIONS, "title", lambda _asking, _word: "forward", raising=True)
    assert "several answers are called forward" in _faults_of("alchemicus", pages, seated)


def test_an_answer_without_its_place_on_the_board_is_found(
    pages: PositionPages, seated: WatchedPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands for something on the board must be there to be clicked."""
    monkeypatch.setattr(desk, "thing_text", lambda _thing: "field:9")
    assert "has no place on the board: field:9" in _faults_of("alchemicus", pages, seated)

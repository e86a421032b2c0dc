"""The drawings in every language: nothing is cut that is whole in English, and nothing covers the map."""

from importlib import import_module
from itertools import islice
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.engine.game import Seat
from bessemer.faces.language import ENGLISH, LANGUAGES, language
from bessemer.faces.players import Players
from bessemer.games.brass.state import View
from bessemer.terminal.brass.board_map import Marks, draw_map, market_lines
from bessemer.terminal.brass.map_plan import LEGEND_POINT, MARKETS_POINT
from bessemer.terminal.drawing import TableDrawing
from tests.games.walks import SETTINGS, Way, states

PLAYERS: Final = Players(("Ada", "Bob", "Cleo", "Dot"), 0)
SETTING: Final = {
    "furnace": "furnace 4",
    "brass": "brass 4",
    "alchemicus": "alchemicus 4 bank-on advanced_sale-on noctis-on",
}
WIDTHS: Final = (80, 100, 160)
EVERY: Final = 30
"""Of the positions of a match one of so many is drawn."""
CUT: Final = "…"
LEGEND_WIDTH: Final = 42
MARKETS_WIDTH: Final = 25
"""The columns that the plan of the map leaves for them."""

every_language = pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])


@every_language
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_that_is_whole_in_english(name: str, code: str) -> None:
    """At all widths, for a player and for a spectator, from the first position to the last."""
    setting = SETTINGS[SETTING[name]]
    drawing: TableDrawing = import_module(f"bessemer.terminal.{name}.drawing").DRAWING
    for walk in islice(states(setting, b"languages", Way.BUSY), 0, None, EVERY):
        for seat in (Seat(0), None):
            view = setting.game.view(walk.state, seat)
            for width in WIDTHS:
                english = drawn(drawing, view, width)
                with language(code):
                    told = drawn(drawing, view, width)
                for one, other in zip(told, english, strict=True):
                    assert one.count(CUT) <= other.count(CUT), f"{width} columns:\n{one}"


def drawn(drawing: TableDrawing, view: object, width: int) -> list[str]:
    """All pictures of a view."""
    pictures = (
        drawing.table(view, PLAYERS, width),
        drawing.own(view, width),
        drawing.players(view, PLAYERS, width),
        drawing.holdings(view, PLAYERS, width),
    )
    return ["\n".join(line.plain for line in lines) for lines in pictures]


@every_language
def test_words_on_the_map_cover_nothing(code: str) -> None:
    """Places, spaces and links of Brass are where they are in English; legend and markets have their room."""
    setting = SETTINGS["brass 4"]
    for walk in islice(states(setting, b"map", Way.BUSY), 0, None, EVERY):
        view: View = setting.game.view(walk.state, None)
        english = uncovered(view)
        with language(code):
            assert english == uncovered(view)
            assert max(map(len, market_lines(view.board))) <= MARKETS_WIDTH


def uncovered(view: View) -> list[str]:
    """The map without its legend and its markets."""
    lines = [line.plain.ljust(100) for line in draw_map(view.board, PLAYERS, Marks(cost="£10"))]
    for (column, top), width, height in (
        (LEGEND_POINT, LEGEND_WIDTH, 3),
        (MARKETS_POINT, MARKETS_WIDTH - 1, 4),
    ):
        for number in range(top, top + height):
            lines[number] = lines[number][:column] + lines[number][column + width :]
    return lines

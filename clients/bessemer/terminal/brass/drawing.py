"""The drawings of Brass; see `TableDrawing` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.faces.language import key, tr_key
from bessemer.faces.players import Players
from bessemer.games.brass.state import View
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.brass.board_map import Marks
from bessemer.terminal.brass.marking import marks_of
from bessemer.terminal.brass.table import draw_holdings, draw_own, draw_players, draw_table
from bessemer.terminal.drawing import Lines

_HELP: Final = key(
    "On the map C is cotton, K coal, I iron, P port, S shipyard. [CK] is an empty space for\n"
    "  cotton or coal; AK2³ is coal 2 of player A with 3 cubes; a star means flipped.\n"
    "  Thin lines are free links of this era, thick ones are built and show whose they are.\n"
    "  The distant market at +3 adds 3 income spaces to a sale, after a tile has lowered it."
)


class BrassDrawing:
    """The map, the own hand, and the players."""

    pictured: frozenset[str] = frozenset()

    def table(
        self,
        view: View,
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        marks = marks_of(draft, cursor) if draft is not None else Marks()
        return draw_table(view, players, width, marks)

    def own(self, view: View, width: int) -> Lines:
        return draw_own(view, width)

    def players(
        self,
        view: View,
        players: Players,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        asked = view.board.waiting if waiting is None else waiting
        return draw_players(view.board, players, width, clocks, asked)

    def holdings(self, view: View, players: Players, width: int) -> Lines:
        return draw_holdings(view.board, players, width)

    def help(self) -> tuple[str, ...]:
        return tuple(tr_key(_HELP).split("\n"))


DRAWING: Final = BrassDrawing()

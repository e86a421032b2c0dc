"""The drawings of Furnace; see `TableDrawing` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.faces.furnace.progress import (
    PlanProgress,
    claims_so_far,
    line_so_far,
    plan_so_far,
)
from bessemer.faces.language import key, said_lines
from bessemer.faces.players import Players
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.state import Phase, View
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.drawing import Lines
from bessemer.terminal.furnace.draft_drawings import draw_claims, draw_line, draw_plan
from bessemer.terminal.furnace.table import draw_holdings, draw_players, draw_row

_HELP: Final = (
    key(
        "In the row, outbid is the compensation of each disc that does not win, upgraded\n"
        "  is what the company produces besides once it is flipped. [A3] is the disc that leads."
    ),
)


class FurnaceDrawing:
    """The row, the answers in the making, and the players."""

    pictured: frozenset[str] = frozenset({"card"})

    def table(
        self,
        view: View,
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        board = view.board
        if draft is not None:
            return self._with_draft(view, players, width, draft, cursor)
        if isinstance(view.answer, ProductionPlan) and view.seat is not None:
            return draw_plan(PlanProgress(board, view.seat, view.answer.steps), width)
        if board.row.cards:
            return draw_row(board, players, width)
        return draw_holdings(board, players, width)

    def _with_draft(
        self, view: View, players: Players, width: int, draft: AnswerDraft, cursor: str
    ) -> Lines:
        trail, choice = draft.trail, draft.made.choice
        match view.board.phase:
            case Phase.BID:
                chosen = trail[0].answer[0] if trail else ""
                return draw_row(view.board, players, width, cursor, chosen)
            case Phase.COMPENSATION:
                return draw_claims(claims_so_far(view, trail), width)
            case Phase.PLACEMENT:
                return draw_line(view, line_so_far(view, trail, choice), width, cursor)
            case _:
                return draw_plan(plan_so_far(view, trail, choice), width, cursor)

    def own(self, view: View, width: int) -> Lines:  # noqa: ARG002 - the players' lines have it
        return []

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
        return said_lines(_HELP)


DRAWING: Final = FurnaceDrawing()

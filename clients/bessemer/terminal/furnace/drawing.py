"""The drawings of Furnace; see `TableDrawing` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.faces.players import Players
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.state import View
from bessemer.terminal.drafts import Draft
from bessemer.terminal.drawing import Lines
from bessemer.terminal.furnace.bidding import BidDraft
from bessemer.terminal.furnace.compensating import CompensationDraft
from bessemer.terminal.furnace.draft_drawings import draw_claims, draw_line, draw_plan
from bessemer.terminal.furnace.placing import PlacementDraft
from bessemer.terminal.furnace.planning import PlanDraft
from bessemer.terminal.furnace.table import draw_holdings, draw_players, draw_row

_HELP: Final = (
    "In the row, outbid is the compensation of each disc that does not win, upgraded",
    "  is what the company produces besides once it is flipped. [A3] is the disc that leads.",
)


class FurnaceDrawing:
    """The row, the answers in the making, and the players."""

    def table(
        self, view: View, players: Players, width: int, draft: Draft | None = None, cursor: str = ""
    ) -> Lines:
        board = view.board
        match draft:
            case BidDraft():
                return draw_row(board, players, width, cursor, draft.card)
            case CompensationDraft():
                return draw_claims(draft, width)
            case PlacementDraft():
                return draw_line(draft, width, cursor)
            case PlanDraft():
                return draw_plan(draft, width, cursor)
        if isinstance(view.answer, ProductionPlan) and view.seat is not None:
            return draw_plan(PlanDraft(board, view.seat, view.answer.steps), width)
        if board.row.cards:
            return draw_row(board, players, width)
        return draw_holdings(board, players, width)

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
        return _HELP


DRAWING: Final = FurnaceDrawing()

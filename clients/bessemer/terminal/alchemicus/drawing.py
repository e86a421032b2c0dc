"""The drawings of Alchemicus; see `TableDrawing` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.faces.language import key, tr_key
from bessemer.faces.players import Players
from bessemer.games.alchemicus.state import View
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.alchemicus.table import (
    draw_holdings,
    draw_own,
    draw_players,
    draw_table,
)
from bessemer.terminal.drawing import Lines

_HELP: Final = key(
    "Beside a player, 7/2N is a hand of 7 cards, 2 of them Noctis; Al:h+G+S is an\n"
    "  Alembic with herb on it, a Golem under it and a Spiritus on it."
)


class AlchemicusDrawing:
    """The circles, the piles, the own hand, and the players."""

    # The circles show keys as well, but not what a way costs: so all questions list their answers.
    pictured: frozenset[str] = frozenset()

    def table(
        self,
        view: View,
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        return draw_table(view, players, width, draft, cursor)

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
        return draw_holdings(view, players, width)

    def help(self) -> tuple[str, ...]:
        return tuple(tr_key(_HELP).split("\n"))


DRAWING: Final = AlchemicusDrawing()

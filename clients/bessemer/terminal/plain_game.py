"""A game in a terminal by its face alone: for games that have no drawing of their own."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from bessemer.faces.face import Face, face_of
from bessemer.faces.language import tr
from bessemer.faces.players import Players
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.terminal.drawing import Lines
from bessemer.terminal.style import DIM, STRONG, line, paragraph, player_colour


class PlainDrawing:
    """The table in the sentences of the game's face, and the players; see `TableDrawing`."""

    pictured: frozenset[str] = frozenset()

    def __init__(self, game: str) -> None:
        self._face: Face = face_of(game)

    def table(
        self,
        view: Any,  # noqa: ANN401 - views are the game's own
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,  # noqa: ARG002 - the question lists the words
        cursor: str = "",  # noqa: ARG002
    ) -> Lines:
        sentences = self._face.describe_table(view, players)
        return [text for sentence in sentences for text in paragraph(sentence, width)]

    def own(self, view: Any, width: int) -> Lines:  # noqa: ANN401, ARG002 - the sentences tell it
        return []

    def players(
        self,
        view: Any,  # noqa: ANN401
        players: Players,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        asked = self._face.waiting(view) if waiting is None else waiting
        lines = [line(Text(f"  {tr('player')}", DIM), width=width)]
        for seat in range(len(view.board.players)):
            mark = "> " if seat in asked else "  "
            clock = f"  {clocks[seat]}" if seat < len(clocks) else ""
            title = Text(players.title(seat), player_colour(seat))
            lines.append(line(Text(mark, STRONG), title, clock, width=width))
        return lines

    def holdings(self, view: Any, players: Players, width: int) -> Lines:  # noqa: ANN401
        return self.table(view, players, width)

    def help(self) -> tuple[str, ...]:
        return ()

"""The drawings of a game in a terminal; its words come from `bessemer.faces`."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Final, NamedTuple

from rich.text import Text

from bessemer.faces.face import Label, face_of
from bessemer.faces.language import Key, said_lines, tr_in
from bessemer.faces.players import Players
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.table.games import TableGame
from bessemer.terminal.style import DIM, STRONG, cell, fitted, line, paragraph, player_colour

Lines = list[Text]
"""A drawing: one text for each line of the screen. `choosing` marks what can be clicked."""

_NAME: Final = 14
_WIDE_NAME: Final = 20


class PlayerLine(NamedTuple):
    """A player's line, or the one above them, without name and clock."""

    sign: Text
    """Before the name, equally wide in all lines."""
    facts: Text
    more: Sequence[Text] = ()
    """As many as there is room for."""


class TableDrawing:
    """
    How the table of one game looks in a terminal: `DRAWING` in `bessemer.terminal.<game>.drawing`.

    Unless the game draws more, the table is shown in the sentences of its face.
    """

    pictured: ClassVar[frozenset[str]] = frozenset()
    """The names of the choices whose words the table shows with their keys."""
    help_texts: ClassVar[tuple[Key, ...]] = ()
    """The meaning of the signs of the drawing."""
    roomy = 100
    """The width from which names may be longer."""

    def __init__(self, game: str) -> None:
        self._face = face_of(game)

    def table(
        self,
        view: Any,  # noqa: ANN401 - views are the game's own
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,  # noqa: ARG002 - the question lists the words
        cursor: str = "",  # noqa: ARG002
    ) -> Lines:
        """The table, and in it the draft; `cursor` is the word to be pointed at."""
        sentences = self._face.describe_table(view, players)
        return [text for sentence in sentences for text in paragraph(sentence, width)]

    def own(self, view: Any, width: int) -> Lines:  # noqa: ANN401, ARG002
        """The viewer's things that the table does not show: they stay in sight where that scrolls."""
        return []

    def holdings(self, view: Any, players: Players, width: int) -> Lines:  # noqa: ANN401
        """Everything that everybody owns, in full."""
        return self.table(view, players, width)

    def player_lines(self, view: Any, width: int) -> list[PlayerLine]:  # noqa: ANN401, ARG002
        """The headings, then a line for each player, by seat."""
        return [PlayerLine(Text(" "), Text())] * (1 + len(view.board.players))

    def below_players(self, view: Any, players: Players, width: int) -> Lines:  # noqa: ANN401, ARG002
        """More about the players, below their lines."""
        return []

    def players(
        self,
        view: Any,  # noqa: ANN401
        players: Players,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        """
        A line for each player, and one above them.

        `clocks` by seat, if there are any; `waiting` if more is known of it than the view says.
        """
        asked = self._face.waiting(view) if waiting is None else waiting
        titles = [players.title(seat) for seat in range(len(view.board.players))]
        name = min(max(map(len, titles)), _NAME if width < self.roomy else _WIDE_NAME)
        clock = max(map(len, clocks), default=-1) + 1
        head, *rows = self.player_lines(view, width)
        before = " " * (1 + head.sign.cell_len)
        lines = [
            line(
                cell(f"{before}{tr_in('column', 'player')}", len(before) + name + 1, DIM),
                cell(tr_in("column", "clock") if clock else "", clock, DIM),
                head.facts,
                width=width,
            )
        ]
        for seat, row in enumerate(rows):
            waits, colour = seat in asked, player_colour(seat)
            begun = line(
                Text(">" if waits else " ", STRONG),
                row.sign,
                cell(titles[seat], name, f"bold {colour}" if waits else colour),
                " ",
                cell(clocks[seat] if clocks else "", clock),
                row.facts,
                width=width,
            )
            lines.append(line(begun, fitted(row.more, width - begun.cell_len), width=width))
        return lines + self.below_players(view, players, width)

    def help(self) -> tuple[str, ...]:
        return said_lines(self.help_texts)


def drawing_of(game: TableGame) -> TableDrawing:
    """How a game looks in a terminal."""
    drawing: TableDrawing = import_module(f"bessemer.terminal.{game.rules.name}.drawing").DRAWING
    return drawing


def help_of(game: TableGame) -> tuple[str, ...]:
    """The game, the signs of its drawing, and how moves are typed."""
    return (*game.face.help(), *drawing_of(game).help(), *game.typing.help())


def choosing(text: Text, word: str) -> Text:
    """`text` so that a click on it chooses `word`."""
    text.apply_meta({"choose": word})
    return text


def painted(label: Label, styles: Mapping[str, str]) -> Text:
    """A label in colours, by the roles of its parts."""
    return Text.assemble(*((part.text, styles.get(part.role, "")) for part in label))

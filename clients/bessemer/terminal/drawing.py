"""What a game draws in a terminal; its words come from `bessemer.faces`."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rich.text import Text

from bessemer.faces.face import Label
from bessemer.faces.players import Players
from bessemer.table.answers.drafts import AnswerDraft

Lines = list[Text]
"""A drawing: one text for each line of the screen. `choosing` marks what can be clicked."""


class TableDrawing(Protocol):
    """How the table of one game looks in a terminal."""

    @property
    def pictured(self) -> frozenset[str]:
        """The names of the choices whose words the table shows with their keys."""

    def table(
        self,
        view: Any,  # noqa: ANN401 - views are the game's own
        players: Players,
        width: int,
        draft: AnswerDraft | None = None,
        cursor: str = "",
    ) -> Lines:
        """What lies on the table, and in it the draft; `cursor` is the word to be pointed at."""

    def own(self, view: Any, width: int) -> Lines:  # noqa: ANN401
        """What the viewer owns and the table does not show: it stays in sight where that scrolls."""

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

    def holdings(self, view: Any, players: Players, width: int) -> Lines:  # noqa: ANN401
        """Everything that everybody owns, in full."""

    def help(self) -> tuple[str, ...]:
        """What the signs of the drawing mean."""


def choosing(text: Text, word: str) -> Text:
    """`text` so that a click on it chooses `word`."""
    text.apply_meta({"choose": word})
    return text


def painted(label: Label, styles: Mapping[str, str]) -> Text:
    """A label in colours, by the roles of its parts."""
    return Text.assemble(*((part.text, styles.get(part.role, "")) for part in label))

"""
What a game must offer to be played by people: its pictures, its questions and its sentences.

An answer in the making is a `Draft`, a value: it asks one `Question` after the other until it is a
move. Whoever shows it keeps the earlier drafts, so that every step can be taken back. The full
screen, the plain lines and the replays all work with these and know no game.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rich.text import Text

from bessemer.terminal.seats import Seats

Lines = list[Text]
"""A picture: one text for each line of the screen. `choosing` marks what can be clicked."""


class NotPossible(Exception):
    """What was chosen or typed cannot be; the message says why, `instead` what could be."""

    def __init__(self, message: str, instead: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.instead = tuple(instead)


class Choice(NamedTuple):
    """One answer to a question."""

    key: str
    """The key that takes it."""
    word: str
    """What is typed for it in plain mode."""
    label: str = ""
    why_not: str = ""
    """Why it is not possible now; empty if it is."""


class Question(NamedTuple):
    """What a draft wants to know next."""

    text: str
    choices: tuple[Choice, ...]
    default: str = ""
    """The word that Enter stands for; empty if it stands for none."""
    is_pictured: bool = False
    """Whether the picture shows the answers with their keys, so that they need not be listed."""


class Draft(Protocol):
    """An answer in the making."""

    @property
    def question(self) -> Question | None:
        """What is to be decided next; `None` when it is a whole move."""

    @property
    def move(self) -> Any:  # noqa: ANN401 - any game's
        """The move that it has become; `None` while there is a question."""

    def chosen(self, word: str) -> "Draft":
        """
        The draft after one answer to its question.

        Raises:
            NotPossible: it is none of the answers, or not one for now.
        """


class Suggestion(NamedTuple):
    """What a program would do."""

    move: Any
    why: str


class Face(Protocol):
    """How one game looks to people."""

    def heading(self, view: Any) -> str:  # noqa: ANN401 - views and moves are the game's own
        """Where the match stands, in a few words."""

    def chapter(self, view: Any) -> int:  # noqa: ANN401
        """The round, or whatever a match of this game is divided into; from 1."""

    def waiting(self, view: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The seats that must decide now."""

    def draft(self, view: Any) -> Draft:  # noqa: ANN401
        """A new answer to what the view's seat is asked."""

    def drafted(self, view: Any, move: Any) -> Draft:  # noqa: ANN401
        """
        The draft that has become `move`.

        Raises:
            NotPossible: the rules do not allow it; in the words of the referee.
        """

    def typed(self, view: Any, text: str) -> Any:  # noqa: ANN401
        """The move that a short form such as `3 C07` stands for; `None` if it is none."""

    def text(self, move: Any) -> str:  # noqa: ANN401
        """The canonical text of a move: what may be typed for it."""

    def least(self, view: Any) -> Any:  # noqa: ANN401
        """The move that does as little as the rules permit."""

    def sentences(self, view: Any, seats: Seats) -> list[str]:  # noqa: ANN401
        """The table in sentences, for whoever sees no picture."""

    def picture(
        self,
        view: Any,  # noqa: ANN401
        seats: Seats,
        width: int,
        draft: Draft | None = None,
        cursor: str = "",
    ) -> Lines:
        """What lies on the table, and in it the draft; `cursor` is the word to be pointed at."""

    def players(
        self,
        view: Any,  # noqa: ANN401
        seats: Seats,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        """
        A line for each player, and one above them.

        `clocks` by seat, if there are any; `waiting` if more is known of it than the view says.
        """

    def holdings(self, view: Any, seats: Seats, width: int) -> Lines:  # noqa: ANN401
        """Everything that everybody owns, in full."""

    def kept(self, view: Any, before: Any) -> Any:  # noqa: ANN401
        """
        `view` with what its seat alone knew in `before` and is not told again.

        Between two decisions a seat is shown the table as spectators see it, without its hand.
        """

    def moved(self, view: Any, move: Any) -> Any:  # noqa: ANN401
        """What the view's seat knows of its own hand after its own move; the table comes later."""

    def told(self, move: Any, seat: int, before: Any) -> str:  # noqa: ANN401
        """What a move did, without who; `before` is a view of the table then, or `None`."""

    def happened(self, before: Any, after: Any, seats: Seats) -> list[str]:  # noqa: ANN401
        """What the table did by itself between two views: cards won, a new round."""

    def suggestion(self, view: Any, seconds: float) -> Suggestion:  # noqa: ANN401
        """What a program would do; it may think for about so long."""

    def help(self) -> tuple[str, ...]:
        """The game in a few lines, for somebody who knows it from the table."""


def choosing(text: Text, word: str) -> Text:
    """`text` so that a click on it chooses `word`."""
    text.apply_meta({"choose": word})
    return text


def keys_for(count: int) -> tuple[str, ...]:
    """Keys for so many choices: digits, then letters that the table does not use itself."""
    return tuple("123456789abdefghjkmnoprtvwxyz"[:count])

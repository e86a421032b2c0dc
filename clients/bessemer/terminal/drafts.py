"""
Answers in the making.

A `Draft` is a value: it asks one `DraftQuestion` after the other until it is a move. The screen that
shows it keeps the earlier drafts, so that every step can be taken back. The full screen and the
plain lines work with these and know no game.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol


class NotPossible(Exception):
    """What was chosen or typed cannot be; the message says why, `instead` what could be."""

    def __init__(self, message: str, instead: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.instead = tuple(instead)


class DraftChoice(NamedTuple):
    """One answer to a question."""

    key: str
    """The key that takes it."""
    word: str
    """What is typed for it in plain mode."""
    label: str = ""
    why_not: str = ""
    """Why it is not possible now; empty if it is."""


class DraftQuestion(NamedTuple):
    """What a draft wants to know next."""

    text: str
    choices: tuple[DraftChoice, ...]
    default: str = ""
    """The word that Enter stands for; empty if it stands for none."""
    is_pictured: bool = False
    """Whether the drawing shows the answers with their keys, so that they need not be listed."""


class Draft(Protocol):
    """An answer in the making."""

    @property
    def question(self) -> DraftQuestion | None:
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


class Drafts(Protocol):
    """How moves of one game are made by a person."""

    def begin(self, view: Any) -> Draft:  # noqa: ANN401 - views and moves are the game's own
        """A new answer to what the view's seat is asked."""

    def from_move(self, view: Any, move: Any) -> Draft:  # noqa: ANN401
        """
        The draft that has become `move`.

        Raises:
            NotPossible: the rules do not allow it; in the words of the referee.
        """

    def parse(self, view: Any, text: str) -> Any:  # noqa: ANN401
        """The move that a text, or a short form such as `3 C07`, stands for; `None` if it is none."""

    def default_move(self, view: Any) -> Any:  # noqa: ANN401
        """The move that the referee makes for a seat that is out of time."""

    def suggest(self, view: Any, seconds: float) -> Suggestion:  # noqa: ANN401
        """What a program would do; it may think for about so long."""

    def hand_after(self, view: Any, move: Any) -> Any:  # noqa: ANN401
        """`view` with the hand that the seat's own move leaves: what changes beyond it is drawn or lost."""

    def help(self) -> tuple[str, ...]:
        """How moves are typed."""


def keys_for(count: int) -> tuple[str, ...]:
    """Keys for so many choices: digits, then letters that the table does not use itself."""
    return tuple("123456789abdefghjkmnoprtvwxyz"[:count])

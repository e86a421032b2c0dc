"""
A game in words for people: where a match stands, what lies on the table, what happened, help.

A face is pure text. It sees a view, never a state, so it can tell a seat nothing that the seat must
not know; and it draws nothing, so every screen can use it.
"""

from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import Key, said_lines
from bessemer.faces.players import Players


class Part(NamedTuple):
    """A piece of a label, for screens that have colours."""

    text: str
    role: str = ""
    """The meaning of the piece, such as `coal` or `golem`; empty if nothing in particular."""


Label = tuple[Part, ...]
"""A short text in pieces."""


def plain_text(label: Label) -> str:
    """The label without its roles."""
    return "".join(part.text for part in label)


class Face(ABC):
    """The words of one game: `FACE` in `bessemer.faces.<game>.face`."""

    help_texts: ClassVar[tuple[Key, ...]] = ()
    """The game in a few lines, for somebody who knows it from the table."""

    @abstractmethod
    def score_name(self, view: Any) -> str:  # noqa: ANN401 - views and moves are the game's own
        """The figure that the game counts first, in a word: `money`."""

    @abstractmethod
    def scores(self, view: Any) -> tuple[int, ...]:  # noqa: ANN401
        """By seat, the figure that the game counts first, as it is now."""

    def in_sight(self, view: Any) -> tuple[int, ...]:  # noqa: ANN401
        """By seat, what it would be if what lies on the table were scored now."""
        return self.scores(view)

    @abstractmethod
    def heading(self, view: Any) -> str:  # noqa: ANN401
        """The stage of the match, in a few words."""

    @abstractmethod
    def round_of(self, view: Any) -> int:  # noqa: ANN401
        """The round that is being played, counted from 1 through the whole match."""

    def waiting(self, view: Any) -> tuple[int, ...]:  # noqa: ANN401
        """The seats that must decide now."""
        seats: tuple[int, ...] = view.board.waiting
        return seats

    @abstractmethod
    def describe_table(self, view: Any, players: Players) -> list[str]:  # noqa: ANN401
        """The whole table in sentences, for somebody who sees no drawing of it."""

    @abstractmethod
    def describe_move(
        self,
        move: Any,  # noqa: ANN401
        seat: int,
        before: Any,  # noqa: ANN401
        players: Players,
    ) -> str:
        """
        The effect of a move, without who did it: `bids 3 on C07 Colliery I`.

        `before` is a view of the table at that time; with `None`, or the view of another time, the
        sentence leaves out what only the table could tell.
        """

    @abstractmethod
    def describe_changes(self, before: Any, after: Any, players: Players) -> list[str]:  # noqa: ANN401
        """The changes that the table made by itself between two views: cards won, a new round, the end."""

    @abstractmethod
    def describe_result(self, view: Any, players: Players) -> list[str]:  # noqa: ANN401
        """
        Why the match ended as it did: for each player, by seat, what the score is made of.

        `view` is that of the end; a match that was not played to its end has no such lines.
        """

    def help(self) -> tuple[str, ...]:
        return said_lines(self.help_texts)


def face_of(game: str) -> Face:
    """
    The face of a game.

    Raises:
        KeyError: there is no such game.
    """
    if game not in NAMES:
        raise KeyError(game)
    face: Face = import_module(f"bessemer.faces.{game}.face").FACE
    return face

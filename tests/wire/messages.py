"""The knowledge of each game's messages that the tests of the wire need."""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from bessemer.engine.game import Seat
from bessemer.v1 import move_pb2


class Messages(Protocol):
    """The messages of one game: its module `tests.games.<game>.messages`."""

    TEXTS: Sequence[str]
    """Moves of every kind, also with zeros and empty lists, which protobuf does not write."""
    BAD_MOVES: Sequence[tuple[Mapping[str, Any], str, str]]
    """Messages that are no move: what is sent, the field at fault and a part of the reason."""
    AT_THE_BOUNDS: Sequence[Mapping[str, Any]]
    """Messages that are only just moves."""

    FORMS: Mapping[str, str]
    """By field of a move, "" for all others: the pattern of its texts."""
    LOWEST: int
    """The lowest number that a move can hold."""
    MAY_BE_EMPTY: frozenset[str]
    """The texts that a move can do without: `BrassBuild.coal`."""

    GOLDEN: str
    """The setting of the match with the view on file: `tests/wire/views/<game>.json`."""
    RARE: frozenset[str]
    """The fields of views that the matches of these tests never fill."""
    HAND: str
    """The field of a view that holds the seat's own cards; "" if nobody hides any."""

    def refused(self) -> Iterable[tuple[Any, Seat, Any]]:
        """States with a seat and a move that is refused there; every rule refuses some of them."""


def messages_of(game: str) -> Messages:
    """The knowledge of one game's messages."""
    messages: Messages = import_module(f"tests.games.{game}.messages")
    return messages


def move_message(game: str, held: Mapping[str, Any]) -> move_pb2.Move:
    """A move of `game`, good or bad, from what its message holds."""
    message = move_pb2.Move()
    inner = getattr(message, game)
    inner.SetInParent()
    inner.MergeFrom(type(inner)(**held))
    return message

"""
What one game is on the wire: its moves, views and set-up as protobuf messages, and back.

The referee and its clients use the same. A game's wire is found by its name: `FURNACE_WIRE` in
`bessemer.wire.furnace`.
"""

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from bessemer.engine.catalogue import NAMES
from bessemer.v1 import move_pb2


class ViewWriter(Protocol):
    """Encodes the views of one match. Keeps what it encoded last and redoes only what has changed."""

    def write(self, view: Any) -> bytes:  # noqa: ANN401 - any game's
        """`view` as a serialised `bessemer.v1.View`."""


class GameWire(Protocol):
    """One game on the wire."""

    def read_move(self, message: move_pb2.Move) -> Any:  # noqa: ANN401 - any game's
        """
        The move in `message`; whether it is legal is the engine's business.

        Raises:
            MalformedMove: it is none of this game, or one that has no canonical text.
        """

    def encode_move(self, move: Any) -> bytes:  # noqa: ANN401 - any game's
        """
        `move` as a serialised `bessemer.v1.Move`.

        Raises:
            TypeError: it is none of this game.
            ValueError: one of its numbers has more than 32 bits.
        """

    def write_move(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - any game's
        """`move` as a message of the caller's own: `read_move(write_move(m)) == m`."""

    def path(self, move: Any, part: str) -> str:  # noqa: ANN401 - any game's
        """The field that an `IllegalMove` blames: "move.furnace.production_plan.steps[2].card"."""

    def setup(self, options: Any) -> move_pb2.Setup:  # noqa: ANN401 - any game's
        """What a client must know of a match played with `options`; a message of its own."""

    def add_to_view(self, view: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401 - any game's
        """
        Add to a view in its JSON form what its message does not say and a picture of it needs.

        So no rule is written twice, in another language.
        """

    def add_to_move(self, move: Any, seat: int, before: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
        """The same for a move; `before` is the view at which it was made."""

    def view_writer(self) -> ViewWriter:
        """An encoder for one match."""

    def read_view(self, message: move_pb2.View, seat: int | None, options: Any) -> Any:  # noqa: ANN401
        """What `seat` sees, from a referee's message; a spectator's seat is `None`."""


@cache
def wire_of(game: str) -> GameWire:
    """
    The wire of a game, imported when it is first asked for.

    Raises:
        KeyError: there is no such game.
    """
    if game not in NAMES:
        raise KeyError(game)
    wire: GameWire = getattr(import_module(f"bessemer.wire.{game}"), f"{game.upper()}_WIRE")
    return wire

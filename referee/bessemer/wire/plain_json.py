"""Messages as plain JSON values, for programs that read files and not streams."""

from typing import Any

from google.protobuf.message import Message

from bessemer.v1 import move_pb2
from bessemer.wire.plain_messages import PlainMessages
from bessemer.wire.wire import wire_of


class PlainJson:
    """
    Set-ups, moves and views of one match, as protobuf's JSON form has the messages of its game.

    Fields have their names in the .proto files, and those that hold 0 or nothing are written too. What comes
    again unchanged is the same object as before, so nobody may change what is given.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._wire = wire_of(game)
        self._views = self._wire.view_writer()
        self._messages = PlainMessages()
        self._board: object = None
        self._shared: dict[str, Any] = {}
        """What everybody sees of this board: a view adds little to it."""

    def setup(self, options: Any) -> object:  # noqa: ANN401 - any game's
        """The set-up that clients are sent before the first move: cards, map and figures."""
        return self._plain(self._wire.setup(options))

    def move(self, move: Any) -> object:  # noqa: ANN401 - any game's
        """A move as a client sends it: its parts below the name of its kind."""
        return self._plain(self._wire.write_move(move))

    def played(self, move: Any, seat: int, before: Any) -> object:  # noqa: ANN401 - any game's
        """A move that was made at the view `before`, with what it did step by step: see `GameWire.add_to_move`."""
        plain = self._plain(self._wire.write_move(move))
        self._wire.add_to_move(move, seat, before, plain)
        return plain

    def view(self, view: Any) -> object:  # noqa: ANN401 - any game's
        """The view of a seat or a spectator, and what follows from it: see `GameWire.add_to_view`."""
        if view.board is not self._board:
            shared = self._plain(move_pb2.View.FromString(self._views.write_shared(view)))
            self._wire.add_to_view(view.board, shared)
            self._board, self._shared = view.board, shared
        if own := self._views.write_own(view):
            return self._shared | self._messages.held(self._part(move_pb2.View.FromString(own)))
        return self._shared

    def _plain(self, message: Message) -> dict[str, Any]:
        return self._messages.plain(self._part(message))

    def _part(self, message: Message) -> Message:
        """What the message says of this game."""
        part: Message = getattr(message, self._game)
        return part

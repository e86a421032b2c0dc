"""Messages as plain JSON values, for programs that read files and not streams."""

from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of


class PlainJson:
    """
    Set-ups, moves and views of one match, as protobuf's JSON form has the messages of its game.

    Fields have their names in the .proto files, and those that hold 0 or nothing are written too.
    """

    def __init__(self, game: str) -> None:
        self._game = game
        self._wire = wire_of(game)
        self._views = self._wire.view_writer()

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
        plain = self._plain(move_pb2.View.FromString(self._views.write(view)))
        self._wire.add_to_view(view, plain)
        return plain

    def _plain(self, message: Message) -> dict[str, Any]:
        return MessageToDict(
            getattr(message, self._game),
            preserving_proto_field_name=True,
            always_print_fields_with_no_presence=True,
        )

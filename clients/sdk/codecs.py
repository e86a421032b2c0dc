"""Each game's messages, read and written: what `play_seat` needs of a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from bessemer.v1 import move_pb2
from clients.sdk import furnace


class Codec(Protocol):
    """Turns messages into the values of one game, and back."""

    def read_view(self, message: move_pb2.View, seat: int, options: Any) -> Any:  # noqa: ANN401
        """What the seat sees."""

    def write_move(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - any game's
        """A move as a message."""


CODECS: Final[Mapping[str, Codec]] = MappingProxyType({"furnace": furnace})

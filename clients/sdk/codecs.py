"""Each game's messages, read and written: what `play_seat` needs of a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from bessemer.v1 import match_pb2, move_pb2
from clients.sdk import furnace


class BotView(Protocol):
    """What a bot is shown; each game's own has more to ask."""

    def default_move(self) -> Any:  # noqa: ANN401 - any game's
        """A move that is always legal."""


class Codec(Protocol):
    """Turns messages into the values of one game, and back."""

    def read_view(self, message: move_pb2.View, seat: int, options: Any) -> Any:  # noqa: ANN401
        """What the seat sees."""

    def read_decision(self, message: match_pb2.Decision, seat: int, options: Any) -> BotView:  # noqa: ANN401
        """What the seat sees, as its bot is shown it: with the clock."""

    def write_move(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - any game's
        """A move as a message."""


CODECS: Final[Mapping[str, Codec]] = MappingProxyType({"furnace": furnace})

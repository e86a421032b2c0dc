"""
Each game's messages, read and written: what `play_seat` needs of a game.

A game's module is imported when the first match of it is joined: a bot's process plays one game, and
starts the sooner the fewer rules it reads.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol

from bessemer.v1 import match_pb2, move_pb2

if TYPE_CHECKING:
    from bessemer.engine.catalogue import AnyGame


class BotView(Protocol):
    """What a bot is shown; each game's own has more to ask."""

    def default_move(self) -> Any:  # noqa: ANN401 - any game's
        """A move that is always legal."""

    def sample_move(self, below: Callable[[int], int]) -> Any:  # noqa: ANN401
        """Any legal move, from a source of numbers: `below(n)` is from 0 to n - 1."""


class Codec(Protocol):
    """Turns messages into the values of one game, and back."""

    @property
    def GAME(self) -> "AnyGame":  # noqa: N802 - a module's constant
        """Its rules."""

    def read_view(self, message: move_pb2.View, seat: int | None, options: Any) -> Any:  # noqa: ANN401
        """What the seat, or a spectator, sees."""

    def read_decision(self, message: match_pb2.Decision, seat: int, options: Any) -> BotView:  # noqa: ANN401
        """What the seat sees, as its bot is shown it: with the clock."""

    def read_move(self, message: move_pb2.Move) -> Any:  # noqa: ANN401
        """A move that somebody made."""

    def write_move(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - any game's
        """A move as a message."""


CODED: Final = ("furnace", "brass", "alchemicus")
"""The games that can be read and written; each has a module beside this one."""


def codec_of(game: str) -> Codec:
    """
    The codec of a game.

    Raises:
        KeyError: there is none.
    """
    if game not in CODED:
        raise KeyError(game)
    codec: Codec = import_module(f"bessemer.sdk.codec_{game}")
    return codec

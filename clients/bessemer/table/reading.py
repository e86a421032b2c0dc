"""A match's messages as values of its game."""

from typing import Any, Final

from bessemer.engine.catalogue import NAMES
from bessemer.sdk.seats.codecs import codec_of
from bessemer.table.events import AnswerRefused
from bessemer.v1 import error_reason_pb2, match_pb2, move_pb2
from bessemer.wire.sentences import read_sentences

_CLOSED: Final = frozenset(
    {
        error_reason_pb2.ERROR_REASON_STALE_TURN,
        error_reason_pb2.ERROR_REASON_TURN_NOT_OPEN,
        error_reason_pb2.ERROR_REASON_MATCH_OVER,
    }
)


class UnknownGame(Exception):
    """A game that this program cannot show."""


class Reader:
    """
    Reads what is told about one match to one seat, or to a spectator.

    Raises:
        UnknownGame: the game is none that this program knows.
    """

    def __init__(self, match: match_pb2.Match, seat: int | None) -> None:
        if match.game not in NAMES:
            raise UnknownGame(f"this match is one of {match.game!r}, which cannot be shown here")
        self._codec = codec_of(match.game)
        self._game = self._codec.game
        self._options = self._game.options(match.options)
        self._seat = seat

    def view(self, message: move_pb2.View) -> Any:  # noqa: ANN401 - any game's
        """The view as the game has it."""
        return self._codec.read_view(message, self._seat, self._options)

    def move(self, message: move_pb2.Move) -> Any:  # noqa: ANN401 - any game's
        """The move as the game has it."""
        return self._codec.read_move(message)

    def encode_move(self, move: Any) -> bytes:  # noqa: ANN401 - any game's
        """The move as a serialised message."""
        return self._codec.encode_move(move)

    def refusal(self, message: error_reason_pb2.Refusal) -> AnswerRefused:
        """Why an answer was refused, and what could be sent instead."""
        moves = tuple(self._game.format(self.move(move)) for move in message.allowed_moves)
        return AnswerRefused(
            read_sentences(message),
            moves or tuple(message.allowed_values),
            is_open=message.reason not in _CLOSED,
        )

"""
A whole game on the wire by the descriptors of its messages.

A game whose boards, views and options are NamedTuples with the fields of their messages needs nothing
else. The whole board is encoded anew for every move: a game for which that is too slow writes its
view in parts, as `bessemer.wire.brass_view` does.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from bessemer.engine.game import Seat
from bessemer.v1 import move_pb2
from bessemer.wire.bounds import ANY
from bessemer.wire.codec import Codec, Record
from bessemer.wire.encode import JoinedViews, field
from bessemer.wire.moves import MoveCodec

_NOT_OWN = ("seat", "board")


class PlainWire:
    """
    One game on the wire; see `GameWire`.

    The view's message has the fields of the board and, after them, those of the view that are neither
    `seat` nor `board`: what the seat alone sees. The board's `options` are not sent, as the match has
    them. The message of the set-up has the fields of the options.
    """

    def __init__(
        self,
        game: str,
        codec: Codec,
        moves: Sequence[type[Any]],
        view: type[Any],
        board: type[Any],
        options: type[Any],
    ) -> None:
        """Of these classes; what the descriptors do not say of their fields, `codec` does."""
        self._game = game
        codec_of_moves = MoveCodec(game, codec, moves)
        self.read_move = codec_of_moves.read
        self.encode_move = codec_of_moves.encode
        self.write_move = codec_of_moves.write
        self.path = codec_of_moves.path
        trusted = codec._replace(bounds=ANY, texts={})  # what a referee has written
        self._view = view
        seen, told = (
            message.DESCRIPTOR.fields_by_name[game] for message in (move_pb2.View, move_pb2.Setup)
        )
        assert seen.message_type is not None, "a field of messages"
        assert told.message_type is not None, "a field of messages"
        self._number = seen.number
        self._board = Record[Any](trusted, board, seen.message_type, unsent=("options",))
        self._own = Record[Any](trusted, view, seen.message_type, unsent=_NOT_OWN)
        setup = Record[Any](trusted, options, told.message_type)
        self._setup = lru_cache(maxsize=32)(lambda played: field(told.number, setup.encode(played)))

    def setup(self, options: Any) -> move_pb2.Setup:  # noqa: ANN401 - any game's
        return move_pb2.Setup.FromString(self._setup(options))

    def add_to_view(self, view: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
        """Nothing: the messages say it all."""

    def add_to_move(self, move: Any, seat: int, before: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
        """Nothing, either."""

    def view_writer(self) -> JoinedViews:
        return JoinedViews(self._number, [_Board(self._board)], self._own.encode)

    def read_view(self, message: move_pb2.View, seat: int | None, options: Any) -> Any:  # noqa: ANN401
        seen = getattr(message, self._game)
        board = self._board.read(seen)._replace(options=options)
        return self._own.read(seen)._replace(seat=None if seat is None else Seat(seat), board=board)


class _Board:
    """The fields of the board: see `ViewPart`."""

    def __init__(self, record: Record[Any]) -> None:
        self._record = record

    def of(self, board: Any) -> bytes:  # noqa: ANN401 - any game's
        return self._record.encode(board)

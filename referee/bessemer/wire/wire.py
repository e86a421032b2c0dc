"""
One game on the wire: its moves, views and set-up as protobuf messages, and back.

The referee and its clients use the same. A game's wire is found by its name: `FURNACE_WIRE` in
`bessemer.wire.furnace`.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from bessemer.engine.catalogue import NAMES
from bessemer.engine.game import Seat
from bessemer.v1 import move_pb2
from bessemer.wire.bounds import ANY
from bessemer.wire.codec import Codec, Record
from bessemer.wire.encode import JoinedViews, field
from bessemer.wire.moves import MoveCodec

# Any: a game's moves, views and options.
ViewReader = Callable[[move_pb2.View, int | None, Any], Any]


def _add_nothing(*_: Any) -> None:  # noqa: ANN401
    """The messages say it all."""


class GameWire:
    """One game on the wire. Its functions are attributes: a method around each would only cost time."""

    def __init__(
        self,
        moves: MoveCodec,
        setup: Callable[[Any], move_pb2.Setup],
        view_writer: Callable[[], JoinedViews],
        read_view: ViewReader,
        *,
        add_to_view: Callable[[Any, dict[str, Any]], None] = _add_nothing,
        add_to_move: Callable[[Any, int, Any, dict[str, Any]], None] = _add_nothing,
    ) -> None:
        """
        Of these functions.

        Args:
            moves: reads and writes moves.
            setup: what a client must know of a match played with these options, as a message.
            view_writer: makes an encoder for one match.
            read_view: what a seat sees, from a referee's message; a spectator's seat is `None`.
            add_to_view: adds to a board in its JSON form what its message does not say and a picture
                of it needs, at its first level only. So no rule is written twice, in another language.
            add_to_move: the same for a move: its seat and the view at which it was made follow it.
        """
        self.read_move = moves.read
        self.encode_move = moves.encode
        self.write_move = moves.write
        self.path = moves.path
        self.view_writer = view_writer
        self.read_view = read_view
        self.add_to_view = add_to_view
        self.add_to_move = add_to_move
        # Every seat is sent the set-up, and hardly anybody plays with cards of their own.
        self._setup = lru_cache(maxsize=32)(lambda options: setup(options).SerializeToString())

    def setup(self, options: Any) -> move_pb2.Setup:  # noqa: ANN401 - any game's
        """The set-up for `options`; a message of the caller's own."""
        return move_pb2.Setup.FromString(self._setup(options))


def plain_wire(
    game: str,
    codec: Codec,
    moves: Sequence[type[Any]],
    view: type[Any],
    board: type[Any],
    options: type[Any],
) -> GameWire:
    """
    A whole game on the wire by the descriptors of its messages.

    It suits a game whose boards, views and options are NamedTuples with the fields of their messages.
    The view's message has the fields of the board and, after them, those of the view that are neither
    `seat` nor `board`: what the seat alone sees. The board's `options` are not sent, as the match has
    them. What the descriptors do not say of the fields, `codec` does.

    The whole board is encoded again for every move: a game for which that is too slow writes its view
    in parts, as `bessemer.wire.brass_view` does.
    """
    trusted = codec._replace(bounds=ANY, texts={})  # what a referee has written
    seen = move_pb2.View.DESCRIPTOR.fields_by_name[game]
    told = move_pb2.Setup.DESCRIPTOR.fields_by_name[game]
    assert seen.message_type is not None, "a field of messages"
    assert told.message_type is not None, "a field of messages"
    boards = Record[Any](trusted, board, seen.message_type, unsent=("options",))
    own = Record[Any](trusted, view, seen.message_type, unsent=("seat", "board"))
    setups = Record[Any](trusted, options, told.message_type)

    def read_view(message: move_pb2.View, seat: int | None, played: Any) -> Any:  # noqa: ANN401
        inner = getattr(message, game)
        table = boards.read(inner)._replace(options=played)
        return own.read(inner)._replace(seat=None if seat is None else Seat(seat), board=table)

    return GameWire(
        MoveCodec(game, codec, moves),
        lambda played: move_pb2.Setup.FromString(field(told.number, setups.encode(played))),
        lambda: JoinedViews(seen.number, [boards.encode], own.encode),
        read_view,
    )


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

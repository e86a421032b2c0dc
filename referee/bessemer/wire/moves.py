"""A game's moves as messages, both ways: the same for every game."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from bessemer.engine.errors import MalformedMove
from bessemer.v1 import move_pb2
from bessemer.wire.bounds import MOST_ENTRIES, Wrong
from bessemer.wire.codec import Codec, Record
from bessemer.wire.encode import field

_KEPT: Final = 8192


class MoveCodec:
    """The moves of one game: each is a field of its message of moves, named after its class."""

    def __init__(self, game: str, codec: Codec, kinds: Sequence[type[Any]]) -> None:
        """Of these classes of moves; `codec` says which fields are called otherwise."""
        self._game = game
        top = move_pb2.Move.DESCRIPTOR.fields_by_name[game]
        assert top.message_type is not None, "a field of messages"
        self._number = top.number
        self._fields: dict[type[Any], str] = {}
        self._by_kind: dict[type[Any], tuple[int, Record[Any]]] = {}
        self._by_name: dict[str, Record[Any]] = {}
        for kind in kinds:
            name = _field_name(kind.__name__)
            name = self._fields[kind] = codec.names.get(name, name)
            about = top.message_type.fields_by_name[name]
            assert about.message_type is not None, "a field of messages"
            record = Record[Any](codec, kind, about.message_type)
            self._by_kind[kind] = about.number, record
            self._by_name[name] = record
        # Moves of different classes may be equal: hence `typed`.
        self._encode_again: Callable[[Any], bytes] = lru_cache(_KEPT, typed=True)(self._encode)

    def read(self, message: move_pb2.Move) -> Any:  # noqa: ANN401 - a move
        """
        The move in `message`; whether it is legal is the engine's business.

        Raises:
            MalformedMove: it is not one of this game, or has no canonical text.
        """
        game = self._game
        if not message.HasField(game):  # type: ignore[arg-type] # the name of a game is a field's
            raise MalformedMove(f"no move of {game}: set {game}, and in it one kind of move")
        inner = getattr(message, game)
        name = inner.WhichOneof("move")
        if name is None:
            where, kinds = f"move.{game}", ", ".join(self._by_name)
            raise MalformedMove(f"{where}: nothing is set; set one of {kinds}", field=where)
        move_message = getattr(inner, name)
        try:
            move = self._by_name[name].read(move_message)
        except Wrong as wrong:
            where = f"move.{game}.{name}.{wrong.path}"
            raise MalformedMove(f"{where}: {wrong.why}", field=where) from None
        # An entry takes a byte or more.
        if move_message.ByteSize() > MOST_ENTRIES and (entries := _length(move)) > MOST_ENTRIES:
            where = f"move.{game}.{name}"
            raise MalformedMove(
                f"{where}: a move has at most {MOST_ENTRIES} entries, not {entries}", field=where
            )
        return move

    def encode(self, move: Any) -> bytes:  # noqa: ANN401 - a move, or what a bot takes for one
        """
        `move` as a serialised `bessemer.v1.Move`.

        Raises:
            TypeError: it is not one of this game.
            ValueError: one of its numbers has more than 32 bits.
        """
        try:
            return self._encode_again(move)
        except TypeError:  # a bot may well write a list where the game has a tuple: it has no hash
            return self._encode(move)

    def _encode(self, move: Any) -> bytes:  # noqa: ANN401
        if type(move) not in self._by_kind:
            raise TypeError(f"not a move of {self._game}: {move!r:.80}")
        number, record = self._by_kind[type(move)]
        return field(self._number, field(number, record.encode(move)))

    def write(self, move: Any) -> move_pb2.Move:  # noqa: ANN401 - a move
        """`move` as a message of the caller's own: `read(write(move)) == move`."""
        return move_pb2.Move.FromString(self.encode(move))

    def path(self, move: Any, part: str) -> str:  # noqa: ANN401 - a move
        """The field that an `IllegalMove` blames: "move.furnace.production_plan.steps[2].card"."""
        where = f"move.{self._game}.{self._fields[type(move)]}"
        return f"{where}.{part}" if part else where


def _field_name(kind: str) -> str:
    """`ProductionPlan` is in the field `production_plan`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower()


def _length(value: Sequence[Any]) -> int:
    """The number of entries of all lists in a tuple, and in the tuples inside it."""
    total = 0
    for part in value:
        if isinstance(part, tuple):
            total += _length(part) + (len(part) if type(part) is tuple else 0)
    return total

"""
Messages as plain JSON values, for programs that read files and not streams.

They are as protobuf's own JSON form has them, and made much quicker where messages resemble each other. One
view after the other shows the same cards, tiles and players, all but a few. Each part is made plain once, and
where it comes again unchanged the same object is given, so that comparing two views is quick as well.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of

_MOST_PARTS: Final = 20_000
"""Remembered at a time: a match has some thousands."""
_AS_THEY_ARE: Final = frozenset(
    (FieldDescriptor.TYPE_INT32, FieldDescriptor.TYPE_BOOL, FieldDescriptor.TYPE_STRING)
)


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
        self._messages = _PlainMessages()
        self._held: dict[bytes, dict[str, Any]] = {}
        """What parts of views hold, by their bytes."""
        self._empty: dict[str, Any] = {}
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
            shared = self._empty_view() | {}
            for part in self._views.write_parts(view):
                shared.update(self._held_by(part))
            self._wire.add_to_view(view.board, shared)
            self._board, self._shared = view.board, shared
        own = self.own(view)
        return self._shared | own if own else self._shared

    def _empty_view(self) -> dict[str, Any]:
        if not self._empty:
            self._empty = self._plain(move_pb2.View())
        return self._empty

    def _held_by(self, content: bytes) -> dict[str, Any]:
        """What the bytes of a part hold; the same object for equal bytes."""
        held = self._held.get(content)
        if held is None:
            if len(self._held) >= _MOST_PARTS:
                self._held.clear()
            part = self._part(move_pb2.View.FromString(content))
            held = self._held[content] = self._messages.held(part)
        return held

    def own(self, view: Any) -> dict[str, Any]:  # noqa: ANN401 - any game's
        """
        What the seat of a view, or a spectator, sees besides what everybody does: other fields than those.

        While it is equal it is the same object.
        """
        return self._held_by(self._views.write_own(view))

    def _plain(self, message: Message) -> dict[str, Any]:
        return self._messages.plain(self._part(message))

    def _part(self, message: Message) -> Message:
        """What the message says of this game."""
        part: Message = getattr(message, self._game)
        return part


class _Form(NamedTuple):
    """How messages of one type are written."""

    writers: dict[int, Callable[[Any], object]]
    """By the number of the field."""
    names: dict[int, str]
    empty: dict[str, Callable[[], object]]
    """What is written for fields without presence that hold nothing."""


class _PlainMessages:
    """
    Makes messages plain, and remembers their parts.

    Fields have their names in the .proto files, and those that hold 0 or nothing are written too. Parts are
    shared between the values that are given: change none of them below its first level.
    """

    def __init__(self) -> None:
        self._forms: dict[type[Message], _Form] = {}
        self._parts: dict[tuple[type[Message], bytes], dict[str, Any]] = {}

    def plain(self, message: Message) -> dict[str, Any]:
        """A message as JSON has it; nobody else has this object."""
        written = self.held(message)
        for name, empty in self._form_of(type(message)).empty.items():
            if name not in written:
                written[name] = empty()
        return written

    def held(self, message: Message) -> dict[str, Any]:
        """Only the fields that hold something."""
        form = self._form_of(type(message))
        written: dict[str, Any] = {}
        for field, value in message.ListFields():
            number = field.number
            written[form.names[number]] = form.writers[number](value)
        return written

    def _part(self, message: Message) -> dict[str, Any]:
        key = type(message), message.SerializeToString(deterministic=True)
        found = self._parts.get(key)
        if found is None:
            if len(self._parts) >= _MOST_PARTS:
                self._parts.clear()
            found = self._parts[key] = self.plain(message)
        return found

    def _form_of(self, kind: type[Message]) -> _Form:
        form = self._forms.get(kind)
        if form is None:
            # Any: the stubs know two classes of descriptors, which are the same.
            fields: Any = kind.DESCRIPTOR.fields
            form = self._forms[kind] = _Form(
                {field.number: self._writer(field) for field in fields},
                {field.number: field.name for field in fields},
                {field.name: _empty(field) for field in fields if not field.has_presence},
            )
        return form

    def _writer(self, field: FieldDescriptor) -> Callable[[Any], object]:
        """What makes the value of a field plain."""
        if field.message_type is not None:
            part = self._part
            return (lambda messages: list(map(part, messages))) if field.is_repeated else part
        if field.enum_type is not None:
            names = {
                number: value.name for number, value in field.enum_type.values_by_number.items()
            }
            if field.is_repeated:
                return lambda numbers: list(map(names.__getitem__, numbers))
            return names.__getitem__
        if field.type not in _AS_THEY_ARE:
            raise AssertionError(f"{field.full_name}: no game has had a field of this type")
        return list if field.is_repeated else _same


def _same(value: object) -> object:
    return value


def _empty(field: FieldDescriptor) -> Callable[[], object]:
    if field.is_repeated:
        return list
    nothing = field.default_value
    if field.enum_type is not None:
        nothing = field.enum_type.values_by_number[nothing].name
    return lambda: nothing

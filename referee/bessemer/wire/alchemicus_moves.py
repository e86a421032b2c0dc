"""
Alchemicus' moves as messages, both ways; whatever is accepted here has a canonical text.

A message has the fields of its move, by the same names, so both ways are one table: how the fields
of each name are read and written.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from bessemer.engine.errors import MalformedMove
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Move, Pass
from bessemer.v1 import move_pb2

MOST_ENTRIES: Final = 200
"""No list in a move is longer. A legal payment has at most nine cards."""

_HIGHEST: Final = 10**9 - 1
"""The canonical text holds numbers of up to nine digits."""

_has = move_pb2.Move.HasField


class _Wrong(Exception):
    """What a field holds is nothing: its path inside the move, and why."""


class _Field(NamedTuple):
    """How a field is read out of a message, and written into one, by its name."""

    # Any: messages of 28 types, and what is in them.
    read: Callable[[Any, str], Any]
    write: Callable[[Any, str, Any], None]


class _Form(NamedTuple):
    """A kind of move: its field in `AlchemicusMove`, and its own fields."""

    name: str
    move: Callable[..., Move]
    fields: tuple[tuple[str, _Field], ...]


# --- Fields --------------------------------------------------------------------------------------

_KINDS: Final = dict(enumerate(Kind, 1))
_GOODS: Final = dict(enumerate(Good, 1))
_FIRST: Final = 1
"""In the enums of the messages 0 means "not set", so all values are one higher."""


def _read_kind(message: Any, name: str) -> Kind:  # noqa: ANN401 - any message
    return _kind(getattr(message, name), name)


def _read_kinds(message: Any, name: str) -> tuple[Kind, ...]:  # noqa: ANN401 - any message
    values = _checked(getattr(message, name), name)
    return tuple([_kind(value, f"{name}[{place}]") for place, value in enumerate(values)])


def _read_good(message: Any, name: str) -> Good:  # noqa: ANN401 - any message
    value = getattr(message, name)
    if value not in _GOODS:
        raise _Wrong(name, f"{value} is no good: set one of AlchemicusGood, 1 to {len(_GOODS)}")
    return _GOODS[value]


def _read_number(message: Any, name: str) -> int:  # noqa: ANN401 - any message
    return _number(getattr(message, name), name)


def _read_optional(message: Any, name: str) -> int | None:  # noqa: ANN401 - any message
    return _number(getattr(message, name), name) if message.HasField(name) else None


def _read_numbers(message: Any, name: str) -> tuple[int, ...]:  # noqa: ANN401 - any message
    values = _checked(getattr(message, name), name)
    return tuple([_number(value, f"{name}[{place}]") for place, value in enumerate(values)])


def _read_flag(message: Any, name: str) -> bool:  # noqa: ANN401 - any message
    return bool(getattr(message, name))


def _kind(value: int, path: str) -> Kind:
    if value not in _KINDS:
        raise _Wrong(
            path, f"{value} is no kind of card: set one of AlchemicusKind, 1 to {len(_KINDS)}"
        )
    return _KINDS[value]


def _number(value: int, path: str) -> int:
    if not -_HIGHEST <= value <= _HIGHEST:
        raise _Wrong(path, f"{value} has more than nine digits")
    return value


def _checked(values: Sequence[int], name: str) -> Sequence[int]:
    if len(values) > MOST_ENTRIES:
        raise _Wrong(name, f"a list has at most {MOST_ENTRIES} entries, not {len(values)}")
    return values[:]


def _write_value(message: Any, name: str, value: int) -> None:  # noqa: ANN401 - any message
    setattr(message, name, value)


def _write_enum(message: Any, name: str, value: int) -> None:  # noqa: ANN401 - any message
    setattr(message, name, value + _FIRST)


def _write_kinds(message: Any, name: str, values: Sequence[Kind]) -> None:  # noqa: ANN401
    getattr(message, name).extend([value + _FIRST for value in values])


def _write_numbers(message: Any, name: str, values: Sequence[int]) -> None:  # noqa: ANN401
    getattr(message, name).extend(values)


def _write_optional(message: Any, name: str, value: int | None) -> None:  # noqa: ANN401
    if value is not None:
        setattr(message, name, value)


_A_NUMBER: Final = _Field(_read_number, _write_value)
_A_FLAG: Final = _Field(_read_flag, _write_value)
_A_KIND: Final = _Field(_read_kind, _write_enum)
_SOME_KINDS: Final = _Field(_read_kinds, _write_kinds)
_PERHAPS: Final = _Field(_read_optional, _write_optional)

_FIELDS: Final[Mapping[str, _Field]] = {
    "building": _A_NUMBER,
    "buildings": _Field(_read_numbers, _write_numbers),
    "card": _A_KIND,
    "cards": _SOME_KINDS,
    "demolish": _PERHAPS,
    "distance": _A_NUMBER,
    "fame": _A_FLAG,
    "fee": _A_KIND,
    "field": _A_NUMBER,
    "good": _Field(_read_good, _write_enum),
    "into": _A_NUMBER,
    "noctis": _A_FLAG,
    "number": _A_NUMBER,
    "outlet": _A_NUMBER,
    "pay": _SOME_KINDS,
    "seat": _A_NUMBER,
    "to": _A_KIND,
    "victim": _PERHAPS,
}

# --- Moves ---------------------------------------------------------------------------------------


def _form(move: Any) -> _Form:  # noqa: ANN401 - any of the classes of moves
    # `pass` is a word of Python's own and can be no field's name there.
    words = "PassOn" if move is Pass else move.__name__
    name = re.sub(r"(?<!^)(?=[A-Z])", "_", words).lower()
    return _Form(name, move, tuple((field, _FIELDS[field]) for field in move._fields))


_FORMS: Final = {move: _form(move) for move in get_args(Move)}
_BY_NAME: Final = {form.name: form for form in _FORMS.values()}


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`; whether it is legal is the engine's business.

    Raises:
        MalformedMove: it is none of Alchemicus; it names the field at fault.
    """
    if not _has(message, "alchemicus"):
        raise MalformedMove("no move of alchemicus: set alchemicus, and in it one kind of move")
    name = message.alchemicus.WhichOneof("move")
    if name is None:
        raise MalformedMove(
            f"move.alchemicus: nothing is set; set one of {', '.join(_BY_NAME)}",
            field="move.alchemicus",
        )
    _, move, fields = _BY_NAME[name]
    inner = getattr(message.alchemicus, name)
    try:
        return move(*[field.read(inner, part) for part, field in fields])
    except _Wrong as wrong:
        part, why = wrong.args
        where = f"move.alchemicus.{name}.{part}"
        raise MalformedMove(f"{where}: {why}", field=where) from None


def write_move(move: Move) -> move_pb2.Move:
    """`move` as a message."""
    message = move_pb2.Move()
    name, _, fields = _FORMS[type(move)]
    inner = getattr(message.alchemicus, name)
    inner.SetInParent()
    for (part, field), value in zip(fields, move, strict=True):
        field.write(inner, part, value)
    return message


def path(move: Move, part: str) -> str:
    """The field that an `IllegalMove` blames: "move.alchemicus.build.pay"."""
    field = f"move.alchemicus.{_FORMS[type(move)].name}"
    return f"{field}.{part}" if part else field

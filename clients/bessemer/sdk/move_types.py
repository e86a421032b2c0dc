"""
What is wrong with an answer that is no move: its kind, or a field and what that field takes.

A move is a plain value, and nothing checks its fields when it is made. This looks only when
something is wrong already: it takes longer than the rules need to refuse the move.
"""

import types
from enum import Enum
from functools import cache
from importlib import import_module
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

NO_MOVE: Final = "not a move: "
"""Begins what a bot's log says of such an answer, which the runner of a ladder finds there."""

_SHOWN: Final = 60
_NAMES: Final = {int: "a whole number", str: "a text", bool: "True or False", type(None): "None"}


def what_is_wrong(game: str, answer: object) -> str | None:
    """Why `answer` is no move of `game`, in a sentence; `None` if its kind and its fields are right."""
    kinds = _kinds(game)
    if answer is None:
        return "the bot answered None, which is no move: is a `return` missing?"
    if isinstance(answer, str):
        return (
            f"the bot answered the text {_shown(answer)}, and not a move: answer with a value such as "
            f"{_example(kinds)}, or with `view.game.parse(text)`"
        )
    if not isinstance(answer, kinds):
        names = ", ".join(kind.__name__ for kind in kinds)
        return (
            f"the bot answered {_shown(answer)}, which is no move of {game}: its moves are {names}"
        )
    return _wrong_field(type(answer).__name__, answer)


def _wrong_field(where: str, value: Any) -> str | None:  # noqa: ANN401 - a part of a move
    """What is wrong in the fields of a move, or of a part of it."""
    for name, hint in _hints(type(value)).items():
        if found := _wrong(f"{where}.{name}", getattr(value, name), hint):
            return found
    return None


def _wrong(where: str, value: Any, hint: Any) -> str | None:  # noqa: ANN401 - any type
    if isinstance(hint, NewType):
        return _wrong(where, value, hint.__supertype__)
    if get_origin(hint) in (Union, types.UnionType):
        one_of = get_args(hint)
        if value is None and type(None) in one_of:
            return None
        (inner,) = (one for one in one_of if one is not type(None))
        return _wrong(where, value, inner)
    if get_origin(hint) is tuple:
        if not isinstance(value, (tuple, list)):
            return f"{where} is a tuple, not {_told(value)}"
        each = get_args(hint)[0]
        found = (_wrong(f"{where}[{at}]", one, each) for at, one in enumerate(value))
        return next((one for one in found if one), None)
    if not isinstance(value, hint):
        return f"{where} is {_type_name(hint)}, not {_told(value)}"
    return _wrong_field(where, value) if hasattr(hint, "_fields") else None


@cache
def _kinds(game: str) -> tuple[type[object], ...]:
    """The classes of the moves of a game."""
    kinds: tuple[type[object], ...] = get_args(import_module(f"bessemer.games.{game}.moves").Move)
    return kinds


def _hints(kind: type[object]) -> dict[str, Any]:
    return get_type_hints(kind) if hasattr(kind, "_fields") else {}


def _example(kinds: tuple[type[object], ...]) -> str:
    kind = max(kinds[:3], key=lambda one: bool(_hints(one)))
    return f"{kind.__name__}({', '.join(_hints(kind))})"


def _type_name(hint: type) -> str:
    if issubclass(hint, Enum):
        return f"a {hint.__name__}, such as {hint.__name__}.{next(iter(hint)).name}"
    return _NAMES.get(hint, f"a {hint.__name__}")


def _told(value: object) -> str:
    """A value with what it is: `the text 'C34'`."""
    if value is None:
        return "None"
    kinds = {int: "the number", float: "the number", str: "the text"}
    return f"{kinds.get(type(value), f'the {type(value).__name__}')} {_shown(value)}"


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

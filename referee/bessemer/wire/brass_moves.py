"""Brass's moves as messages, both ways; whatever is accepted here has a canonical text."""

import re
from functools import lru_cache
from typing import Final, assert_never

from bessemer.engine.errors import MalformedMove
from bessemer.games.brass.moves import (
    Build,
    Canal,
    Develop,
    Development,
    Loan,
    Move,
    Pass,
    Rail,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.v1 import brass_pb2, move_pb2

FIELDS: Final[dict[type[Move], str]] = {
    Build: "build",
    Canal: "canal",
    Rails: "rails",
    Develop: "develop",
    Sell: "sell",
    Loan: "loan",
    Pass: "pass_action",
    Stop: "stop",
    Remove: "remove",
}
"""The field of `BrassMove` that each kind of move is."""

_WORD: Final = re.compile(r"[a-z][a-z_]{0,31}")
_SPOT: Final = re.compile(r"[a-z][a-z_.-]{0,63}")
_HIGHEST: Final = 10**9 - 1
"""The canonical text holds numbers of up to nine digits."""


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`; whether it is legal is the engine's business.

    Raises:
        MalformedMove: none of Brass's is set, or the one that is could not be written as text.
    """
    if not message.HasField("brass"):
        raise MalformedMove("no move of brass: set brass")
    brass = message.brass
    match brass.WhichOneof("move"):
        case "build":
            return _build(brass.build)
        case "canal":
            link, card = brass.canal.link, brass.canal.card
            return Canal(_spot(link, "canal.link"), _word(card, "canal.card"))
        case "rails":
            return _rails(brass.rails)
        case "develop":
            return _develop(brass.develop)
        case "sell":
            return _sell(brass.sell)
        case "loan":
            amount, card = brass.loan.amount, brass.loan.card
            return Loan(_number(amount, "loan.amount"), _word(card, "loan.card"))
        case "pass_action":
            return Pass(_word(brass.pass_action.card, "pass_action.card"))
        case "stop":
            return Stop()
        case "remove":
            return Remove(_spot(brass.remove.space, "remove.space"))
        case _:
            raise MalformedMove(
                f"no move of brass: set one of {', '.join(FIELDS.values())}", field="move.brass"
            )


def write_move(move: Move) -> move_pb2.Move:
    """`move` as a message."""
    message = move_pb2.Move()
    brass = message.brass
    match move:
        case Build():
            build = brass.build
            build.industry, build.space, build.card, build.second_card, build.coal, build.iron = (
                move
            )
        case Canal():
            brass.canal.link, brass.canal.card = move
        case Rails(first, second, card):
            _write_rail(brass.rails.first, first)
            if second is not None:
                _write_rail(brass.rails.second, second)
            brass.rails.card = card
        case Develop(tile, other, card):
            brass.develop.first.industry, brass.develop.first.iron = tile
            if other is not None:
                brass.develop.second.industry, brass.develop.second.iron = other
            brass.develop.card = card
        case Sell():
            brass.sell.mill, brass.sell.buyer, brass.sell.card = move
        case Loan():
            brass.loan.amount, brass.loan.card = move
        case Pass(card):
            brass.pass_action.card = card
        case Stop():
            brass.stop.SetInParent()
        case Remove(space):
            brass.remove.space = space
        case _:
            assert_never(move)
    return message


def _write_rail(message: brass_pb2.BrassRail, rail: Rail) -> None:
    message.link, message.end, message.coal = rail


def _build(message: brass_pb2.BrassBuild) -> Build:
    second, coal, iron = message.second_card, message.coal, message.iron
    return Build(
        _word(message.industry, "build.industry"),
        _spot(message.space, "build.space"),
        _word(message.card, "build.card"),
        second and _word(second, "build.second_card"),
        coal and _spot(coal, "build.coal"),
        iron and _spot(iron, "build.iron"),
    )


def _sell(message: brass_pb2.BrassSell) -> Sell:
    return Sell(
        _spot(message.mill, "sell.mill"),
        _spot(message.buyer, "sell.buyer"),
        message.card and _word(message.card, "sell.card"),
    )


def _rails(message: brass_pb2.BrassRails) -> Rails:
    second = _rail(message.second, "rails.second") if message.HasField("second") else None
    return Rails(_rail(message.first, "rails.first"), second, _word(message.card, "rails.card"))


def _rail(message: brass_pb2.BrassRail, field: str) -> Rail:
    return Rail(
        _spot(message.link, f"{field}.link"),
        _word(message.end, f"{field}.end"),
        _spot(message.coal, f"{field}.coal"),
    )


def _develop(message: brass_pb2.BrassDevelop) -> Develop:
    second = _development(message.second, "develop.second") if message.HasField("second") else None
    first = _development(message.first, "develop.first")
    return Develop(first, second, _word(message.card, "develop.card"))


def _development(message: brass_pb2.BrassDevelopment, field: str) -> Development:
    return Development(
        _word(message.industry, f"{field}.industry"), _spot(message.iron, f"{field}.iron")
    )


# The same few names come again and again, but whatever a client sends gets here: hence the bounds.


@lru_cache(maxsize=4096)
def _word(text: str, field: str) -> str:
    """A card, an industry or a place."""
    if not _WORD.fullmatch(text):
        raise _no_name(text, field, "a small letter, then up to 31 of a-z and _")
    return text


@lru_cache(maxsize=4096)
def _spot(text: str, field: str) -> str:
    """A space, a link, or what can stand in place of one."""
    if not _SPOT.fullmatch(text):
        raise _no_name(text, field, "a small letter, then up to 63 of a-z, _, . and -")
    return text


def _no_name(text: str, field: str, form: str) -> MalformedMove:
    path = f"move.brass.{field}"
    what = f"{text[:20]!r} is no name" if text else "it is not set"
    return MalformedMove(f"{path}: {what}; write {form}", field=path)


def _number(value: int, field: str) -> int:
    if not 0 <= value <= _HIGHEST:
        path = f"move.brass.{field}"
        raise MalformedMove(f"{path}: {value} is not from 0 to {_HIGHEST}", field=path)
    return value

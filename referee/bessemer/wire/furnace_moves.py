"""Furnace's moves as messages, both ways; whatever is accepted here has a canonical text."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, assert_never

from bessemer.engine.errors import MalformedMove
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.state import build
from bessemer.v1 import furnace_pb2, move_pb2

MOST_ENTRIES: Final = 200
"""No move is longer: steps, cards, counts and flips together. The longest legal plan has 131."""

_CARD: Final = re.compile(r"[A-Z][A-Z0-9_-]{0,15}")
_HIGHEST: Final = 10**9 - 1
"""The canonical text holds numbers of up to nine digits."""

# To ask for one field is three times as quick as to ask which of the oneof is set.
_is_furnace = move_pb2.Move.HasField
_has = furnace_pb2.FurnaceMove.HasField


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`; whether it is legal is the engine's business.

    Raises:
        MalformedMove: none of Furnace's is set, or the one that is could not be written as text.
    """
    if not _is_furnace(message, "furnace"):
        raise MalformedMove("no move of furnace: set furnace, and in it one kind of move")
    furnace = message.furnace
    if _has(furnace, "bid"):
        bid = furnace.bid
        return _bid(bid.value, bid.card)
    if _has(furnace, "production_plan"):
        return _plan(furnace.production_plan)
    if _has(furnace, "compensation"):
        counts = furnace.compensation.counts
        _check_length(len(counts))
        return Compensation(_counts(counts))
    if _has(furnace, "chain_placement"):
        line = furnace.chain_placement.line
        _check_length(len(line))
        return ChainPlacement(_cards(line))
    raise MalformedMove(
        "no move of furnace: set one of bid, compensation, chain_placement, production_plan",
        field="move.furnace",
    )


def write_move(move: Move) -> move_pb2.Move:
    """`move` as a message."""
    message = move_pb2.Move()
    match move:
        case Bid(value, card):
            bid = message.furnace.bid
            bid.value, bid.card = value, card
        case Compensation(counts):
            message.furnace.compensation.SetInParent()
            message.furnace.compensation.counts.extend(counts)
        case ChainPlacement(line):
            message.furnace.chain_placement.SetInParent()
            message.furnace.chain_placement.line.extend(line)
        case ProductionPlan(steps):
            plan = message.furnace.production_plan
            plan.SetInParent()
            for card, counts, flips in steps:
                plan.steps.add(card=card, counts=counts, flips=flips)
        case _:
            assert_never(move)
    return message


# Bids and cards come in few kinds, but whatever a client sends gets here: hence the bounds.


@lru_cache(maxsize=1024)
def _bid(value: int, card: str) -> Bid:
    return Bid(_number(value), _card(card))


@lru_cache(maxsize=1024)
def _card(text: str) -> str:
    if not _CARD.fullmatch(text):
        raise MalformedMove(
            f"{text[:20]!r} is no card: an id is a capital letter, then up to 15 of A-Z, 0-9, _ and -"
        )
    return text


def _number(value: int) -> int:
    if not -_HIGHEST <= value <= _HIGHEST:
        raise MalformedMove(f"{value} has more than nine digits")
    return value


def _plan(message: furnace_pb2.FurnaceProductionPlan) -> ProductionPlan:
    entries = len(message.steps)
    _check_length(entries)
    steps = []
    for step in message.steps[:]:
        read, its_entries = _step(step.SerializeToString())
        entries += its_entries
        steps.append(read)
    _check_length(entries)
    return build(ProductionPlan, (tuple(steps),))


@lru_cache(maxsize=8192)
def _step(encoded: bytes) -> tuple[Step, int]:
    """
    A step and how many counts and flips it has.

    To compare bytes is quicker by far than to read fields, and the same few cards are run the same
    few times in match after match.
    """
    step = furnace_pb2.FurnaceProductionStep.FromString(encoded)
    entries = len(step.counts) + len(step.flips)
    _check_length(entries)
    return build(Step, (_card(step.card), _counts(step.counts), _cards(step.flips))), entries


# A slice of a repeated field is a list, made at once; going through the field itself takes thrice
# as long.


def _counts(values: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(_number, values[:])) if values else ()


def _cards(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(_card, texts[:])) if texts else ()


def _check_length(entries: int) -> None:
    if entries > MOST_ENTRIES:
        raise MalformedMove(f"a move of furnace has at most {MOST_ENTRIES} entries")

"""
The search that both planners share: card by card, keeping what can still become the best.

A layer holds, for each balance that the choices so far lead to, the most that plans with these
choices can be hoped to be worth. Hopes only fall on the way, so whatever falls to the floor, the
worth of the best plan known, is dropped.
"""

import heapq
from collections.abc import Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from bessemer.bots.furnace.planning.limits import Deadline, OutOfTime
from bessemer.bots.furnace.planning.packed import Packing

# As many as some hundred megabytes hold; no hand of a match comes near it.
_MOST_BALANCES: Final = 2_000_000

Layer = Mapping[int, float]
"""Hopes by packed balance."""


class Option(NamedTuple):
    """One thing to do at a stage, in packed figures."""

    loss: float
    need: int
    change: int


class Stage(NamedTuple):
    """Usually one card, and all that can be done with it."""

    options: Sequence[Option]
    """By loss, the least first."""
    falls: Sequence[float] | None = None
    """How much less one of each amount is worth after this stage than before it."""
    idle: Sequence[float] | None = None
    """The loss for one of each amount beyond `usable`, whatever is done from here on."""
    usable: Sequence[int] = ()


def run(
    stages: Sequence[Stage],
    opening: tuple[int, float],
    packing: Packing,
    floor: float,
    deadline: Deadline,
    width: int | None = None,
) -> list[Layer]:
    """
    The layers from the opening (a balance and its hope) to the end; all hopes exceed `floor`.

    With a `width` each stage continues from its best balances alone, so many, which finds good plans
    and proves nothing.

    Raises:
        OutOfTime: with what plans above the floor may still be worth.
    """
    guards, unpack = packing.guards, packing.unpack
    layer = dict([opening])
    layers: list[Layer] = [layer]
    for stage in stages:
        if width is not None and len(layer) > width:
            layer = _best_of(layer, stage, packing, width)
            layers[-1] = layer
        options, is_plain = stage.options, stage.falls is None and stage.idle is None
        following: dict[int, float] = {}
        known = following.get
        for number, (balance, hope) in enumerate(layer.items()):
            if not number & 255 and (deadline.is_past or len(following) > _MOST_BALANCES):
                raise OutOfTime(max(layer.values()))
            room = hope - floor
            if not is_plain:
                held = unpack(balance)
                hope = _leaving(hope, held, stage)  # noqa: PLW2901 - it falls on the way
                lost = _idle_loss(held, stage)
                if lost == inf:
                    continue
                room = hope - floor - lost
            guarded = balance | guards
            for loss, need, change in options:
                if loss >= room:
                    break
                if guarded - need & guards == guards:
                    after = balance + change
                    if known(after, floor) < hope - loss:
                        following[after] = hope - loss
        layer = following
        layers.append(layer)
    return layers


def way_back(
    stages: Sequence[Stage], layers: Sequence[Layer], packing: Packing, balance: int
) -> list[int]:
    """The number of the option taken at each of the stages on the best way to `balance`."""
    guards, unpack = packing.guards, packing.unpack
    numbers = []
    for stage, layer, following in reversed(
        list(zip(stages, layers[:-1], layers[1:], strict=True))
    ):
        hope_then = following[balance]
        for number, (loss, need, change) in enumerate(stage.options):
            before = balance - change
            hope = layer.get(before)
            if hope is None or (before | guards) - need & guards != guards:
                continue
            if _leaving(hope, unpack(before), stage) - loss == hope_then:
                numbers.append(number)
                balance = before
                break
        else:
            raise AssertionError("each balance was reached from somewhere")
    return numbers[::-1]


def _leaving(hope: float, held: Sequence[int], stage: Stage) -> float:
    """The hope after a stage that is passed with `held`, before the loss of the option taken."""
    if stage.falls is None:
        return hope
    return hope - sum([fall * amount for fall, amount in zip(stage.falls, held, strict=True)])


def _idle_loss(held: Sequence[int], stage: Stage) -> float:
    """The loss in any case because more is held than can be used."""
    loss = 0.0
    if stage.idle is not None:
        for price, amount, usable in zip(stage.idle, held, stage.usable, strict=True):
            if amount > usable:
                loss += price * (amount - usable)
    return loss


def _best_of(
    layer: Mapping[int, float], stage: Stage, packing: Packing, width: int
) -> dict[int, float]:
    """The `width` most hopeful balances of a layer; of equals the earlier ones."""
    ranked = [
        (_idle_loss(packing.unpack(balance), stage) - hope, place, balance)
        for place, (balance, hope) in enumerate(layer.items())
    ]
    return {balance: layer[balance] for _, _, balance in heapq.nsmallest(width, ranked)}

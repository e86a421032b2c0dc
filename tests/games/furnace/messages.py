"""Furnace as messages, for the tests of the wire; see `tests.wire.messages.Messages`."""

from collections.abc import Iterator
from typing import Any, Final

from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace.refusal_cases import CASES

_STEP: Final = {"card": "S1"}
_NO_CARD: Final = "is no card"
_DIGITS: Final = "more than nine digits"
_TOO_LONG: Final = "at most 200 entries, not 201"

TEXTS: Final = (
    "bid 3 on C07", "bid 0 on C07", "compensation", "compensation 2 0", "line",
    "line C07 S1 C12", "plan", "plan C06; C28 2; S1 1 flip C28 C06; C15 2 1",
)  # fmt: skip

BAD_MOVES: Final[list[tuple[dict[str, Any], str, str]]] = [
    ({}, "", "nothing is set; set one of bid, compensation"),
    ({"bid": {"value": 1}}, ".bid.card", "it is not set"),
    ({"bid": {"value": 1, "card": "c07"}}, ".bid.card", "'c07' is no card"),
    ({"bid": {"value": 1, "card": "C07\n"}}, ".bid.card", _NO_CARD),
    ({"bid": {"value": 1, "card": "C07 C08"}}, ".bid.card", _NO_CARD),
    ({"bid": {"value": 1, "card": "C0\u0661"}}, ".bid.card", _NO_CARD),
    ({"bid": {"value": 1, "card": "C" * 17}}, ".bid.card", _NO_CARD),
    ({"bid": {"value": 10**9, "card": "C07"}}, ".bid.value", _DIGITS),
    ({"bid": {"value": -(10**9), "card": "C07"}}, ".bid.value", _DIGITS),
    ({"compensation": {"counts": [0, 10**9]}}, ".compensation.counts[1]", _DIGITS),
    ({"compensation": {"counts": [1] * 201}}, ".compensation.counts", _TOO_LONG),
    ({"chain_placement": {"line": ["S1", "x"]}}, ".chain_placement.line[1]", "'x' is no card"),
    ({"chain_placement": {"line": ["S1"] * 201}}, ".chain_placement.line", _TOO_LONG),
    (
        {"production_plan": {"steps": [_STEP, {"card": "x"}]}},
        ".production_plan.steps[1].card",
        "'x' is no card",
    ),
    (
        {"production_plan": {"steps": [{"card": "S1", "flips": ["x"]}]}},
        ".production_plan.steps[0].flips[0]",
        "'x' is no card",
    ),
    (
        {"production_plan": {"steps": [{"card": "S1", "counts": [-(10**9)]}]}},
        ".production_plan.steps[0].counts[0]",
        _DIGITS,
    ),
    ({"production_plan": {"steps": [_STEP] * 201}}, ".production_plan.steps", _TOO_LONG),
    (
        {"production_plan": {"steps": [{"card": "S1", "counts": [1] * 200}]}},
        ".production_plan",
        _TOO_LONG,
    ),
    (
        {"production_plan": {"steps": [{"card": "S1", "flips": ["S1"] * 200}]}},
        ".production_plan",
        _TOO_LONG,
    ),
    (
        {"production_plan": {"steps": [{"card": "S1", "counts": [1]}] * 100 + [_STEP]}},
        ".production_plan",
        _TOO_LONG,
    ),
]

AT_THE_BOUNDS: Final[list[dict[str, Any]]] = [
    {"bid": {"value": 999_999_999, "card": "C" * 16}},
    {"bid": {"value": -999_999_999, "card": "Z_-9"}},
    {"compensation": {"counts": [1] * 200}},
    {"chain_placement": {"line": ["S1"] * 200}},
    {"production_plan": {"steps": [_STEP] * 200}},
    {"production_plan": {"steps": [{"card": "S1", "counts": [1] * 199}]}},
    {"production_plan": {"steps": [{"card": "S1", "flips": ["S1"] * 199}]}},
    {"production_plan": {"steps": [{"card": "S1", "counts": [1]}] * 100}},
]

FORMS: Final = {"": r"[A-Z][A-Z0-9_-]{0,15}"}
LOWEST: Final = -999_999_999
MAY_BE_EMPTY: Final[frozenset[str]] = frozenset()

GOLDEN: Final = "2 chain-on"
RARE: Final = frozenset({"FurnaceEffect.limit"})  # a compensation has none
HAND: Final = ""  # nobody has one


def refused() -> Iterator[tuple[State, Seat, Move]]:
    """The table of refusals."""
    return ((case.state, Seat(case.seat), FURNACE.parse(case.text)) for case in CASES.values())

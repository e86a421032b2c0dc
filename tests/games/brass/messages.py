"""Brass as messages, for the tests of the wire; see `tests.wire.messages.Messages`."""

from collections.abc import Iterator
from typing import Any, Final

from bessemer.engine.game import Seat
from bessemer.games.brass.moves import Move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from tests.games.brass.refusal_cases import CASES

_RAIL: Final = {"link": "bolton-wigan", "end": "wigan", "coal": "market"}

TEXTS: Final = (
    "build cotton at oldham.left with oldham, coal from wigan.left, iron from market",
    "build cotton at colne.left with coal and manchester, coal from bury.left",
    "build coal at wigan.left with wigan", "canal blackburn-wigan with oldham",
    "rail bolton-wigan coal to wigan from wigan.left with oldham",
    "rail bolton-wigan coal to wigan from market and bolton-bury coal to bury from bury.left with a",
    "develop cotton iron from market with oldham",
    "develop cotton iron from market and port iron from preston.bottom-right with oldham",
    "sell oldham.left to preston.top with oldham", "sell bury.left to distant",
    "loan 30 with oldham", "loan 0 with oldham", "pass with oldham", "stop",
    "remove oldham.left",
)  # fmt: skip

BAD_MOVES: Final[list[tuple[dict[str, Any], str, str]]] = [
    ({}, "", "set one of build, canal"),
    ({"build": {}}, ".build.industry", "it is not set"),
    (
        {"build": {"industry": "Coal", "space": "wigan.left", "card": "wigan"}},
        ".build.industry",
        "'Coal' is no name",
    ),
    (
        {"build": {"industry": "coal", "space": "wigan.left", "card": "c", "coal": "a b"}},
        ".build.coal",
        "'a b' is no name",
    ),
    ({"canal": {"link": "bolton-wigan"}}, ".canal.card", "it is not set"),
    ({"rails": {"card": "wigan"}}, ".rails.first.link", "it is not set"),
    (
        {"rails": {"first": _RAIL, "second": {}, "card": "wigan"}},
        ".rails.second.link",
        "it is not set",
    ),
    ({"develop": {"first": {"industry": "port"}}}, ".develop.first.iron", "it is not set"),
    ({"sell": {"mill": "bury.left", "buyer": "distant\n"}}, ".sell.buyer", "is no name"),
    (
        {"loan": {"amount": 10**9, "card": "wigan"}},
        ".loan.amount",
        "1000000000 is not from 0 to 999999999",
    ),
    ({"loan": {"amount": -10, "card": "wigan"}}, ".loan.amount", "-10 is not from 0"),
    ({"pass_action": {"card": "w" * 33}}, ".pass_action.card", "is no name"),
    ({"remove": {"space": "s" * 65}}, ".remove.space", "is no name"),
]

AT_THE_BOUNDS: Final[list[dict[str, Any]]] = [
    {"loan": {"amount": 999_999_999, "card": "w" * 32}},
    {"loan": {"card": "w"}},
    {"remove": {"space": "s" * 64}},
]

FORMS: Final = {
    "": r"[a-z][a-z_]{0,31}",
    **dict.fromkeys(("space", "link", "coal", "iron", "mill", "buyer"), r"[a-z][a-z_.-]{0,63}"),
}
LOWEST: Final = 0
MAY_BE_EMPTY: Final = frozenset(
    {"BrassBuild.second_card", "BrassBuild.coal", "BrassBuild.iron", "BrassSell.card"}
)

GOLDEN: Final = "3"
RARE: Final[frozenset[str]] = frozenset()
HAND: Final = "hand"


def refused() -> Iterator[tuple[State, Seat, Move]]:
    """The table of refusals."""
    return ((case.state, Seat(case.seat), BRASS.parse(case.text)) for case in CASES.values())

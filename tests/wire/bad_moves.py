"""Messages that are no move: by game, what is sent, the field at fault and a part of the reason."""

from typing import Any, Final

from bessemer.v1 import move_pb2

_STEP: Final = {"card": "S1"}
_RAIL: Final = {"link": "bolton-wigan", "end": "wigan", "coal": "market"}
_NO_CARD: Final = "is no card"
_DIGITS: Final = "more than nine digits"
_TOO_LONG: Final = "at most 200 entries, not 201"

BAD_MOVES: Final[dict[str, list[tuple[dict[str, Any], str, str]]]] = {
    "furnace": [
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
    ],
    "brass": [
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
    ],
    "alchemicus": [
        ({}, "", "nothing is set; set one of pass_on"),
        ({"build": {}}, ".build.card", "0 is no AlchemicusKind: set one from 1 to 16"),
        ({"build": {"card": 1, "pay": [2, 17]}}, ".build.pay[1]", "17 is no AlchemicusKind"),
        ({"sell": {"good": 6}}, ".sell.good", "6 is no AlchemicusGood: set one from 1 to 5"),
        ({"walk": {"distance": 10**9}}, ".walk.distance", f"1000000000 has {_DIGITS}"),
        ({"move_spirit": {"to": 1, "victim": -(10**9)}}, ".move_spirit.victim", _DIGITS),
        ({"acquire": {"buildings": [0] * 201}}, ".acquire.buildings", _TOO_LONG),
        ({"gift": {"pay": [1] * 201}}, ".gift.pay", _TOO_LONG),
    ],
}

AT_THE_BOUNDS: Final[dict[str, list[dict[str, Any]]]] = {
    "furnace": [
        {"bid": {"value": 999_999_999, "card": "C" * 16}},
        {"bid": {"value": -999_999_999, "card": "Z_-9"}},
        {"compensation": {"counts": [1] * 200}},
        {"chain_placement": {"line": ["S1"] * 200}},
        {"production_plan": {"steps": [_STEP] * 200}},
        {"production_plan": {"steps": [{"card": "S1", "counts": [1] * 199}]}},
        {"production_plan": {"steps": [{"card": "S1", "flips": ["S1"] * 199}]}},
        {"production_plan": {"steps": [{"card": "S1", "counts": [1]}] * 100}},
    ],
    "brass": [
        {"loan": {"amount": 999_999_999, "card": "w" * 32}},
        {"loan": {"card": "w"}},
        {"remove": {"space": "s" * 64}},
    ],
    "alchemicus": [
        {"acquire": {"buildings": [999_999_999] * 200}},
        {"walk": {"distance": -999_999_999}},
    ],
}
"""By game: messages that are only just moves."""


def move_message(game: str, held: dict[str, Any]) -> move_pb2.Move:
    """A move of `game`, good or bad, from what its message holds."""
    message = move_pb2.Move()
    inner = getattr(message, game)
    inner.SetInParent()
    inner.MergeFrom(type(inner)(**held))
    return message

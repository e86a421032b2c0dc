"""Alchemicus as messages, for the tests of the wire; see `tests.wire.messages.Messages`."""

import random
from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from typing import Any, Final, get_args

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.legal import PHASES
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.refusals import Code
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus.positions import SPIRIT, asked, play, position
from tests.games.alchemicus.walks import late_states, settings

_DIGITS: Final = "more than nine digits"
_TOO_LONG: Final = "at most 200 entries, not 201"

TEXTS: Final = (
    "pass", "draw", "take Alembic for Horten", "draw noctis for Gloria",
    "golem on 3 paying Horten Domo", "golem at 5 paying Horten Domo",
    "mutabilus from 1.0 to 2 paying Domo", "spiritus on 1.3 paying Horten Domo",
    "homunculus undoes 1.3 paying Horten Domo", "homunculus banishes 0.0",
    "pactum paying Horten Domo Gloria", "infamia on 2 paying Horten", "give golem 3", "give",
    "give Horten Horten Domo Domo Infamia", "place 3", "place 0", "move 3", "move 0",
    "move 5 paying Horten Domo", "reward base", "reward noctis", "clear 1 paying Horten",
    "build Alembic paying Horten Domo Domo", "build Horten paying Domo razing 0",
    "spirit to Alembic", "spirit to Domo robbing 0", "acquire", "acquire 0 3",
    "transport 0 to 3", "transmute", "sell tincture from 4 at 1 for fame",
    "sell herb from 0 at 0 for cards", "buy to 3 paying Horten", "gift",
    "gift Horten Horten Horten Horten Horten", "gloria paying Horten", "discard",
    "discard Horten Domo",
)  # fmt: skip

BAD_MOVES: Final[list[tuple[dict[str, Any], str, str]]] = [
    ({}, "", "nothing is set; set one of pass_on"),
    ({"build": {}}, ".build.card", "0 is no AlchemicusKind: set one from 1 to 16"),
    ({"build": {"card": 1, "pay": [2, 17]}}, ".build.pay[1]", "17 is no AlchemicusKind"),
    ({"sell": {"good": 6}}, ".sell.good", "6 is no AlchemicusGood: set one from 1 to 5"),
    ({"walk": {"distance": 10**9}}, ".walk.distance", f"1000000000 has {_DIGITS}"),
    ({"move_spirit": {"to": 1, "victim": -(10**9)}}, ".move_spirit.victim", _DIGITS),
    ({"acquire": {"buildings": [0] * 201}}, ".acquire.buildings", _TOO_LONG),
    ({"gift": {"pay": [1] * 201}}, ".gift.pay", _TOO_LONG),
]

AT_THE_BOUNDS: Final[list[dict[str, Any]]] = [
    {"acquire": {"buildings": [999_999_999] * 200}},
    {"walk": {"distance": -999_999_999}},
]

FORMS: Final[Mapping[str, str]] = {}  # no move holds a text
LOWEST: Final = -999_999_999
MAY_BE_EMPTY: Final[frozenset[str]] = frozenset()

GOLDEN: Final = "4 noctis race"
# So few rounds do not come to a last one, or to gold that is sold.
RARE: Final = frozenset({"AlchemicusView.ending", "AlchemicusView.winner_seat"})
HAND: Final = "own_hand"


# --- Refusals ------------------------------------------------------------------------------------

SOLD: Final = position("sale", rows={0: "Pergula Pergula Horten=herb Horten=herb Horten=herb"})
UNLIKELY: Final = (
    (play(SOLD, "sell herb from 2 at 1 for cards"), "sell herb from 3 at 1 for cards"),
    (position("move", fields=(7, SPIRIT)), "move 2"),
    (position("move"), "move 4"),
    (position("build", hands={0: "Horten Domo"}), "build Horten paying Domo razing 0"),
    (position("transport", rows={0: "Horten=herb Alembic Horten"}), "transport 0 to 2"),
    (
        position(
            "sale",
            rows={0: "Donarium Labrium=gold Pergula Horten=herb"},
            infamia=(1, 0, 0, 0),
            noctis="on",
            race="on",
        ),
        "sell gold from 1 at 0 for cards",
    ),
    (
        position("sale", rows={0: "Donarium Horten=herb Pergula"}),
        "sell herb from 1 at 0 for cards",
    ),
    (
        position("build", rows={0: "Horten " * 12}, hands={0: "Pergula Gloria*2"}),
        "build Pergula paying Gloria",
    ),
)
"""Positions whose refusals moves at random hardly ever meet: a full outlet, a field that is taken…"""


def refused() -> Iterator[tuple[State, Seat, Move]]:
    """Those positions, and then any move in any position until every rule has refused one."""
    rare = ((state, ALCHEMICUS.parse(text)) for state, text in UNLIKELY)
    missing = set(Code) - {Code.NOT_ASKED}
    for state, move in chain(rare, _at_random()):
        seat = Seat(asked(state)[0])
        try:
            ALCHEMICUS.apply(state, seat, move)
        except IllegalMove as error:
            missing.discard(Code(error.code))
            yield state, seat, move
        if not missing:
            return


def _at_random() -> Iterator[tuple[State, Move]]:
    """Positions of late play with moves of the kinds that are asked for, and some others."""
    rng, kinds = random.Random(3), get_args(Move)
    for number, setting in product(range(3), settings(4).values()):
        for walk in islice(late_states(setting, bytes([number])), number % 3, None, 3):
            asked_for = PHASES[walk.state.board.phase].moves if walk.asked else ()
            for kind in sorted(asked_for, key=str):
                for tried in (kind, kind, kind, rng.choice(kinds)):
                    yield walk.state, _any_move(tried, rng)


def _any_move(kind: Any, rng: random.Random) -> Move:  # noqa: ANN401 - a class of moves
    """A move of this kind that means anything, and mostly nothing."""
    parts: list[Any] = []
    for name in kind._fields:
        match name:
            case "pay" | "cards":
                parts.append(tuple(rng.choices(tuple(Kind), k=rng.randrange(6))))
            case "card" | "fee" | "to":
                parts.append(rng.choice(tuple(Kind)))
            case "good":
                parts.append(rng.choice(tuple(Good)))
            case "buildings":
                parts.append((rng.randrange(12),))
            case "demolish" | "victim":
                parts.append(rng.choice((None, rng.randrange(4))))
            case "noctis" | "fame":
                parts.append(rng.random() < 0.5)
            case _:
                parts.append(rng.randrange(-1, 13))
    move: Move = kind(*parts)
    return move

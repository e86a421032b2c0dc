"""In positions of all phases: what the rules accept, what is listed, and what is sampled."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import pytest

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.legal import PHASES
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Refused
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus import positions as at
from tests.games.alchemicus.positions import match, play, position
from tests.games.samples import every_sample
from tests.games.walks import Setting, Walk

STRUCK = "infamia on 1 paying Gloria Gloria Gloria Gloria Gloria"

POSITIONS: dict[str, State] = {
    "draw": position("draw", bank="Domo*2 Horten", hands={0: "Domo Golem*2"}, noctis="on"),
    "draw without a bank": position("draw", hands={0: "Domo Golem"}, noctis="on"),
    "draw without noctis": position("draw", bank="Domo", hands={0: "Domo Golem"}),
    "noctis": position(
        "noctis",
        hands={0: "Golem Mutabilus Spiritus Homunculus Pactum Domo*2"},
        rows={0: "Horten Alembic~", 1: "Horten=herb Fornax=metal"},
        noctis="on",
    ),
    "defence": play(
        position(
            "noctis",
            hands={0: "Infamia Gloria*5", 1: "Domo*3 Horten*3"},
            rows={1: "Horten! Pergula Domo!"},
            fame=(0, 1),
            noctis="on",
        ),
        STRUCK,
    ),
    "defence with a Golem alone": play(
        position(
            "noctis",
            hands={0: "Infamia Gloria*5", 1: "Domo*4"},
            rows={1: "Horten! Pergula"},
            fame=(0, 1),
            noctis="on",
        ),
        STRUCK,
    ),
    "placement": match(2, start="0"),
    "move": position("move", fields=(6, at.SPIRIT), fame=(1, 0)),
    "move in the Race": position(
        "move", hands={0: "Gloria*2 Domo*2 Horten"}, fields=(6, at.SPIRIT), noctis="on", race="on"
    ),
    "reward": play(position("move", noctis="on"), "move 2"),
    "clearing": position(
        "landing",
        fields=(7, 0),
        infamia=(2, 0),
        hands={0: "Domo*5 Horten*4"},
        noctis="on",
        race="on",
    ),
    "clearing one of two": position(
        "landing",
        fields=(7, 0),
        infamia=(2, 0),
        hands={0: "Domo*4 Horten*3"},
        noctis="on",
        race="on",
    ),
    "build": position("build", hands={0: "Domo*2 Alembic Horten Gloria"}),
    "build at the limit": position(
        "build", hands={0: "Domo Horten Gloria"}, rows={0: "Horten " * 11 + "Pergula"}
    ),
    "spirit": position(
        "spirit", players=3, rows={1: "Domo", 2: "Domo"}, hands={1: "Domo", 2: "Domo"}
    ),
    "acquire": position("acquire"),
    "acquire with too few cards": position(
        "acquire", rows={0: "Horten Metalle Pergula Horten Metalle"}, pile="Domo", discard="Domo"
    ),
    "transport": position("transport", rows={0: "Horten=herb Alembic Alembic Metalle=ore Fornax"}),
    "transmute": position("transmute", rows={0: "Alembic=herb"}),
    "sale": position("sale", rows={0: "Taberna Pergula Alembic=tincture Labrium=gold"}),
    "buy-back": play(
        position(
            "sale",
            rows={0: "Pergula Horten=herb", 1: "Horten Alembic"},
            hands={1: "Domo*2 Horten"},
            advanced_sale="on",
        ),
        "sell herb from 1 at 0 for cards",
    ),
    "gifts": position("gifts", hands={0: "Domo*3 Horten*3 Gloria"}),
    "gloria": position("gloria", hands={0: "Domo*3 Horten*3 Gloria*2"}),
    "no gloria": position("gloria", hands={0: "Domo*3 Horten*3"}),
    "hand-limit": position("hand-limit", hands={0: "Domo*9 Horten*3 Gloria"}),
}


DEFAULTS = {
    "draw": "draw",
    "draw without a bank": "draw",
    "draw without noctis": "draw",
    "placement": "place 0",
    "move": "move 1",
    "move in the Race": "move 1",
    "reward": "reward base",
    "spirit": "spirit to Fornax",
    "hand-limit": "discard Domo Domo Domo",
}
"""The default moves that are no pass."""


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_listed_is_all_that_the_rules_accept(name: str) -> None:
    """Of all moves that could be written, with anything at all in each of their fields."""
    state = POSITIONS[name]
    seat = Seat(at.asked(state)[0])
    accepted = {move for move in conceivable(state, seat) if is_accepted(state, seat, move)}

    assert Counter(accepted) == Counter(ALCHEMICUS.legal_moves(state, seat))


@pytest.mark.parametrize("name", POSITIONS)
def test_what_is_sampled_is_all_that_is_listed(name: str) -> None:
    """Whatever `below` answers; and no two sequences of answers lead to the same move."""
    state = POSITIONS[name]
    seat = Seat(at.asked(state)[0])
    walk = Walk(Setting(ALCHEMICUS, None, 2), b"", (), state)

    assert Counter(ALCHEMICUS.legal_moves(state, seat)) == Counter(every_sample(walk, seat))


@pytest.mark.parametrize("name", POSITIONS)
def test_the_default_does_least(name: str) -> None:
    """Nothing, where that is possible."""
    assert DEFAULTS.get(name, "pass") == at.default(POSITIONS[name])


def conceivable(state: State, seat: Seat) -> Iterator[Move]:
    """Every move of the kinds that are asked for, of equal ones that with its cards in order."""
    hand, players = state.hands[seat], state.board.players
    places = range(-1, 1 + max(len(player.buildings) for player in players))
    parts: Mapping[str, Iterable[object]] = {
        "pay": sorted(multisets(Counter(hand))),
        "cards": sorted(multisets(Counter(hand))),
        "buildings": sorted(multisets(Counter(range(len(players[seat].buildings))))),
        "card": Kind,
        "fee": Kind,
        "to": Kind,
        "good": Good,
        "seat": range(-1, len(players) + 1),
        "victim": (None, *range(-1, len(players) + 1)),
        "building": places,
        "into": places,
        "outlet": places,
        "demolish": (None, *places),
        "field": range(-1, 9),
        "distance": range(10),
        "number": range(4),
        "fame": (False, True),
        "noctis": (False, True),
    }
    # Any: a move of any kind.
    kinds: Iterable[Any] = PHASES[state.board.phase].moves
    for kind in kinds:
        yield from map(kind._make, product(*(parts[name] for name in kind._fields)))


def multisets(copies: Mapping[Any, int]) -> Iterator[tuple[Any, ...]]:
    """Everything that can be taken of so many copies of each, in order."""
    items = sorted(copies)
    for numbers in product(*(range(copies[item] + 1) for item in items)):
        yield tuple(
            item for item, number in zip(items, numbers, strict=True) for _ in range(number)
        )


def is_accepted(state: State, seat: Seat, move: Move) -> bool:
    """Whether the rules accept a move; without the refusal, which would list others."""
    try:
        PHASES[state.board.phase].carry_out(Play(state), seat, move)
    except Refused:
        return False
    return True


def test_the_positions_have_every_kind_of_decision() -> None:
    """None is forgotten above."""
    assert {phase.value for phase in PHASES} == {at.asked(state)[1] for state in POSITIONS.values()}

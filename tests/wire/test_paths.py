"""Where a refusal points to: into the message of the move that was refused."""

import random
import re
from collections.abc import Iterator
from itertools import chain, islice, product
from typing import Any, Final, get_args

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.refusals import Code
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from bessemer.wire.wire import wire_of
from tests.games.alchemicus.positions import SPIRIT, asked, play, position
from tests.games.alchemicus.walks import late_states, settings
from tests.games.brass.refusal_cases import CASES as BRASS_CASES
from tests.games.furnace.refusal_cases import CASES as FURNACE_CASES


def points_into(path: str, game: str, move: Any) -> bool:  # noqa: ANN401 - any game's
    """Whether `path` is that of a field of the message of `move`."""
    found: Any = wire_of(game).write_move(move)
    top, *names = re.findall(r"\w+", path)
    for name in names:
        if name.isdigit():
            found = found[int(name)]
        elif name in found.DESCRIPTOR.fields_by_name:
            found = getattr(found, name)
        else:
            return False
    return bool(top == "move")


@pytest.mark.parametrize(
    ("game", "case"),
    [("furnace", case) for case in FURNACE_CASES.values()]
    + [("brass", case) for case in BRASS_CASES.values()],
)
def test_a_refusal_points_into_the_message(game: str, case: Any) -> None:  # noqa: ANN401 - two classes
    """What the rules call the offending part is the path of a field of the message."""
    move = GAMES[game].parse(case.text)
    with pytest.raises(IllegalMove) as refused:
        GAMES[game].apply(case.state, Seat(case.seat), move)
    path = wire_of(game).path(move, refused.value.part)

    assert points_into(path, game, move)
    assert path.endswith(refused.value.part)
    assert move == wire_of(game).read_move(wire_of(game).write_move(move))


SOLD: Final = position("sale", rows={0: "Pergula Pergula Horten=herb Horten=herb Horten=herb"})
RARE: Final = (
    (play(SOLD, "sell herb from 2 at 1 for cards"), "sell herb from 3 at 1 for cards"),
    (position("move", fields=(7, SPIRIT)), "move 2"),
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
        position("build", rows={0: "Horten " * 12}, hands={0: "Pergula Gloria*2"}),
        "build Pergula paying Gloria",
    ),
)
"""Positions whose refusals moves at random hardly ever meet: a full outlet, a field that is taken…"""


def at_random() -> Iterator[tuple[State, Move]]:
    """Positions of late play with moves of the kinds that are asked for, and some others."""
    rng, kinds = random.Random(3), get_args(Move)
    for number, setting in product(range(3), settings(4).values()):
        for walk in islice(late_states(setting, bytes([number])), number % 3, None, 3):
            asked_for = CHOICES[walk.state.board.phase].moves if walk.asked else ()
            for kind in sorted(asked_for, key=str):
                for tried in (kind, kind, kind, rng.choice(kinds)):
                    yield walk.state, any_move(tried, rng)


def any_move(kind: Any, rng: random.Random) -> Move:  # noqa: ANN401 - a class of moves
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


def test_every_refusal_of_alchemicus_points_into_the_message() -> None:
    """Whichever rule is broken, the part at fault is a field of the message."""
    rare = ((state, ALCHEMICUS.parse(text)) for state, text in RARE)
    # Whoever is not asked is refused whatever the move is.
    missing = {code.value for code in Code} - {Code.NOT_ASKED.value}
    for state, move in chain(rare, at_random()):
        try:
            ALCHEMICUS.apply(state, Seat(asked(state)[0]), move)
        except IllegalMove as refused:
            path = wire_of("alchemicus").path(move, refused.part)
            missing.discard(refused.code)
            assert points_into(path, "alchemicus", move), path
        if not missing:
            break

    assert set() == missing


@pytest.mark.parametrize(
    ("text", "part", "path"),
    [
        ("bid 1 on C01", "", "move.furnace.bid"),
        ("compensation 1", "counts[0]", "move.furnace.compensation.counts[0]"),
        ("line S1", "line[0]", "move.furnace.chain_placement.line[0]"),
        ("plan C01; S1 1", "steps[1].counts[0]", "move.furnace.production_plan.steps[1].counts[0]"),
        ("stop", "", "move.brass.stop"),
        ("pass with oldham", "card", "move.brass.pass_action.card"),
        ("pass", "", "move.alchemicus.pass_on"),
        ("move 3", "distance", "move.alchemicus.walk.distance"),
    ],
)
def test_paths_begin_with_the_field_of_the_move(text: str, part: str, path: str) -> None:
    """A path is that of a request which holds the move as `move`."""
    game = path.split(".")[1]
    assert path == wire_of(game).path(GAMES[game].parse(text), part)

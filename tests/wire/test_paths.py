"""Where a refusal points to: into the message of the move that was refused."""

import re
from importlib import import_module
from typing import Any

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.errors import IllegalMove
from bessemer.wire.wire import wire_of
from tests.wire.messages import messages_of


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


@pytest.mark.parametrize("game", NAMES)
def test_every_refusal_points_into_the_message(game: str) -> None:
    """Whichever rule is broken, what the rules call the offending part is a field of the message."""
    wire, met = wire_of(game), set()
    for state, seat, move in messages_of(game).refused():
        with pytest.raises(IllegalMove) as refused:
            GAMES[game].apply(state, seat, move)
        path = wire.path(move, refused.value.part)
        met.add(refused.value.code)

        assert points_into(path, game, move), path
        assert path.endswith(refused.value.part)
        assert move == wire.read_move(wire.write_move(move))
    codes = import_module(f"bessemer.games.{game}.refusals").Code
    # A seat that is not asked is refused whatever the move is.
    assert {code.value for code in codes} <= met | {codes.NOT_ASKED.value}


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

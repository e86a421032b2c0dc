"""Every game of the catalogue has its wire, found by its name."""

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of
from tests.games.walks import Setting
from tests.wire.walks import every_setting, matches


@pytest.mark.parametrize("message", [move_pb2.Move, move_pb2.View, move_pb2.Setup])
def test_every_game_is_in_the_messages(message: type[move_pb2.Move]) -> None:
    """Each has its field in moves, views and set-ups, and there are no others."""
    assert sorted(NAMES) == sorted(field.name for field in message.DESCRIPTOR.fields)


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_on_the_wire(game: str) -> None:
    """It is found once and for all."""
    assert wire_of(game) is wire_of(game)


def test_there_is_no_other_wire() -> None:
    """A module beside the games' is no game."""
    with pytest.raises(KeyError):
        wire_of("codec")


@every_setting
def test_every_kind_of_decision_is_listed(setting: Setting) -> None:
    """Nobody is asked for anything that the game does not list, and no kind is listed twice."""
    kinds = setting.game.decision_kinds

    for walk in matches(setting, b"kinds"):
        assert {decision.kind for decision in walk.game.decisions(walk.state)} <= set(kinds)
    assert len(kinds) == len(set(kinds))

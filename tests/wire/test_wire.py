"""What `GameWire` promises, held against every game of the catalogue, and bytes joined by hand."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import MalformedMove
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.games import WIRES
from bessemer.wire.wire import GameWire, field, number_field
from tests.games.walks import SETTINGS, Setting, states

every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


@given(card=st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_field_is_written_as_protobuf_would(card: str) -> None:
    """A text of any length in a field."""
    expected = furnace_pb2.FurnaceBid(card=card).SerializeToString()

    assert expected == (field(2, card.encode()) if card else b"")


@given(value=st.integers(0, 2**31 - 1))
def test_a_number_is_written_as_protobuf_would(value: int) -> None:
    """Any number from 0 up; 0 is not written at all."""
    assert furnace_pb2.FurnaceBid(value=value).SerializeToString() == number_field(1, value)


def test_fields_with_large_numbers_are_written_as_protobuf_would() -> None:
    """A field's number above 15 takes two bytes."""
    assert move_pb2.Move.FromString(field(1, b"")).HasField("furnace")
    assert b"\x9a\x06\x01x" == field(99, b"x")
    assert b"\x98\x06\x01" == number_field(99, 1)


def test_every_game_is_on_the_wire() -> None:
    """The catalogue and the wires have the same names."""
    assert set(GAMES) == set(WIRES)


@every_setting
def test_every_kind_of_decision_is_listed(setting: Setting) -> None:
    """Nobody is asked for anything that the game does not list, and no kind is listed twice."""
    kinds = setting.game.decision_kinds

    for walk in states(setting, b"kinds"):
        assert {decision.kind for decision in walk.game.decisions(walk.state)} <= set(kinds)
    assert len(kinds) == len(set(kinds))


@every_setting
def test_moves_survive_the_wire(setting: Setting) -> None:
    """Every move of random play comes out as it went in."""
    wire = WIRES[setting.game.name]
    *_, final = states(setting, b"moves")

    for _, move in final.moves:
        sent = wire.write_move(move).SerializeToString()
        assert move == wire.read_move(move_pb2.Move.FromString(sent))


@every_setting
def test_a_move_is_in_the_field_of_its_game(setting: Setting) -> None:
    """There refusals point, too."""
    wire = WIRES[setting.game.name]
    for walk in states(setting, b"kinds"):
        for decision in walk.game.decisions(walk.state):
            move = walk.game.default_move(walk.state, decision.seat)

            assert setting.game.name == wire.write_move(move).WhichOneof("move")
            assert wire.path(move, "").startswith(f"move.{setting.game.name}.")


@pytest.mark.parametrize("wire", WIRES.values(), ids=WIRES)
def test_nothing_is_no_move(wire: GameWire) -> None:
    """A message without a move is malformed, in every game."""
    with pytest.raises(MalformedMove):
        wire.read_move(move_pb2.Move())


@every_setting
def test_views_and_set_ups_say_which_game_they_are_of(setting: Setting) -> None:
    """The field that is set has the name of the game."""
    wire = WIRES[setting.game.name]
    writer = wire.view_writer()
    for walk in islice(states(setting, b"names"), 3):
        view = move_pb2.View.FromString(writer.write(walk.game.view(walk.state, None)))
        assert setting.game.name == view.WhichOneof("view")

    assert setting.game.name == wire.setup(setting.options).WhichOneof("setup")

"""Plain JSON is what protobuf's own JSON form of the same messages is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from google.protobuf.json_format import MessageToDict

from bessemer.engine.game import Seat
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.v1 import move_pb2
from bessemer.wire import plain_json
from bessemer.wire.plain_json import PlainJson
from bessemer.wire.wire import wire_of

REPLAYS: Final = sorted((Path(__file__).parents[1] / "replays").glob("*/*.replay"))
every_replay = pytest.mark.parametrize(
    "path", REPLAYS, ids=lambda path: f"{path.parent.name}-{path.stem}"
)


def reference(game: str) -> Callable[[Any], dict[str, Any]]:
    """Makes a view plain by protobuf, each from the beginning."""
    wire = wire_of(game)

    def plain(view: Any) -> dict[str, Any]:  # noqa: ANN401 - any game's
        message = move_pb2.View.FromString(wire.view_writer().write(view))
        found: dict[str, Any] = MessageToDict(
            getattr(message, game),
            preserving_proto_field_name=True,
            always_print_fields_with_no_presence=True,
        )
        wire.add_to_view(view.board, found)
        return found

    return plain


@every_replay
def test_views_are_as_protobuf_writes_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A spectator's and each seat's at every turn, in any order; and what was given stays as it was."""
    monkeypatch.setattr(plain_json, "_MOST_PARTS", 200)  # so that parts are forgotten as well
    player = ReplayPlayer(read_replay(path.read_bytes()))
    game, seats = player.game, range(len(player.header.players))
    plain, expected = PlainJson(game.name), reference(game.name)
    states = [player.position.state] + [step.after.state for step in player.steps()]
    given = []
    for state in states:
        views = [game.view(state, None), *(game.view(state, Seat(seat)) for seat in seats)]
        for view in (*views, views[0]):
            shown = plain.view(view)
            assert expected(view) == shown
            given.append((shown, json.dumps(shown)))

    assert all(text == json.dumps(shown) for shown, text in given)


@pytest.mark.parametrize("game", sorted({path.parent.name for path in REPLAYS}))
def test_set_ups_are_as_protobuf_writes_them(game: str) -> None:
    """With fields that hold nothing, those without presence alone."""
    path = next(path for path in REPLAYS if path.parent.name == game)
    player = ReplayPlayer(read_replay(path.read_bytes()))
    options = player.game.options(player.header.options)
    expected = MessageToDict(
        getattr(wire_of(game).setup(options), game),
        preserving_proto_field_name=True,
        always_print_fields_with_no_presence=True,
    )

    assert expected == PlainJson(game).setup(options)

"""Frames say what the replay says: the views of everybody at every turn, moves, sentences, scores."""

from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.game import Seat
from bessemer.faces.face import face_of
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.web.differences import applied, differences
from bessemer.web.replay_frames import replay_frames
from bessemer.wire.plain_json import PlainJson

REPLAYS: Final = sorted((Path(__file__).parents[1] / "replays").glob("*/*.replay"))
every_replay = pytest.mark.parametrize(
    "path", REPLAYS, ids=lambda path: f"{path.parent.name}-{path.stem}"
)

JSON: Final = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(before=JSON, after=JSON)
def test_differences_lead_from_one_value_to_the_other(before: Any, after: Any) -> None:  # noqa: ANN401
    """Whatever the two are; and the value itself is left alone."""
    kept = repr(before)

    assert repr(after) == repr(_sorted_like(after, applied(differences(before, after), before)))
    assert kept == repr(before)


def _sorted_like(model: Any, value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """`value` with its names in the order of the model's, which JSON does not care about."""
    if isinstance(model, dict) and isinstance(value, dict) and set(model) == set(value):
        return {name: _sorted_like(model[name], value[name]) for name in model}
    if isinstance(model, list) and isinstance(value, list) and len(model) == len(value):
        return [_sorted_like(*pair) for pair in zip(model, value, strict=True)]
    return value


@every_replay
def test_every_view_of_everybody_follows_from_the_frames(path: Path) -> None:
    """The spectator's and each seat's, after every turn; with the moves, times and scores."""
    replay = read_replay(path.read_bytes())
    shown = replay_frames(replay)
    player = ReplayPlayer(replay)
    game, plain = player.game, PlainJson(player.game.name)
    seats = range(len(player.header.players))
    states = [player.position.state] + [step.after.state for step in player.steps()]
    moments = [shown["header"], *shown["frames"]]

    assert len(states) == len(moments)
    view, seen = shown["header"]["view"], dict[str, Any]()
    for state, moment in zip(states, moments, strict=True):
        view = applied(moment.get("changes", []), view)
        seen |= moment.get("seen", {})
        assert plain.view(game.view(state, None)) == view
        for seat in seats:
            own = plain.view(game.view(state, Seat(seat)))
            assert own == applied(seen.get(str(seat), []), view)
        assert list(face_of(game.name).scores(game.view(state, None))) == moment["scores"]
    for number, (frame, record) in enumerate(
        zip(shown["frames"], replay.records, strict=True), start=1
    ):
        assert number == frame["number"]
        said = (frame["turn"], frame["seat"], frame["text"], frame["cause"])
        assert record[:4] == said
        assert record.time_used / 1e6 == pytest.approx(frame["spent"], abs=0.001)
    assert shown["error"] is None


@every_replay
def test_the_scores_of_the_last_frame_are_those_of_the_result(path: Path) -> None:
    """What the curve ends with is what the match ended with."""
    replay = read_replay(path.read_bytes())
    shown = replay_frames(replay)

    if replay.result is not None and replay.result.scores:
        last = shown["frames"][-1]
        assert list(replay.result.scores) == last["scores"] == last["in_sight"]
        assert list(replay.result.ranks) == shown["end"]["ranks"]

"""Views of Furnace as bytes: what protobuf would write, whatever was written before."""

import pickle
import random
from itertools import islice
from typing import Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import View
from bessemer.v1 import move_pb2
from bessemer.wire.furnace_view import FurnaceViewWriter
from tests.games.furnace.positions import deck_text, match, position
from tests.games.walks import Setting, Walk, settings_of, states
from tests.wire.furnace_messages import build_view

SETTINGS: Final = dict(settings_of(FURNACE))
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)

OFTEN: Final = 7
"""Of so many states one is looked at where all would take long."""


def plain(view: View) -> bytes:
    """`view` as protobuf writes it."""
    return build_view(view).SerializeToString()


def views(walk: Walk) -> list[View]:
    """Everybody's view of a position."""
    return [walk.game.view(walk.state, viewer) for viewer in walk.viewers]


@every_setting
def test_a_match_is_written_as_protobuf_would(setting: Setting) -> None:
    """At every state, for every seat and a spectator in any order, the bytes are protobuf's own."""
    writer, rng = FurnaceViewWriter(), random.Random(1)
    for walk in states(setting, b"written"):
        seen = views(walk)
        rng.shuffle(seen)
        for view in seen:
            assert plain(view) == writer.write(view)


def test_every_kind_of_answer_is_written() -> None:
    """The matches of these tests do hold sealed answers of all three kinds."""
    kinds = {
        type(view.answer)
        for setting in SETTINGS.values()
        for walk in states(setting, b"written")
        for view in views(walk)
    }

    assert {type(None), Compensation, ChainPlacement, ProductionPlan} == kinds


@pytest.mark.parametrize("seed", range(3))
def test_views_may_come_in_any_order(seed: int) -> None:
    """One writer, views of many matches and moments, some of them as copies: all come out right."""
    rng = random.Random(seed)
    seen = [
        view
        for setting in SETTINGS.values()
        for walk in islice(states(setting, bytes([seed])), seed, None, OFTEN)
        for view in views(walk)
    ]
    seen += [pickle.loads(pickle.dumps(view)) for view in rng.sample(seen, 200)]  # noqa: S301
    rng.shuffle(seen)
    writer = FurnaceViewWriter()

    for view in seen:
        assert plain(view) == writer.write(view)


def test_a_match_may_go_back() -> None:
    """Whatever was written last, an earlier view of the same match comes out as it did before."""
    rng = random.Random(5)
    walks = list(states(SETTINGS["furnace 2 chain-on"], b"back"))
    writer = FurnaceViewWriter()

    for _ in range(500):
        view = rng.choice(views(rng.choice(walks)))
        assert plain(view) == writer.write(view)


def test_another_table_is_seen_though_nothing_else_differs() -> None:
    """A board that shares every other part with the last one still shows its own table."""
    view, writer = FURNACE.view(match(3), None), FurnaceViewWriter()
    table = view.board.table
    swapped = table._replace(startups=table.startups[::-1], capitalists=table.capitalists[::-1])
    other = view._replace(board=view.board._replace(table=swapped))

    for seen in (view, other, view):
        assert plain(seen) == writer.write(seen)


def test_the_same_board_is_not_encoded_again() -> None:
    """Whoever has not answered is sent the very same bytes for the very same board."""
    state, writer = match(4), FurnaceViewWriter()
    first = writer.write(FURNACE.view(state, FURNACE.decisions(state)[0].seat))

    assert first is writer.write(FURNACE.view(state, None))


def test_large_stocks_are_written() -> None:
    """Amounts of more than seven, and of more than eight, bits come out as protobuf's own."""
    rich = position(4, stocks={0: "127C + 128I", 1: "255C + 256$", 2: "999O + 999U", 3: "999$"})
    view = FURNACE.view(rich, None)

    assert plain(view) == FurnaceViewWriter().write(view)


def test_long_names_are_written() -> None:
    """A message of more than 127 bytes inside another comes out as protobuf's own."""
    long = deck_text(filler=32).replace('"Z', '"Z-LONG-LONG-LO')
    *_, final = states(
        Setting(FURNACE, FURNACE.options({"deck": long, "capitalists": "off"}), 4), b"long"
    )
    view = FURNACE.view(final.state, None)

    assert any(len(player.companies) > 7 for player in view.board.players)
    assert plain(view) == FurnaceViewWriter().write(view)


@every_setting
def test_what_a_seat_cannot_see_changes_no_byte(setting: Setting) -> None:
    """Another deck order, another die, others' sealed answers: the same bytes, from any writer."""
    writer = FurnaceViewWriter()
    for number, walk in enumerate(islice(states(setting, b"hidden"), 0, None, OFTEN)):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            written = writer.write(view)
            for draw in range(2):
                other = walk.game.resample(view, Chance(b"other %d %d" % (number, draw)))
                # Somebody else's view of the other state comes first: nothing of it may stay.
                for peer in walk.viewers:
                    writer.write(walk.game.view(other, peer))

                assert written == writer.write(walk.game.view(other, viewer))
                assert written == FurnaceViewWriter().write(walk.game.view(other, viewer))


def test_others_answers_do_change_the_state() -> None:
    """The test above has something to find: resampled states do differ in what is sealed."""
    for walk in states(SETTINGS["furnace 4"], b"hidden"):
        if walk.game.sealed(walk.state):
            view = walk.game.view(walk.state, None)
            others = {walk.game.resample(view, Chance(bytes([n]))).sealed for n in range(8)}
            if len(others) > 1:
                return
    pytest.fail("no sealed answers were drawn")


def test_the_bytes_are_a_view() -> None:
    """What is written can be parsed, and parsed it is the view."""
    view = FURNACE.view(match(3), None)

    assert build_view(view) == move_pb2.View.FromString(FurnaceViewWriter().write(view))

"""Views of Alchemicus as bytes: what protobuf would write, whatever was written before."""

import pickle
import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

import pytest
from google.protobuf.message import Message

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.state import Recalled, View
from bessemer.sdk.codec_alchemicus import read_view
from bessemer.v1 import alchemicus_pb2, move_pb2
from bessemer.wire.alchemicus_view import AlchemicusViewWriter
from tests.games.alchemicus.positions import match, position
from tests.games.alchemicus.walks import PLAYERS, settings
from tests.games.walks import Setting, Walk
from tests.wire.alchemicus_messages import build_view

SETTINGS: Final = settings(6)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)

OFTEN: Final = 11
"""Of so many states one is looked at where all would take long."""


def states(setting: Setting, seed: bytes) -> Iterator[Walk]:
    """Matches of random, of busy and of late players."""
    for play in PLAYERS:
        yield from play(setting, seed)


def plain(view: View) -> bytes:
    """`view` as protobuf writes it."""
    return build_view(view).SerializeToString()


def views(walk: Walk) -> list[View]:
    """Everybody's view of a position."""
    return [walk.game.view(walk.state, viewer) for viewer in walk.viewers]


@every_setting
def test_a_match_is_written_as_protobuf_would(setting: Setting) -> None:
    """At every state, for every seat and a spectator in any order, the bytes are protobuf's own."""
    writer, rng = AlchemicusViewWriter(), random.Random(1)
    for walk in states(setting, b"written"):
        seen = views(walk)
        rng.shuffle(seen)
        for view in seen:
            assert plain(view) == writer.write(view)


def filled(message: Message) -> set[str]:
    """The fields that hold something, of the message and of all inside it."""
    found = set()
    for descriptor, value in message.ListFields():
        found.add(f"{message.DESCRIPTOR.name}.{descriptor.name}")
        for part in value if isinstance(value, Iterable) else [value]:
            if isinstance(part, Message):
                found |= filled(part)
    return found


def test_everything_that_can_lie_on_a_table_is_written() -> None:
    """The matches of these tests do hold whatever a view can show, so nothing passes unseen."""
    found: set[str] = set()
    for setting in SETTINGS.values():
        for walk in states(setting, b"written"):
            for view in views(walk):
                found |= filled(build_view(view).alchemicus)
    tables = [
        alchemicus_pb2.DESCRIPTOR.message_types_by_name[f"Alchemicus{name}"]
        for name in ("View", "Player", "Building", "Lying", "Offer", "Shuffle", "Memory", "Cards")
    ]
    fields = {f"{table.name}.{field.name}" for table in tables for field in table.fields}

    # So few rounds do not come to a last one, or to gold that is sold: see the next test.
    assert {"AlchemicusView.ending", "AlchemicusView.winner_seat"} == fields - found


@pytest.mark.parametrize("winner", [0, 1])
def test_the_end_is_written(winner: int) -> None:
    """The last round, and who sold gold in the Race: seat 0 is not nobody."""
    board = match(2).board._replace(ending=True, winner=Seat(winner))
    view = View(None, board, (), Recalled())
    written = move_pb2.View.FromString(AlchemicusViewWriter().write(view))

    assert build_view(view) == written
    assert written.alchemicus.HasField("winner_seat")
    assert board == read_view(written, None, board.table.options).board


@pytest.mark.parametrize("seed", range(2))
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
    writer = AlchemicusViewWriter()

    for view in seen:
        assert plain(view) == writer.write(view)


def test_a_spectator_is_sent_the_same_bytes_again() -> None:
    """The very same board is not encoded twice."""
    walk, writer = next(states(SETTINGS["3"], b"same")), AlchemicusViewWriter()
    first = writer.write(walk.game.view(walk.state, None))
    writer.write(walk.game.view(walk.state, walk.seats[0]))

    assert first is writer.write(walk.game.view(walk.state, None))


def test_large_numbers_are_written() -> None:
    """Numbers of more than seven bits come out as protobuf's own, in lists too."""
    state = position("build", fame=(300, 127, 0, 0), turns=(128, 128, 0, 0))
    board = state.board._replace(traded=(1, 128, 300), pile=140)
    view = View(None, board, (), Recalled())

    assert plain(view) == AlchemicusViewWriter().write(view)


@every_setting
def test_what_a_seat_cannot_see_changes_no_byte(setting: Setting) -> None:
    """Other hands, other piles, other faces: the same bytes, from any writer."""
    writer = AlchemicusViewWriter()
    differing = 0
    for number, walk in enumerate(islice(states(setting, b"hidden"), 0, None, OFTEN)):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            written = writer.write(view)
            other = walk.game.resample(view, Chance(b"other %d" % number))
            differing += other.hands != walk.state.hands
            # Everybody else's view of the other state comes first: nothing of it may stay.
            for peer in walk.viewers:
                writer.write(walk.game.view(other, peer))

            assert written == writer.write(walk.game.view(other, viewer))
            assert written == AlchemicusViewWriter().write(walk.game.view(other, viewer))
    assert differing


def test_the_bytes_are_a_view() -> None:
    """What is written can be parsed, and parsed it is the view."""
    walk = next(states(SETTINGS["4 noctis race"], b"parsed"))
    view = walk.game.view(walk.state, walk.seats[0])

    assert build_view(view) == move_pb2.View.FromString(AlchemicusViewWriter().write(view))

"""Views of Brass as bytes: what protobuf would write, whatever was written before."""

import pickle
import random
from itertools import islice
from typing import Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase, View
from bessemer.v1 import move_pb2
from bessemer.wire.brass_view import BrassViewWriter
from tests.games.brass.positions import idle, position
from tests.games.walks import Setting, Walk, settings_of, states
from tests.wire.brass_messages import build_view

SETTINGS: Final = dict(settings_of(BRASS))
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
    writer, rng = BrassViewWriter(), random.Random(1)
    for walk in states(setting, b"written"):
        seen = views(walk)
        rng.shuffle(seen)
        for view in seen:
            assert plain(view) == writer.write(view)


def test_every_phase_is_written() -> None:
    """The matches of these tests, and a debt, do show all that a match can wait for."""
    phases = {
        walk.state.board.phase
        for setting in SETTINGS.values()
        for walk in states(setting, b"written")
    }

    assert set(Phase) - {Phase.SHORTFALL} <= phases


def test_a_debt_is_written() -> None:
    """Money below 0 comes out as protobuf's own."""
    broke = idle(
        position(
            tiles="0 cotton1 bury.left, 0 port1 fleetwood.only",
            owns={0: {"income": 0, "money": 0}},
        )
    )
    view = BRASS.view(broke, Seat(0))

    assert view.board.phase is Phase.SHORTFALL
    assert view.board.players[0].money < 0
    assert plain(view) == BrassViewWriter().write(view)


def test_large_numbers_are_written() -> None:
    """Money and points of more than seven, and of more than fourteen, bits."""
    rich = position(
        owns={0: {"money": 127, "points": 128}, 1: {"money": 16_383, "spent": 16_384, "income": 99}}
    )
    view = BRASS.view(rich, None)

    assert plain(view) == BrassViewWriter().write(view)


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
    seen += [pickle.loads(pickle.dumps(view)) for view in rng.sample(seen, 50)]  # noqa: S301
    rng.shuffle(seen)
    writer = BrassViewWriter()

    for view in seen:
        assert plain(view) == writer.write(view)


@every_setting
def test_what_a_seat_cannot_see_changes_no_byte(setting: Setting) -> None:
    """Other hands, another deck, other distant tiles to come: the same bytes, from any writer."""
    writer = BrassViewWriter()
    for number, walk in enumerate(islice(states(setting, b"hidden"), 0, None, OFTEN)):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            written = writer.write(view)
            other = walk.game.resample(view, Chance(b"other %d" % number))
            # Somebody else's view of the other state comes first: nothing of it may stay.
            for peer in walk.viewers:
                writer.write(walk.game.view(other, peer))

            assert written == writer.write(walk.game.view(other, viewer))
            assert written == BrassViewWriter().write(walk.game.view(other, viewer))


def test_each_hidden_thing_changed_by_hand_changes_no_byte() -> None:
    """Two hands swapped, the deck, the cards set aside and the distant tiles turned round."""
    state = BRASS.setup(BRASS.options({}), 3, Chance(b"by hand"))
    first, second, third = state.hands
    writer = BrassViewWriter()
    changes = {
        "hands": state._replace(hands=(first, third, second)),
        "deck": state._replace(deck=state.deck[::-1]),
        "aside": state._replace(aside=state.aside[::-1]),
        "distant": state._replace(distant=state.distant[::-1]),
        "chance": state._replace(chance=Chance(b"another")),
    }
    for what, other in changes.items():
        assert other != state, what
        for viewer in (Seat(0), None):
            assert writer.write(BRASS.view(state, viewer)) == writer.write(
                BRASS.view(other, viewer)
            ), what
    assert writer.write(BRASS.view(state, Seat(1))) != writer.write(
        BRASS.view(changes["hands"], Seat(1))
    )


def test_nobody_is_sent_anothers_hand() -> None:
    """A seat's own cards are in its view alone; a spectator's has none."""
    state = BRASS.setup(BRASS.options({}), 4, Chance(b"hands"))
    writer = BrassViewWriter()
    for viewer, hand in ((Seat(2), state.hands[2]), (None, ())):
        sent = move_pb2.View.FromString(writer.write(BRASS.view(state, viewer))).brass

        assert hand == tuple(sent.hand)
        assert [8, 8, 8, 8] == [player.hand_size for player in sent.players]


def test_the_bytes_are_a_view() -> None:
    """What is written can be parsed, and parsed it is the view."""
    view = BRASS.view(BRASS.setup(BRASS.options({}), 3, Chance(b"parsed")), Seat(1))

    assert build_view(view) == move_pb2.View.FromString(BrassViewWriter().write(view))

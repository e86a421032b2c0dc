"""A decision as a bot is shown it: the view of its game, and the clock."""

from math import inf

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.sdk.seats.codecs import codec_of
from bessemer.sdk.view import view_class
from bessemer.v1 import match_pb2, move_pb2
from bessemer.wire.wire import wire_of


@pytest.mark.parametrize("game", NAMES)
def test_a_decision_is_a_view_with_its_clock(game: str) -> None:
    """To the fraction of a second; without one there is no limit."""
    rules, codec = GAMES[game], codec_of(game)
    view = rules.view(rules.setup(rules.options({}), 3, Chance(b"clock")), Seat(1))
    written = wire_of(game).view_writer().write(view)
    decision = match_pb2.Decision(view=move_pb2.View.FromString(written))
    unlimited = codec.read_decision(decision, 1, rules.options({}))
    decision.time_left.FromMilliseconds(12_250)
    limited = codec.read_decision(decision, 1, rules.options({}))

    assert type(limited) is view_class(game)
    assert (inf, 12.25) == (unlimited.clock, limited.clock)
    assert (1, view) == (limited.seat, limited.seen)


def test_there_is_no_codec_of_another_game() -> None:
    """A name that is no game's."""
    with pytest.raises(KeyError):
        codec_of("chess")

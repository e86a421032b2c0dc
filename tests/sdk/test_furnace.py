"""Furnace for bot authors: what the referee writes, read back as the values of the game."""

from itertools import islice
from math import inf
from typing import Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.furnace.options import Options
from bessemer.games.furnace.rules import FURNACE
from bessemer.sdk import codec_furnace as furnace
from bessemer.v1 import match_pb2, move_pb2
from bessemer.wire.furnace import FURNACE_WIRE
from bessemer.wire.furnace_view import FurnaceViewWriter
from tests.games.furnace.positions import deck_text
from tests.games.walks import Setting, settings_of, states
from tests.wire.furnace_messages import build_view

SETTINGS: Final = dict(settings_of(FURNACE))
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)

ALL_CAPITALISTS = ("K1", "K2", "K3", "K4", "K5")


def sent_options(options: Options) -> Options:
    """The options as a client gets them: as the texts of the match."""
    return FURNACE.options(FURNACE.option_texts(options))


@every_setting
def test_a_view_is_read_as_it_was(setting: Setting) -> None:
    """At every state, everybody reads exactly the view that the referee has, to the last type."""
    options = sent_options(setting.options)
    for walk in states(setting, b"read"):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            read = furnace.read_view(build_view(view), viewer, options)

            assert view == read
            assert repr(view) == repr(read)


@every_setting
def test_a_bot_cannot_tell_a_view_that_was_sent(setting: Setting) -> None:
    """What the referee's writer sends gives the same legal moves and the same resampled states."""
    options, writer = sent_options(setting.options), FurnaceViewWriter()
    for walk in islice(states(setting, b"bots"), 0, None, 11):
        for seat in walk.asked:
            view = walk.game.view(walk.state, seat)
            sent = move_pb2.View.FromString(writer.write(view))
            state = walk.game.resample(furnace.read_view(sent, seat, options), Chance(b"bot"))

            assert walk.game.resample(view, Chance(b"bot")) == state
            assert list(islice(walk.game.legal_moves(walk.state, seat), 20)) == list(
                islice(walk.game.legal_moves(state, seat), 20)
            )


def test_views_of_own_decks_are_read() -> None:
    """Claims are those of the deck that is played, whatever its cards do."""
    text = deck_text(
        [("1C -> 1O", "2C", "1O -> 4$ x1")] * 24, capitalists=ALL_CAPITALISTS, filler=8
    )
    setting = Setting(FURNACE, FURNACE.options({"deck": text, "rounds": "3"}), 4)
    options = sent_options(setting.options)

    for walk in states(setting, b"own"):
        view = walk.game.view(walk.state, None)
        assert view == furnace.read_view(build_view(view), None, options)


@every_setting
def test_moves_are_written_as_the_referee_reads_them(setting: Setting) -> None:
    """Both sides write the same message, and each reads what the other writes."""
    *_, final = states(setting, b"moves")
    for _, move in final.moves:
        message = furnace.write_move(move)

        assert FURNACE_WIRE.write_move(move) == message
        assert move == FURNACE_WIRE.read_move(message)
        assert move == furnace.read_move(message)


@pytest.mark.parametrize("text", ["compensation", "line", "plan", "bid 0 on C01"])
def test_empty_moves_are_moves(text: str) -> None:
    """A move without entries is still one of its kind."""
    move = FURNACE.parse(text)

    assert FURNACE_WIRE.write_move(move) == furnace.write_move(move)
    assert move == furnace.read_move(furnace.write_move(move))


def test_nothing_is_no_move() -> None:
    """A message without a move of Furnace is malformed."""
    with pytest.raises(MalformedMove, match="nothing is set"):
        furnace.read_move(move_pb2.Move())


def test_what_a_bot_author_imports() -> None:
    """The module offers both directions and nothing else."""
    assert ["read_decision", "read_move", "read_view", "write_move"] == furnace.__all__


def test_a_decision_is_a_view_with_its_clock() -> None:
    """To the fraction of a second; without one there is no limit."""
    view = FURNACE.view(FURNACE.setup(FURNACE.options({}), 3, Chance(b"clock")), Seat(1))
    decision = match_pb2.Decision(view=build_view(view))
    unlimited = furnace.read_decision(decision, 1, FURNACE.options({}))
    decision.time_left.FromMilliseconds(12_250)
    limited = furnace.read_decision(decision, 1, FURNACE.options({}))

    assert (inf, 12.25) == (unlimited.clock, limited.clock)
    assert (1, view.board) == (limited.seat, limited.board)

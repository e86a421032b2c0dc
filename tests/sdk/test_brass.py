"""Brass for bot authors: what the referee writes, read back as the values of the game."""

from itertools import islice
from math import inf
from typing import Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase
from bessemer.sdk import codec_brass as brass
from bessemer.v1 import furnace_pb2, match_pb2, move_pb2
from bessemer.wire.brass import BRASS_WIRE
from bessemer.wire.brass_view import BrassViewWriter
from tests.games.brass.refusal_cases import CASES, Case
from tests.games.walks import Setting, settings_of, states
from tests.wire.brass_messages import build_view

SETTINGS: Final = dict(settings_of(BRASS))
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


@every_setting
@pytest.mark.parametrize("seed", [b"read", b"again"])
def test_a_view_is_read_as_it_was(setting: Setting, seed: bytes) -> None:
    """At every state, everybody reads exactly the view that the referee has, to the last type."""
    for walk in states(setting, seed):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            read = brass.read_view(build_view(view), viewer, setting.options)

            assert view == read
            assert repr(view) == repr(read)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_rich_position_is_read_as_it_was(case: Case) -> None:
    """Debts, closed markets and overbuilt tiles too, as the referee's writer sends them."""
    state = case.state
    writer = BrassViewWriter()
    for viewer in (None, *range(len(state.board.players))):
        view = BRASS.view(state, None if viewer is None else Seat(viewer))
        sent = move_pb2.View.FromString(writer.write(view))

        assert view == brass.read_view(sent, viewer, BRASS.options({}))


def test_debts_are_among_the_rich_positions() -> None:
    """The test above does meet every phase."""
    assert set(Phase) == {case.state.board.phase for case in CASES.values()}


@every_setting
def test_a_bot_cannot_tell_a_view_that_was_sent(setting: Setting) -> None:
    """What the referee's writer sends gives the same legal moves and the same resampled states."""
    writer = BrassViewWriter()
    for walk in islice(states(setting, b"bots"), 0, None, 11):
        for seat in walk.asked:
            view = walk.game.view(walk.state, seat)
            sent = move_pb2.View.FromString(writer.write(view))
            state = walk.game.resample(brass.read_view(sent, seat, setting.options), Chance(b"b"))

            assert walk.game.resample(view, Chance(b"b")) == state
            assert list(walk.game.legal_moves(walk.state, seat)) == list(
                walk.game.legal_moves(state, seat)
            )


@every_setting
def test_moves_are_written_as_the_referee_reads_them(setting: Setting) -> None:
    """Both sides write the same message, and each reads what the other writes."""
    *_, final = states(setting, b"moves")
    for _, move in final.moves:
        message = brass.write_move(move)

        assert BRASS_WIRE.write_move(move) == message
        assert move == BRASS_WIRE.read_move(message)
        assert move == brass.read_move(message)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_illegal_moves_are_moves(case: Case) -> None:
    """Whatever has a text is written and read alike, be it legal or not."""
    move = BRASS.parse(case.text)

    assert BRASS_WIRE.write_move(move) == brass.write_move(move)
    assert move == brass.read_move(brass.write_move(move))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (move_pb2.Move(), "nothing is set"),
        (
            move_pb2.Move(furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid())),
            "furnace",
        ),
    ],
    ids=["nothing", "furnace"],
)
def test_what_is_no_move_of_brass_is_malformed(message: move_pb2.Move, why: str) -> None:
    """A message without a move, or with another game's."""
    with pytest.raises(MalformedMove, match=why):
        brass.read_move(message)


def test_what_a_bot_author_imports() -> None:
    """The module offers both directions and nothing else."""
    assert ["read_decision", "read_move", "read_view", "write_move"] == brass.__all__


def test_a_decision_is_a_view_with_its_clock() -> None:
    """To the fraction of a second; without one there is no limit."""
    view = BRASS.view(BRASS.setup(BRASS.options({}), 3, Chance(b"clock")), Seat(1))
    decision = match_pb2.Decision(view=build_view(view))
    unlimited = brass.read_decision(decision, 1, BRASS.options({}))
    decision.time_left.FromMilliseconds(12_250)
    limited = brass.read_decision(decision, 1, BRASS.options({}))

    assert (inf, 12.25) == (unlimited.clock, limited.clock)
    assert (1, view.board) == (limited.seat, limited.board)

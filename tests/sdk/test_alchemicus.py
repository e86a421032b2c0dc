"""Alchemicus for bot authors: what the referee writes, read back as the values of the game."""

from itertools import islice
from math import inf
from typing import Any, Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.sdk import codec_alchemicus as alchemicus
from bessemer.sdk.alchemicus import AlchemicusView
from bessemer.v1 import furnace_pb2, match_pb2, move_pb2
from bessemer.wire.alchemicus import ALCHEMICUS_WIRE
from tests.games.alchemicus.walks import PLAYERS, settings
from tests.games.walks import Setting
from tests.wire.alchemicus_messages import build_view

SETTINGS: Final = settings(6)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
every_play = pytest.mark.parametrize("play", PLAYERS, ids=["random", "busy", "late"])


def sent_options(options: Options) -> Options:
    """The options as a client gets them: as the texts of the match."""
    return ALCHEMICUS.options(ALCHEMICUS.option_texts(options))


@every_play
@every_setting
def test_a_view_is_read_as_it_was(setting: Setting, play: Any) -> None:  # noqa: ANN401
    """At every state, everybody reads exactly the view that the referee has, to the last type."""
    options, writer = sent_options(setting.options), ALCHEMICUS_WIRE.view_writer()
    for walk in play(setting, b"read"):
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)
            sent = move_pb2.View.FromString(writer.write(view))
            read = alchemicus.read_view(sent, viewer, options)

            assert view == read
            assert repr(view) == repr(read)


@every_play
@every_setting
def test_a_bot_cannot_tell_a_view_that_was_sent(setting: Setting, play: Any) -> None:  # noqa: ANN401
    """What was sent gives the same legal moves and the same resampled states."""
    options = sent_options(setting.options)
    for walk in islice(play(setting, b"bots"), 0, None, 11):
        for seat in walk.asked:
            view = walk.game.view(walk.state, seat)
            read = alchemicus.read_view(build_view(view), seat, options)
            state = walk.game.resample(read, Chance(b"bot"))

            assert walk.game.resample(view, Chance(b"bot")) == state
            assert list(islice(walk.game.legal_moves(walk.state, seat), 20)) == list(
                islice(walk.game.legal_moves(state, seat), 20)
            )


@every_play
@every_setting
def test_moves_are_written_as_the_referee_reads_them(setting: Setting, play: Any) -> None:  # noqa: ANN401
    """Both sides write the same message, and each reads what the other writes."""
    *_, final = play(setting, b"moves")
    for _, move in final.moves:
        message = alchemicus.write_move(move)

        assert ALCHEMICUS_WIRE.write_move(move) == message
        assert move == ALCHEMICUS_WIRE.read_move(message)
        assert move == alchemicus.read_move(message)


@pytest.mark.parametrize(
    "text",
    ["pass", "draw", "acquire", "transmute", "move 0", "give", "gift", "discard", "reward base"],
)
def test_empty_moves_are_moves(text: str) -> None:
    """A move without entries is still one of its kind."""
    move = ALCHEMICUS.parse(text)
    sent = alchemicus.write_move(move).SerializeToString()

    assert ALCHEMICUS_WIRE.write_move(move) == alchemicus.write_move(move)
    assert move == alchemicus.read_move(move_pb2.Move.FromString(sent))


def test_nothing_is_no_move() -> None:
    """A message without a move of Alchemicus is malformed, and one of another game."""
    bid = move_pb2.Move(
        furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid(value=1, card="C01"))
    )
    for message, why in ((move_pb2.Move(), "nothing is set"), (bid, "furnace")):
        with pytest.raises(MalformedMove, match=why):
            alchemicus.read_move(message)


@pytest.mark.parametrize("answer", [None, 3, "move 3", (3, ())], ids=repr)
def test_what_is_no_move_is_not_written(answer: Any) -> None:  # noqa: ANN401 - a bot's answer
    """Whatever a bot answers with, it is an error of the kinds that the kit blames on the bot."""
    with pytest.raises(TypeError, match="not a move of alchemicus"):
        alchemicus.write_move(answer)


def test_what_a_bot_author_imports() -> None:
    """The module offers both directions and nothing else."""
    assert ["read_decision", "read_move", "read_view", "write_move"] == alchemicus.__all__


def test_a_decision_is_a_view_with_its_clock() -> None:
    """To the fraction of a second; without one there is no limit."""
    view = ALCHEMICUS.view(ALCHEMICUS.setup(ALCHEMICUS.options({}), 3, Chance(b"clock")), Seat(1))
    decision = match_pb2.Decision(view=build_view(view))
    unlimited = alchemicus.read_decision(decision, 1, ALCHEMICUS.options({}))
    decision.time_left.FromMilliseconds(12_250)
    limited = alchemicus.read_decision(decision, 1, ALCHEMICUS.options({}))

    assert isinstance(limited, AlchemicusView)
    assert (inf, 12.25) == (unlimited.clock, limited.clock)
    assert (1, view.board) == (limited.seat, limited.board)

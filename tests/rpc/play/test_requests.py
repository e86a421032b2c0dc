"""Requests: an answer that is recognised is as one that is read; and nothing else is taken for one."""

import pytest
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from bessemer.bench.decisions.scripts import script
from bessemer.engine.errors import GameError
from bessemer.errors import BadRequest, RefereeError
from bessemer.rpc.play.requests import RequestReader
from bessemer.v1 import choice_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of

WIRE = wire_of("furnace")
ANSWERS = [answer for number in range(3) for seat in script(number).answers for answer in seat]


def taught() -> RequestReader:
    """A reader that has seen many answers."""
    reader = RequestReader(WIRE)
    for answer in ANSWERS:
        reader.read(answer)
    return reader


TAUGHT = taught()


def read(reader: RequestReader, data: bytes) -> object:
    """Turn, move and note, or the kind of refusal."""
    try:
        turn, move, _, answer = reader.read(data)
    except (RefereeError, GameError, DecodeError) as error:
        return type(error)
    return turn, move, "" if answer is None else answer.note


def by_protobuf(data: bytes) -> object:
    """What protobuf makes of it."""
    try:
        request = pb.PlayRequest.FromString(data)
        if request.HasField("reveal"):
            return 0, None, ""
        if not request.HasField("answer"):
            return BadRequest
        if request.answer.HasField("path"):
            turn, note = request.answer.turn, request.answer.note
            return BadRequest if request.answer.HasField("move") else (turn, None, note)
        return request.answer.turn, WIRE.read_move(request.answer.move), request.answer.note
    except (GameError, DecodeError) as error:
        return type(error)


@pytest.mark.parametrize("turn", [1, 127, 128, 300, 16_383, 16_384, 2**31 - 1])
def test_every_turn_is_read_with_every_move(turn: int) -> None:
    """Whether a move was met before does not change what is read, whatever its turn."""
    for answer in ANSWERS[::7]:
        request = pb.PlayRequest.FromString(answer)
        request.answer.turn = turn
        for request.answer.note in ("", "feared C07"):
            data = request.SerializeToString()

            assert by_protobuf(data) == read(TAUGHT, data) == read(RequestReader(WIRE), data)


@given(st.sampled_from(ANSWERS), st.lists(st.lists(st.text(max_size=9), max_size=3), max_size=3))
def test_a_path_is_never_taken_for_a_move(answer: bytes, words: list[list[str]]) -> None:
    """Alone it is handed on as it is; beside a move, in either order, it is refused."""
    move = pb.PlayRequest.FromString(answer)
    path = choice_pb2.ChoicePath(answers=[choice_pb2.ChoiceAnswer(words=some) for some in words])
    alone = pb.PlayRequest(answer=pb.Answer(turn=move.answer.turn, path=path)).SerializeToString()

    assert (move.answer.turn, None, path, None) == TAUGHT.read(alone)
    for both in (answer + alone, alone + answer):
        with pytest.raises(BadRequest, match="not both"):
            TAUGHT.read(both)


@given(st.sampled_from(ANSWERS), st.data())
def test_whatever_is_changed_is_read_as_protobuf_reads_it(
    answer: bytes, data: st.DataObject
) -> None:
    """No changed byte, cut or addition is taken for the answer that it was."""
    place = data.draw(st.integers(0, len(answer)))
    cut = data.draw(st.integers(0, 2))
    changed = answer[:place] + data.draw(st.binary(max_size=3)) + answer[place + cut :]

    assert by_protobuf(changed) == read(TAUGHT, changed)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_as_protobuf_reads_them(data: bytes) -> None:
    """Nor is anything else."""
    assert by_protobuf(data) == read(TAUGHT, data)

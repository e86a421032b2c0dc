"""Many seats over one stream: what is read and written by hand is what protobuf would."""

from hypothesis import given
from hypothesis import strategies as st

from bessemer.rpc.play.envelopes import split_requests
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_service_pb2, move_pb2

lines = st.integers(1, 2**20)
turns = st.integers(1, 2**16)
cards = st.text(max_size=300)


def request(said: list[tuple[int, int, str]]) -> pb.EnlistRequest:
    """A message with an answer of each line."""
    message = pb.EnlistRequest()
    for line, turn, card in said:
        move = move_pb2.Move()
        move.furnace.bid.card = card
        answer = match_service_pb2.Answer(turn=turn, move=move)
        message.requests.add(channel=line, request=match_service_pb2.PlayRequest(answer=answer))
    return message


@given(st.lists(st.tuples(lines, turns, cards), max_size=8))
def test_answers_are_split_as_protobuf_reads_them(said: list[tuple[int, int, str]]) -> None:
    """Whatever their number and length."""
    message = request(said)

    found = split_requests(message.SerializeToString())

    assert found == [(one.channel, one.request.SerializeToString()) for one in message.requests]


@given(st.lists(st.tuples(lines, turns, cards), min_size=1, max_size=4), st.data())
def test_a_message_that_is_damaged_is_left_to_protobuf(
    said: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    """Cut off or with a byte changed: never an exception, and never an answer that is not in it."""
    whole = request(said).SerializeToString()
    cut = data.draw(st.integers(0, len(whole) - 1))
    for damaged in (whole[:cut], whole[:cut] + bytes((whole[cut] ^ 0x15,)) + whole[cut + 1 :]):
        for _, answer in split_requests(damaged) or ():
            assert answer in damaged


@given(st.binary(max_size=60))
def test_garbage_raises_nothing(garbage: bytes) -> None:
    """It is split, or left to protobuf, which refuses it."""
    split_requests(garbage)


def test_whatever_else_is_said_is_left_to_protobuf() -> None:
    """An enlistment, or that the player leaves."""
    assert split_requests(pb.EnlistRequest(leaving=True).SerializeToString()) is None
    enlistment = pb.Enlistment(ladder="main")
    assert split_requests(pb.EnlistRequest(enlistment=enlistment).SerializeToString()) is None
    assert split_requests(b"") == []

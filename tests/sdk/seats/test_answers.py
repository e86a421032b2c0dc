"""Answers that are joined as bytes, against the messages that protobuf writes."""

import random

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.sdk.seats.answers import encoded_answer, enlist_request, play_request
from bessemer.v1 import ladder_service_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("turn", "channel"), [(1, 1), (300, 127), (70_000, 128)])
def test_what_is_joined_is_what_protobuf_writes(game: str, turn: int, channel: int) -> None:
    """Byte for byte: as a Play stream carries it, and two of them together on an Enlist stream."""
    rules, wire = GAMES[game], wire_of(game)
    state = rules.setup(rules.options({}), rules.seats[0], Chance(b"answers"))
    move = rules.sample_move(state, rules.decisions(state)[0].seat, random.Random(turn).randrange)
    message = pb.PlayRequest(answer=pb.Answer(turn=turn, move=wire.write_move(move)))
    envelope = ladder_service_pb2.ClientEnvelope(channel=channel, request=message)
    enlist = ladder_service_pb2.EnlistRequest(requests=[envelope, envelope])
    joined = play_request(encoded_answer(turn, wire.encode_move(move)))

    assert message.SerializeToString(deterministic=True) == joined
    assert enlist.SerializeToString(deterministic=True) == enlist_request(channel, joined) * 2

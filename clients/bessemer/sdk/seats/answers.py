"""
Answers as bytes: a move is encoded once, and what goes around it is joined.

On the wire a message is the sequence of its fields, so messages that are joined are one message.
"""

from typing import Final, NamedTuple

from google.protobuf.descriptor import Descriptor

from bessemer.sdk.view import AnyView
from bessemer.v1 import ladder_service_pb2, match_pb2, match_service_pb2
from bessemer.wire.encode import field, number_field


class EncodedAnswer(NamedTuple):
    """An answer as it goes over any stream."""

    turn: int
    message: bytes
    """A serialised `bessemer.v1.Answer`."""


def encoded_answer(
    turn: int, move: bytes, note: str = "", model_costs: bytes = b""
) -> EncodedAnswer:
    """The answer to the decision of `turn`, of a serialised `bessemer.v1.Move`, and its `ModelCosts`."""
    message = number_field(_TURN, turn) + field(_MOVE, move)
    if note:
        message += field(_NOTE, note.encode(errors="replace"))
    if model_costs:
        message += field(_MODEL_COSTS, model_costs)
    return EncodedAnswer(turn, message)


def about(view: AnyView) -> tuple[str, bytes]:
    """What a bot says with its answer: its note, and a serialised `ModelCosts`."""
    costs = view.model_costs
    return view.noted, match_pb2.ModelCosts(**costs).SerializeToString() if costs else b""


def play_request(answer: EncodedAnswer) -> bytes:
    """The `PlayRequest` that carries an answer."""
    return field(_ANSWER, answer.message)


def enlist_request(channel: int, request: bytes) -> bytes:
    """The `EnlistRequest` that carries a `PlayRequest` of one channel."""
    return field(_REQUESTS, number_field(_CHANNEL, channel) + field(_REQUEST, request))


def _number(message: Descriptor, name: str) -> int:
    return message.fields_by_name[name].number


_TURN: Final = _number(match_service_pb2.Answer.DESCRIPTOR, "turn")
_MOVE: Final = _number(match_service_pb2.Answer.DESCRIPTOR, "move")
_NOTE: Final = _number(match_service_pb2.Answer.DESCRIPTOR, "note")
_MODEL_COSTS: Final = _number(match_service_pb2.Answer.DESCRIPTOR, "model_costs")
_ANSWER: Final = _number(match_service_pb2.PlayRequest.DESCRIPTOR, "answer")
_REQUESTS: Final = _number(ladder_service_pb2.EnlistRequest.DESCRIPTOR, "requests")
_CHANNEL: Final = _number(ladder_service_pb2.ClientEnvelope.DESCRIPTOR, "channel")
_REQUEST: Final = _number(ladder_service_pb2.ClientEnvelope.DESCRIPTOR, "request")

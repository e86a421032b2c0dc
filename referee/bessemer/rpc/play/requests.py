"""
Reading what a seat sends once it has joined: answers, and the bytes that it reveals.

Most answers are short and of a few kinds (a bid is one disc on one card), so their bytes come again
and again. Those that were read before are recognised, which takes a third of the time of reading
them; all others, and whatever is written in an unusual way, are read by protobuf.
"""

from typing import Any, Final

from bessemer.engine.catalogue import NAMES
from bessemer.errors import BadRequest
from bessemer.rpc.play.fields import ANSWER_MOVE_TAG, ANSWER_TAG, ANSWER_TURN_TAG
from bessemer.v1 import choice_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import GameWire, wire_of

_MOST_KNOWN: Final = 4096
_LONGEST_KNOWN: Final = 40
_parse: Final = pb.PlayRequest.FromString


ReadRequest = tuple[
    int, Any, move_pb2.Move | choice_pb2.ChoicePath | pb.ChanceReveal | None, pb.Answer | None
]
"""
Of an answer the turn, the move, the message that it was read from unless it is short, and the answer
itself if it has a note or the cost of a model.

Of an answer that is a path of choices: the turn, `None`, the path and the same. Of bytes that are
revealed: 0, `None`, the reveal and `None`.
"""


class RequestReader:
    """Reads what the seats of one game send once they have joined."""

    def __init__(self, wire: GameWire) -> None:
        self._wire = wire
        self._known: dict[bytes, Any] = {}

    def read(self, data: bytes) -> ReadRequest:
        """
        The answer, or the reveal, in a serialised `PlayRequest`.

        Raises:
            BadRequest: it is neither, or two answers in one.
            MalformedMove: its move is none of the game.
            DecodeError: these bytes are no message.
        """
        size = len(data)
        # answer { turn: one byte, move }, all lengths in one byte: as any client would write it
        if 6 < size <= _LONGEST_KNOWN and data[0] == ANSWER_TAG and data[2] == ANSWER_TURN_TAG:
            turn, start = data[3], 4
            if turn >= 0x80:
                turn, start = turn & 0x7F | data[4] << 7, 5
            move = self._known.get(data[start + 2 :])
            if (
                move is not None
                and data[1] == size - 2
                and data[start - 1] < 0x80
                and data[start] == ANSWER_MOVE_TAG
                and data[start + 1] == size - start - 2
            ):
                return turn, move, None, None
        return self._read_message(data)

    def _read_message(self, data: bytes) -> ReadRequest:
        request = _parse(data)
        if request.HasField("reveal"):
            return 0, None, request.reveal, None
        if not request.HasField("answer"):
            what = "has joined already" if request.HasField("join") else "sent an empty message"
            raise BadRequest(f"the stream {what}; what it sends now are answers", field="answer")
        answer = request.answer
        more = answer if answer.note or answer.HasField("model_costs") else None
        if answer.HasField("path"):
            if answer.HasField("move"):
                raise BadRequest("an answer has a move or a path, not both", field="answer.path")
            return answer.turn, None, answer.path, more
        move = self._wire.read_move(answer.move)
        if len(data) > _LONGEST_KNOWN:
            return answer.turn, move, answer.move, more
        encoded = self._wire.encode_move(move)
        if data.endswith(encoded) and len(self._known) < _MOST_KNOWN:
            self._known[encoded] = move
        return answer.turn, move, None, more


READERS: Final = {name: RequestReader(wire_of(name)) for name in NAMES}
"""By game; what one match has taught serves all."""

"""The numbers of the fields that are read and written as bytes, as the generated messages have them."""

from typing import Final

from bessemer.v1 import ladder_service_pb2, match_pb2, match_service_pb2

_DELIMITED: Final = 2
"""The type of a field that begins with its length."""


def tag(number: int) -> int:
    """The byte before a field that holds a message; numbers up to 15 have one."""
    return number << 3 | _DELIMITED


def _tag_bytes(number: int) -> bytes:
    return bytes((tag(number),))


_REQUEST = match_service_pb2.PlayRequest
ANSWER_TAG: Final[int] = tag(_REQUEST.ANSWER_FIELD_NUMBER)
ANSWER_TURN_TAG: Final[int] = match_service_pb2.Answer.TURN_FIELD_NUMBER << 3
ANSWER_MOVE_TAG: Final[int] = tag(match_service_pb2.Answer.MOVE_FIELD_NUMBER)

_ENVELOPE = ladder_service_pb2.ClientEnvelope
REQUESTS_TAG: Final[int] = tag(ladder_service_pb2.EnlistRequest.REQUESTS_FIELD_NUMBER)
CHANNEL_TAG: Final[int] = _ENVELOPE.CHANNEL_FIELD_NUMBER << 3
REQUEST_TAG: Final[int] = tag(_ENVELOPE.REQUEST_FIELD_NUMBER)
RESPONSES: Final[int] = ladder_service_pb2.EnlistResponse.RESPONSES_FIELD_NUMBER
CHANNEL: Final[int] = ladder_service_pb2.ServerEnvelope.CHANNEL_FIELD_NUMBER
RESPONSE: Final[int] = ladder_service_pb2.ServerEnvelope.RESPONSE_FIELD_NUMBER

_RESPONSE = match_service_pb2.PlayResponse
DECISION_TAG: Final = _tag_bytes(_RESPONSE.DECISION_FIELD_NUMBER)
UPDATE: Final[int] = _RESPONSE.UPDATE_FIELD_NUMBER
ACCEPTED: Final[int] = _RESPONSE.ACCEPTED_FIELD_NUMBER
REFUSAL: Final[int] = _RESPONSE.REFUSAL_FIELD_NUMBER
ENDED: Final[int] = _RESPONSE.ENDED_FIELD_NUMBER
CLOSED: Final[int] = _RESPONSE.CLOSED_FIELD_NUMBER
REVEAL_REQUEST: Final[int] = _RESPONSE.REVEAL_REQUEST_FIELD_NUMBER
ACCEPTED_TURN: Final[int] = match_service_pb2.Accepted.TURN_FIELD_NUMBER
UPDATE_VIEW: Final[int] = match_service_pb2.Update.VIEW_FIELD_NUMBER
ENDED_RESULT: Final[int] = match_service_pb2.Ended.RESULT_FIELD_NUMBER
ENDED_VIEW: Final[int] = match_service_pb2.Ended.VIEW_FIELD_NUMBER

_DECISION = match_pb2.Decision
DECISION_TURN: Final[int] = _DECISION.TURN_FIELD_NUMBER
DECISION_KIND: Final[int] = _DECISION.KIND_FIELD_NUMBER
TIME_LEFT_TAG: Final = _tag_bytes(_DECISION.TIME_LEFT_FIELD_NUMBER)
VIEW_TAG: Final = _tag_bytes(_DECISION.VIEW_FIELD_NUMBER)
LEGAL_MOVES: Final[int] = _DECISION.LEGAL_MOVES_FIELD_NUMBER
LEGAL_MOVES_COMPLETE: Final[int] = _DECISION.LEGAL_MOVES_COMPLETE_FIELD_NUMBER
FIRST_STEP: Final[int] = _DECISION.FIRST_STEP_FIELD_NUMBER

_PLAYED = match_pb2.PlayedMove
PLAYED_TURN: Final[int] = _PLAYED.TURN_FIELD_NUMBER
PLAYED_SEAT: Final[int] = _PLAYED.SEAT_FIELD_NUMBER
PLAYED_MOVE_TAG: Final = _tag_bytes(_PLAYED.MOVE_FIELD_NUMBER)
PLAYED_CAUSE: Final[int] = _PLAYED.CAUSE_FIELD_NUMBER
PLAYED_TIME: Final[int] = _PLAYED.TIME_USED_FIELD_NUMBER

PLAYED_BACK_TO: Final[int] = _PLAYED.BACK_TO_FIELD_NUMBER

_WATCH = match_service_pb2.WatchMatchResponse
WATCH_VIEW: Final[int] = _WATCH.VIEW_FIELD_NUMBER
WATCH_RESULT: Final[int] = _WATCH.RESULT_FIELD_NUMBER
WATCH_VIEWS: Final[int] = _WATCH.VIEWS_FIELD_NUMBER

MOVES_IN_DECISION: Final = _tag_bytes(_DECISION.MOVES_SINCE_FIELD_NUMBER)
MOVES_IN_UPDATE: Final = _tag_bytes(match_service_pb2.Update.MOVES_FIELD_NUMBER)
MOVES_IN_ENDED: Final = _tag_bytes(match_service_pb2.Ended.MOVES_SINCE_FIELD_NUMBER)
MOVES_IN_WATCH: Final = _tag_bytes(_WATCH.MOVES_FIELD_NUMBER)

LISTED_MATCHES: Final[int] = match_service_pb2.ListMatchesResponse.MATCHES_FIELD_NUMBER
NEXT_PAGE: Final[int] = match_service_pb2.ListMatchesResponse.NEXT_PAGE_TOKEN_FIELD_NUMBER

# Of google.protobuf.Duration, whose generated class does not say them.
SECONDS: Final = 1
NANOS: Final = 2

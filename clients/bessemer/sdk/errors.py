"""
The errors that end the play of a seat.

    SeatError
    ├── BotFailed         the bot raised an exception, or its answer is no move
    ├── MoveRefused       the referee refused a move of ours
    ├── SeatRefused       the referee does not let us play this seat, or no longer
    └── ConnectionGone    the referee could not be reached for too long
"""

from typing import Final

import grpc
from google.rpc import status_pb2  # type: ignore[import-untyped]

from bessemer.v1 import error_reason_pb2, match_service_pb2

_DETAILS: Final = "grpc-status-details-bin"
"""Where gRPC has the details of a status, by its own convention."""


class SeatError(Exception):
    """The root: whatever ends the play of one seat, and of no other."""


class BotFailed(SeatError):
    """The bot raised an exception, which is the cause of this one, or its answer is no move."""


class MoveRefused(SeatError):
    """The referee refused a move of ours; `refusal` says why and what would be legal."""

    def __init__(self, refusal: error_reason_pb2.Refusal, move: object) -> None:
        super().__init__(f"'{move}' is refused: {refusal.message}")
        self.refusal = refusal


class SeatRefused(SeatError):
    """The referee does not let us play this seat; `refusal` says why if the referee gave a reason."""

    def __init__(
        self, reason: str, message: str, refusal: error_reason_pb2.Refusal | None = None
    ) -> None:
        super().__init__(f"{reason}: {message}")
        self.message = message
        self.refusal = refusal

    @classmethod
    def from_status(cls, error: grpc.aio.AioRpcError) -> "SeatRefused":
        """A call that ended with an error."""
        name = error.code().name
        return cls(name, error.details() or name, refusal_in(error))

    @classmethod
    def from_closed(cls, closed: match_service_pb2.Closed) -> "SeatRefused":
        """A channel that ended before its match."""
        name = error_reason_pb2.ErrorReason.Name(closed.reason).removeprefix("ERROR_REASON_")
        refusal = error_reason_pb2.Refusal(reason=closed.reason, message=closed.message)
        return cls(name, closed.message, refusal)


class ConnectionGone(SeatError):
    """The referee could not be reached for too long."""


def refusal_in(error: grpc.aio.AioRpcError) -> error_reason_pb2.Refusal | None:
    """The refusal in the details of a status; a status of the connection itself has none."""
    for key, value in error.trailing_metadata() or ():
        if key == _DETAILS:
            for detail in status_pb2.Status.FromString(value).details:
                refusal = error_reason_pb2.Refusal()
                if detail.Unpack(refusal):
                    return refusal
    return None

"""
Errors on the wire: one table says what each class of error is to a client.

`refusal_of` is an error as a message, for a stream that goes on; `ErrorBoundary` ends a call with one.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType, TracebackType
from typing import Any, Final, NamedTuple, Self

import grpc
import structlog
from google.protobuf import any_pb2, message
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from bessemer import errors
from bessemer.accounts.tokens import bearer
from bessemer.engine.errors import (
    BadOption,
    GameError,
    IllegalMove,
    MalformedMove,
    NotOffered,
    Sentence,
)
from bessemer.matches.durable.store import StoreUnavailable
from bessemer.rpc.ops.metrics import REASON_TEXTS, Metrics
from bessemer.v1 import error_reason_pb2 as reasons
from bessemer.v1 import move_pb2
from bessemer.wire.sentences import sentence_message
from bessemer.wire.wire import GameWire

Context = grpc.aio.ServicerContext[Any, Any]

DOMAIN: Final = "bessemer"

# A status travels in the trailing headers, of which clients take 8 KiB in all and which hold the
# message four times over. Texts may be a client's own, of any length: they come back cut off.
_LONGEST_MESSAGE: Final = 480
_DETAILS: Final = "grpc-status-details-bin"
"""Where gRPC has the details of a status, by its own convention."""
_LONGEST_NAME: Final = 160
_LARGEST_CHOICE: Final = 1600
_LARGEST_SENTENCES: Final = 800
_ENTRY: Final = 2
"""A list adds this to the size of each entry."""

_RETRY_SECONDS: Final = 2.0
"""After how long a database that failed is worth another try."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger("bessemer.rpc")


class ErrorMapping(NamedTuple):
    """The reason and the status by which a client knows an error."""

    reason: reasons.ErrorReason.ValueType
    status: grpc.StatusCode


_Code = grpc.StatusCode

_KINDS: Final[Mapping[grpc.StatusCode, tuple[type[Exception], ...]]] = {
    _Code.INVALID_ARGUMENT: (errors.BadRequest, BadOption, MalformedMove),
    _Code.FAILED_PRECONDITION: (
        IllegalMove,
        NotOffered,
        errors.TurnNotOpen,
        errors.MatchOver,
        errors.MatchNotOver,
        errors.BlockNotOver,
        errors.WrongStatus,
        errors.LadderClosed,
        errors.SubmissionsClosed,
    ),
    _Code.ABORTED: (errors.StaleTurn, errors.Superseded, errors.ClaimLost),
    _Code.NOT_FOUND: (
        errors.MatchNotFound,
        errors.PlayerNotFound,
        errors.LadderNotFound,
        errors.SubmissionNotFound,
    ),
    _Code.ALREADY_EXISTS: (errors.AlreadyExists,),
    _Code.UNAUTHENTICATED: (errors.NotAuthenticated,),
    _Code.PERMISSION_DENIED: (errors.NotAllowed,),
    _Code.RESOURCE_EXHAUSTED: (
        errors.TooManyRequests,
        errors.TooManyStreams,
        errors.TooManyMatches,
        errors.TooManySubmissions,
        errors.SlowReader,
    ),
    _Code.UNAVAILABLE: (errors.Draining, errors.JournalUnavailable),
}


def _reason(kind: type[Exception]) -> reasons.ErrorReason.ValueType:
    """The reason with the name of the class: `StaleTurn` is ERROR_REASON_STALE_TURN."""
    name = re.sub(r"\B(?=[A-Z])", "_", kind.__name__).upper()
    return reasons.ErrorReason.Value(f"ERROR_REASON_{name}")


VERDICTS: Final[Mapping[type[Exception], ErrorMapping]] = MappingProxyType(
    {
        kind: ErrorMapping(_reason(kind), status)
        for status, kinds in _KINDS.items()
        for kind in kinds
    }
)


class Rarely:
    """Counts what happens often; at most once in so many seconds it is time to say so, with the count."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._count = 0
        self._next = float("-inf")

    def happened(self) -> int:
        """It has happened once more; how often since it was last said, or 0 if it is too soon to say."""
        self._count += 1
        now = self._clock()
        if now < self._next:
            return 0
        self._next = now + self._seconds
        count, self._count = self._count, 0
        return count


_store_failures: Final = Rarely(10.0)


def refusal_of(
    error: errors.RefereeError | GameError,
    *,
    wire: GameWire | None = None,
    move: Any = None,  # noqa: ANN401 - any game's
) -> reasons.Refusal:
    """
    `error` as a message, with the moves that it allows instead if the game's `wire` is given.

    `move` is the one that was refused.
    """
    refusal = reasons.Refusal(
        reason=VERDICTS[type(error)].reason, message=_cut(str(error), _LONGEST_MESSAGE)
    )
    match error:
        case IllegalMove():
            refusal.code = error.code
            refusal.field = error.part
            if wire is not None and move is not None:
                refusal.field = wire.path(move, error.part)
            refusal.subject = error.card or ""
            refusal.missing = error.missing
            _tell(refusal, error.sentences)
            _allow(refusal, () if wire is None else map(wire.write_move, error.moves), error.words)
        case MalformedMove():
            refusal.field = error.field
        case NotOffered():
            refusal.field = f"path.answers[{error.place}]"
            refusal.subject = error.choice
            _allow(refusal, (), error.allowed)
        case BadOption():
            refusal.field = _cut(_option_path(error), _LONGEST_NAME)
            refusal.subject = _cut(error.card, _LONGEST_NAME)
        case errors.RefereeError():
            refusal.field = _cut(error.field, _LONGEST_NAME)
            refusal.turn = error.turn
            _allow(refusal, (), error.allowed)
            if error.retry_after > 0:
                refusal.retry_delay.FromNanoseconds(round(error.retry_after * 1e9))
    return refusal


class ErrorBoundary:
    """
    Guards a servicer's body, an `async with`: ends the call with the status of an error that escapes.

    The body says what it is about as soon as it knows, so that a refusal can be typed. A loop over the
    messages of a stream answers with `refusal_of` instead.
    """

    def __init__(self, context: Context, metrics: Metrics | None = None) -> None:
        self._context = context
        self._metrics = metrics
        self.wire: GameWire | None = None
        self.move: Any = None
        self.turn = 0

    @property
    def bearer(self) -> str:
        """The caller's token, for what is derived from it; it is not kept anywhere."""
        return bearer(self._context.invocation_metadata()) or ""

    @property
    def peer(self) -> str:
        """Where the call comes from, as gRPC says it."""
        return self._context.peer()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # Cancellation is no Exception and goes its way; so does a call that was ended already.
        if not isinstance(error, Exception):
            return
        error = _alone(error)
        if isinstance(error, grpc.aio.AbortError):
            raise error
        if isinstance(error, grpc.aio.InternalError):
            raise _gone(error)
        if isinstance(error, grpc.aio.AioRpcError):  # of another referee, to which it was passed on
            await self._pass_on(error)
        if isinstance(error, StoreUnavailable):
            error = _unavailable(error)
        if isinstance(error, errors.RefereeError | GameError) and type(error) in VERDICTS:
            await self._refuse(error)
        else:
            await self._own_up(error)

    async def _refuse(self, error: errors.RefereeError | GameError) -> None:
        refusal = refusal_of(error, wire=self.wire, move=self.move)
        refusal.turn = refusal.turn or self.turn
        if self._metrics is not None:
            self._metrics.refused(refusal.reason)
        code, details = VERDICTS[type(error)].status, list(_details(refusal))
        await self._abort(code, refusal.message, details)

    async def _pass_on(self, error: grpc.aio.AioRpcError) -> None:
        trailing = error.trailing_metadata() or ()
        details = [(key, value) for key, value in trailing if key == _DETAILS]
        try:
            await self._context.abort(error.code(), error.details() or "", tuple(details))
        except grpc.aio.InternalError as gone:
            raise _gone(gone) from None

    async def _own_up(self, error: Exception) -> None:
        """A bug, or a machine that fails: the log tells all, the client a number to ask about."""
        incident = secrets.token_hex(4).upper()
        if self._metrics is not None:
            self._metrics.incidents += 1
        _log.error("internal error", incident=incident, exc_info=error)
        text = f"internal error, incident {incident}"
        await self._abort(_Code.INTERNAL, text, [])

    async def _abort(
        self, code: grpc.StatusCode, text: str, details: Sequence[any_pb2.Any]
    ) -> None:
        status = status_pb2.Status(code=code.value[0], message=text, details=details)
        try:
            await self._context.abort(code, text, ((_DETAILS, status.SerializeToString()),))
        except grpc.aio.InternalError as error:
            raise _gone(error) from None


def _alone(error: Exception) -> Exception:
    """The error itself, where a task group has put it into a group of one."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def _gone(error: grpc.aio.InternalError) -> asyncio.CancelledError:
    """
    What gRPC raises when it cannot send: as a rule the client has gone, a moment before we hear it.

    It is no incident, and there is nobody to tell: the call ends like any that is cancelled.
    """
    _log.warning("call cut off", error=str(error))
    return asyncio.CancelledError()


def _unavailable(error: StoreUnavailable) -> errors.JournalUnavailable:
    """The refusal while the database fails; why it does is the organiser's business."""
    if times := _store_failures.happened():
        _log.error("database failed", why=str(error), calls=times)
    return errors.JournalUnavailable(
        "the database of the referee does not answer now, and this needs it; send the same again later",
        retry_after=_RETRY_SECONDS,
    )


def _details(refusal: reasons.Refusal) -> Iterator[any_pb2.Any]:
    yield _packed(error_details_pb2.ErrorInfo(reason=REASON_TEXTS[refusal.reason], domain=DOMAIN))
    if refusal.field:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=refusal.field, description=refusal.message
        )
        yield _packed(error_details_pb2.BadRequest(field_violations=[violation]))
    if refusal.HasField("retry_delay"):
        yield _packed(error_details_pb2.RetryInfo(retry_delay=refusal.retry_delay))
    yield _packed(refusal)


def _packed(detail: message.Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(detail)
    return packed


def _tell(refusal: reasons.Refusal, sentences: Iterable[Sentence]) -> None:
    """Add the sentences of the message, unless they are too large."""
    said = list(map(sentence_message, sentences))
    if sum(map(reasons.Sentence.ByteSize, said)) <= _LARGEST_SENTENCES:
        refusal.sentences.extend(said)


def _allow(refusal: reasons.Refusal, moves: Iterable[move_pb2.Move], values: Iterable[str]) -> None:
    """Add what would be allowed instead, as much of it as there is room for."""
    room = _LARGEST_CHOICE - sum(map(reasons.Sentence.ByteSize, refusal.sentences))
    for move in moves:
        room -= _ENTRY + move.ByteSize()
        if room < 0:
            return
        refusal.allowed_moves.append(move)
    for value in values:
        room -= _ENTRY + len(value.encode())
        if room < 0:
            return
        refusal.allowed_values.append(value)


def _option_path(error: BadOption) -> str:
    # The number of seats is not one of the options, but a game refuses it as if it were.
    if error.option == "players":
        return "seats"
    card = f'["{error.card}"]' if error.card else ""
    field = f".{error.field}" if error.field else ""
    return f'options["{error.option}"]{card}{field}'


def _cut(text: str, size: int) -> str:
    """`text`, if it is longer than `size` bytes only its beginning."""
    encoded = text.encode()
    return text if len(encoded) <= size else encoded[:size].decode(errors="ignore") + "..."

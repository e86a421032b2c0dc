"""Errors on the wire: the table is complete, and a client gets all that it needs and no more."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
import structlog
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status

from bessemer import errors
from bessemer.engine.catalogue import GAMES
from bessemer.engine.errors import BadOption, GameError, IllegalMove, MalformedMove, any_of, say
from bessemer.games.furnace.moves import Bid
from bessemer.rpc.calls.error_statuses import VERDICTS, Context, ErrorBoundary, refusal_of
from bessemer.rpc.ops.metrics import Metrics
from bessemer.v1 import error_reason_pb2, furnace_pb2, move_pb2
from bessemer.wire.sentences import read_sentences
from bessemer.wire.wire import wire_of

FURNACE = GAMES["furnace"]
PROTO = Path(__file__).parents[3] / "proto/bessemer/v1/error_reason.proto"

Body = Callable[[Context], Awaitable[None]]


WIRE = wire_of("furnace")


def every_class(root: type[Exception]) -> Iterator[type[Exception]]:
    """All classes below `root`."""
    for found in root.__subclasses__():
        yield found
        yield from every_class(found)


def example(kind: type[Exception]) -> Exception:
    """An error of this class with a field, where it has one."""
    if kind is IllegalMove:
        return IllegalMove(
            "furnace.overspent", say("lacks 1C"), part="counts[0]", step=2, card="C07"
        )
    if kind is BadOption:
        return BadOption("no such option", option="colour")
    if issubclass(kind, errors.RefereeError):
        return kind("no", field="seat", allowed=("0", "1"), turn=4, retry_after=1.5)
    return kind("no")


@asynccontextmanager
async def calling(body: Body) -> AsyncIterator[Callable[[], Awaitable[object]]]:
    """A way to call a server on which `body` is all that there is."""

    async def serve(_request: bytes, context: Context) -> bytes:
        await body(context)
        return b"done"

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(serve)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("test.Test", {"Call": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            method: Any = channel.unary_unary("/test.Test/Call")
            yield lambda: method(b"", timeout=60)
    finally:
        await server.stop(None)


async def failure(body: Body) -> grpc.aio.AioRpcError:
    """How a call of `body` fails."""
    async with calling(body) as call:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await call()
    return failed.value


def raising(error: BaseException, metrics: Metrics | None = None) -> Body:
    """A guarded body that raises."""

    async def body(context: Context) -> None:
        async with ErrorBoundary(context, metrics):
            raise error

    return body


def details_of(error: grpc.aio.AioRpcError) -> dict[str, Any]:
    """The details of the status by the names of their types."""
    status: status_pb2.Status = rpc_status.from_call(error)  # type: ignore[arg-type]
    kinds = (
        error_details_pb2.ErrorInfo,
        error_details_pb2.BadRequest,
        error_details_pb2.RetryInfo,
        error_reason_pb2.Refusal,
    )
    found = {}
    for detail in status.details:
        (kind,) = (kind for kind in kinds if detail.Is(kind.DESCRIPTOR))
        message = kind()
        detail.Unpack(message)
        found[kind.DESCRIPTOR.name] = message
    return found


# ---------------------------------------------------------------------------------- the table


def test_every_error_is_in_the_table() -> None:
    """No class that can be raised is forgotten."""
    expected = {*every_class(errors.RefereeError), *every_class(GameError)}

    assert expected == set(VERDICTS)


def test_every_reason_belongs_to_the_class_of_its_name() -> None:
    """`StaleTurn` is STALE_TURN, and no reason is left over."""
    names = {
        "ERROR_REASON_" + re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).upper(): verdict.reason
        for kind, verdict in VERDICTS.items()
    }
    reasons = dict(error_reason_pb2.ErrorReason.items())
    del reasons["ERROR_REASON_UNSPECIFIED"]

    assert reasons == names


def test_every_reason_has_the_status_that_its_comment_names() -> None:
    """The comments of the proto are what bot authors read."""
    comments = re.findall(r"\[([A-Z_]+)\]\s+(ERROR_REASON_\w+) =", PROTO.read_text())
    actual = {
        error_reason_pb2.ErrorReason.Name(verdict.reason): verdict.status.name
        for verdict in VERDICTS.values()
    }

    assert {reason: status for status, reason in comments} == actual


# ---------------------------------------------------------------------------------- refusal_of


def test_an_illegal_move_is_refused_with_all_that_the_game_said() -> None:
    """Code, path, subject, what is missing, and moves and values each in their place."""
    error = IllegalMove(
        "furnace.overspent",
        say("seat {seat} lacks {missing}", seat=1, missing=("1C", "2U")),
        say("take {cards}", cards=any_of(["C07"])),
        part="value",
        step=3,
        card="C07",
        missing="1C",
        moves=(Bid(1, "C07"), Bid(4, "C12")),
        words=("2", "C07"),
    )
    refusal = refusal_of(error, wire=WIRE, move=Bid(3, "C07"))
    expected = error_reason_pb2.Refusal(
        reason=error_reason_pb2.ERROR_REASON_ILLEGAL_MOVE,
        message="seat 1 lacks 1C, 2U; take C07",
        code="furnace.overspent",
        field="move.furnace.bid.value",
        subject="C07",
        missing="1C",
        allowed_moves=[
            move_pb2.Move(
                furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid(value=1, card="C07"))
            ),
            move_pb2.Move(
                furnace=furnace_pb2.FurnaceMove(bid=furnace_pb2.FurnaceBid(value=4, card="C12"))
            ),
        ],
        allowed_values=["2", "C07"],
        sentences=[
            error_reason_pb2.Sentence(
                text="seat {seat} lacks {missing}",
                values={
                    "seat": error_reason_pb2.Words(words=["1"]),
                    "missing": error_reason_pb2.Words(words=["1C", "2U"]),
                },
            ),
            error_reason_pb2.Sentence(
                text="take {cards}",
                values={"cards": error_reason_pb2.Words(words=["C07"], are_alternatives=True)},
            ),
        ],
    )

    assert expected == refusal
    assert error.sentences == read_sentences(refusal)


def test_without_the_game_moves_are_left_out() -> None:
    """Nobody could write them; what could stand in the place of the wrong part is told."""
    error = IllegalMove("x", say("no"), part="value", moves=(Bid(1, "C07"),), words=("2",))
    refusal = refusal_of(error)

    assert ["2"] == list(refusal.allowed_values)
    assert [] == list(refusal.allowed_moves)
    assert "value" == refusal.field


def test_a_referees_refusal_has_field_values_turn_and_delay() -> None:
    """What the error carries is what the client reads."""
    error = errors.TooManyRequests(
        "too many", field="seat", allowed=("0", "1"), turn=7, retry_after=2.25
    )
    refusal = refusal_of(error)

    assert ("seat", ["0", "1"], 7) == (refusal.field, list(refusal.allowed_values), refusal.turn)
    assert (2, 250_000_000) == (refusal.retry_delay.seconds, refusal.retry_delay.nanos)


def test_where_waiting_does_not_help_there_is_no_delay() -> None:
    """A delay of nothing is no delay."""
    assert not refusal_of(errors.MatchOver("over")).HasField("retry_delay")


@pytest.mark.parametrize(
    ("error", "field", "card"),
    [
        pytest.param(BadOption("x", option="chain"), 'options["chain"]', "", id="option"),
        pytest.param(BadOption("x", option="players"), "seats", "", id="seats"),
        pytest.param(
            BadOption("x", option="deck", card="C07", field="basic"),
            'options["deck"]["C07"].basic',
            "C07",
            id="card",
        ),
        pytest.param(MalformedMove("x"), "move", "", id="move"),
        pytest.param(MalformedMove("x", field="move.a.b"), "move.a.b", "", id="part-of-a-move"),
    ],
)
def test_what_a_game_refuses_names_the_field_of_the_request(
    error: GameError, field: str, card: str
) -> None:
    """The path leads to the option, the card's field, the seats or the move."""
    refusal = refusal_of(error)

    assert (field, card) == (refusal.field, refusal.subject)


# ---------------------------------------------------------------------------------- refusals


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", VERDICTS, ids=lambda kind: kind.__name__)
async def test_every_error_ends_the_call_with_its_status_and_details(
    kind: type[Exception],
) -> None:
    """Over a real connection: code, ErrorInfo, the field's violation, the delay, our Refusal."""
    error, metrics = example(kind), Metrics()
    assert isinstance(error, errors.RefereeError | GameError)
    failed = await failure(raising(error, metrics))
    details, refusal = details_of(failed), refusal_of(error)
    reason = error_reason_pb2.ErrorReason.Name(VERDICTS[kind].reason)

    assert VERDICTS[kind].status == failed.code()
    assert str(error) == failed.details()
    assert reason.removeprefix("ERROR_REASON_") == details["ErrorInfo"].reason
    assert "bessemer" == details["ErrorInfo"].domain
    assert refusal == details["Refusal"]
    assert [refusal.field] == [
        violation.field for violation in details["BadRequest"].field_violations
    ]
    assert isinstance(error, errors.RefereeError) == ("RetryInfo" in details)
    if "RetryInfo" in details:
        assert refusal.retry_delay == details["RetryInfo"].retry_delay
    assert 1 == metrics.refusals[VERDICTS[kind].reason] == sum(metrics.refusals)


@pytest.mark.asyncio
async def test_without_field_and_delay_there_are_no_details_of_them() -> None:
    """Only what there is to say is said."""
    details = details_of(await failure(raising(errors.MatchOver("over"))))

    assert {"ErrorInfo", "Refusal"} == set(details)


@pytest.mark.asyncio
async def test_the_body_says_what_it_is_about_when_it_knows() -> None:
    """Game and move are found inside the call; a refusal after that is typed."""

    async def body(context: Context) -> None:
        async with ErrorBoundary(context) as about:
            about.wire, about.move = WIRE, Bid(3, "C07")
            raise IllegalMove("x", say("no"), part="value", moves=(Bid(1, "C07"),))

    details = details_of(await failure(body))

    assert "move.furnace.bid.value" == details["Refusal"].field
    assert 1 == len(details["Refusal"].allowed_moves)


@pytest.mark.asyncio
@pytest.mark.parametrize("letter", ["x", "é", "\N{HAMMER}"])
async def test_a_refusal_of_any_size_arrives(letter: str) -> None:
    """Endless texts are cut off and endless choices shortened, so that headers have room."""
    long = letter * 1_000_000
    moves = tuple(f"bid {number} on C07" for number in range(5000))
    failed = [
        await failure(raising(IllegalMove("x", say(long), card="C07", words=moves))),
        await failure(raising(BadOption(long, option=long, card=long, field=long))),
        await failure(raising(errors.BadRequest(long, field=long, allowed=(letter,) * 100_000))),
    ]
    codes = [error.code().name for error in failed]
    allowed = details_of(failed[0])["Refusal"].allowed_values

    assert ["FAILED_PRECONDITION", "INVALID_ARGUMENT", "INVALID_ARGUMENT"] == codes
    assert all("Refusal" in details_of(error) for error in failed)
    assert list(moves[: len(allowed)]) == list(allowed)
    assert len(allowed) > 50
    for error in failed:
        metadata: Any = error.trailing_metadata()
        assert sum(len(key) + len(value) for key, value in metadata) < 4096


@pytest.mark.asyncio
async def test_no_error_no_end() -> None:
    """A body that succeeds is not touched."""

    async def body(context: Context) -> None:
        async with ErrorBoundary(context):
            pass

    async with calling(body) as call:
        assert b"done" == await call()


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "error",
    [
        pytest.param(RuntimeError("the password is hunter2"), id="bug"),
        pytest.param(OSError(28, "no space left on /secret/path"), id="machine"),
        pytest.param(errors.RefereeError("hunter2"), id="root-of-the-tree"),
        pytest.param(
            ExceptionGroup("several", [errors.MatchOver("over"), ValueError("hunter2")]),
            id="several-at-once",
        ),
    ],
)
async def test_anything_unexpected_is_an_incident_and_leaks_nothing(error: Exception) -> None:
    """The client gets a number; the log has one line with that number and the whole error."""
    metrics = Metrics()
    with structlog.testing.capture_logs() as logs:
        failed = await failure(raising(error, metrics))
    (line,) = logs

    assert grpc.StatusCode.INTERNAL == failed.code()
    assert f"internal error, incident {line['incident']}" == failed.details()
    assert ("internal error", "error") == (line["event"], line["log_level"])
    assert line["exc_info"] is error
    assert error.__traceback__ is not None
    assert {} == details_of(failed)
    assert (1, 0) == (metrics.incidents, sum(metrics.refusals))


@pytest.mark.asyncio
async def test_incidents_have_numbers_of_their_own() -> None:
    """Two failures can be told apart."""
    texts = {(await failure(raising(ValueError()))).details() for _ in range(5)}

    assert 5 == len(texts)


@pytest.mark.asyncio
async def test_an_error_in_a_group_of_one_is_that_error() -> None:
    """A task group wraps what escapes from its tasks; to the client it is the same."""
    group = ExceptionGroup("task", [ExceptionGroup("inner", [errors.MatchOver("over")])])
    failed = await failure(raising(group))

    assert grpc.StatusCode.FAILED_PRECONDITION == failed.code()
    assert "over" == failed.details()


@pytest.mark.asyncio
async def test_a_call_that_the_body_ended_stays_ended_so() -> None:
    """An abort passes through, out of a task group too, and is no incident."""

    async def plain(context: Context) -> None:
        async with ErrorBoundary(context):
            await context.abort(grpc.StatusCode.DATA_LOSS, "mine")

    async def grouped(context: Context) -> None:
        async with ErrorBoundary(context), asyncio.TaskGroup() as tasks:
            tasks.create_task(context.abort(grpc.StatusCode.DATA_LOSS, "mine"))

    with structlog.testing.capture_logs() as logs:
        failed = [await failure(plain), await failure(grouped)]

    assert [(grpc.StatusCode.DATA_LOSS, "mine")] * 2 == [
        (error.code(), error.details()) for error in failed
    ]
    assert [] == logs


@pytest.mark.asyncio
async def test_cancellation_passes_through() -> None:
    """A client that goes away cancels the body; nothing is logged and nothing is answered."""
    started, ended = asyncio.Event(), asyncio.Event()
    seen: list[type[BaseException]] = []

    async def body(context: Context) -> None:
        try:
            async with ErrorBoundary(context):
                started.set()
                await asyncio.Event().wait()
        except BaseException as error:
            seen.append(type(error))
            raise
        finally:
            ended.set()

    with structlog.testing.capture_logs() as logs:
        async with calling(body) as call:
            running: Any = call()
            await started.wait()
            running.cancel()
            await ended.wait()

    assert [asyncio.CancelledError] == seen
    assert [] == logs


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "error", [errors.MatchOver("over"), grpc.aio.InternalError("cannot send")], ids=type
)
async def test_a_refusal_that_nobody_hears_is_no_incident(error: Exception) -> None:
    """If the client has gone when a call is to be ended, the call ends as if cancelled."""
    started, ended = asyncio.Event(), asyncio.Event()
    seen: list[type[BaseException]] = []

    async def body(context: Context) -> None:
        try:
            async with ErrorBoundary(context):
                started.set()
                try:
                    await asyncio.Event().wait()
                except asyncio.CancelledError:
                    raise error from None
        except BaseException as escaped:
            seen.append(type(escaped))
            raise
        finally:
            ended.set()

    with structlog.testing.capture_logs() as logs:
        async with calling(body) as call:
            running: Any = call()
            await started.wait()
            running.cancel()
            await ended.wait()

    assert [asyncio.CancelledError] == seen
    assert ["call cut off"] == [line["event"] for line in logs]


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [(0.9999999999, (1, 0)), (1e-9, (0, 1)), (90.5, (90, 500_000_000))],
)
def test_a_delay_is_exact_to_the_nanosecond(seconds: float, expected: tuple[int, int]) -> None:
    """Seconds and nanoseconds add up, just below a whole second too."""
    delay = refusal_of(errors.Draining("x", retry_after=seconds)).retry_delay

    assert expected == (delay.seconds, delay.nanos)

"""Whatever is sent to a referee, it answers as documented, stays well, and plays on."""

import asyncio
import random
from pathlib import Path

import grpc
import pytest
from google.protobuf.any_pb2 import Any
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.bytes_mutations import mutate_bytes
from tests.fuzz.campaign import Campaign
from tests.fuzz.closing import drain, play_a_match
from tests.fuzz.drafts import DRAFTS
from tests.fuzz.message_mutations import mutate_message
from tests.fuzz.methods import Method, documented_reasons, methods, status_of_reasons
from tests.fuzz.process import Size, growth, running
from tests.fuzz.readers import fuzz_moves, fuzz_replays
from tests.fuzz.verdicts import Ending, fault_of

_SEED = 20
_MESSAGES = 4000


def test_referee_withstands_mutated_messages(tmp_path: Path) -> None:
    """After thousands of mutated messages on every method a match is played, and drain closes."""
    with running(tmp_path) as referee:
        campaign = Campaign(referee, _SEED, _MESSAGES)
        asyncio.run(campaign.run())
        result = asyncio.run(play_a_match(referee))
        code = asyncio.run(drain(referee, _SEED))
        trouble = referee.trouble()

    assert [] == [str(violation) for violation in campaign.violations]
    assert {method.title for method in methods()} == set(campaign.sent)
    assert min(campaign.sent.values()) >= _MESSAGES // len(campaign.methods)
    assert [] == growth(campaign.sizes)
    assert 3 == len(result.ranks)
    assert 0 == code
    assert [] == trouble


def test_replay_reader_withstands_mutated_files() -> None:
    """`read_replay` never raises, whatever a file holds."""
    assert [] == list(fuzz_replays(1000, _SEED))


def test_move_reader_withstands_mutated_moves() -> None:
    """`read_move` gives a move that has a canonical text, or raises MalformedMove."""
    assert [] == list(fuzz_moves(3000, _SEED))


def test_every_method_has_valid_requests_to_begin_with() -> None:
    """A method that is added to a service is fuzzed, or this fails."""
    assert {method.title for method in methods()} == set(DRAFTS)


def test_same_seed_gives_same_messages() -> None:
    """What a seed has found it finds again."""

    def mutated(seed: int) -> list[bytes]:
        luck = random.Random(seed)
        made = []
        for _ in range(60):
            message = pb.CreateMatchRequest(game="furnace", seats=[pb.SeatRequest()])
            mutate_message(message, ("furnace",), luck)
            data = message.SerializeToString(deterministic=True)
            made.append(mutate_bytes(data, b"\x0a\x01x", luck))
        return made

    assert mutated(1) == mutated(1)
    assert mutated(1) != mutated(2)
    assert len(set(mutated(1))) > 40


def test_comments_of_the_api_are_understood() -> None:
    """Reasons and their statuses are read from the .proto files, those in two lines too."""
    play, status = _method("MatchService.Play"), status_of_reasons()

    assert {"SUPERSEDED", "SLOW_READER", "TOO_MANY_STREAMS"} <= documented_reasons(play)
    assert "ILLEGAL_MOVE" not in documented_reasons(play)
    assert "NOT_ALLOWED" in documented_reasons(_method("AdminService.Drain"))
    assert ("ABORTED", "UNAVAILABLE") == (status["STALE_TURN"], status["JOURNAL_UNAVAILABLE"])
    assert 29 == len(status)


@pytest.mark.parametrize(
    ("title", "credentials", "ending", "fault"),
    [
        pytest.param(
            "MatchService.GetMatch", "player", Ending(grpc.StatusCode.OK, ""), "", id="done"
        ),
        pytest.param(
            "MatchService.GetMatch",
            "garbage",
            Ending(grpc.StatusCode.OK, ""),
            "OK without a good token",
            id="let-in",
        ),
        pytest.param(
            "AdminService.GetStatus",
            "player",
            Ending(grpc.StatusCode.OK, ""),
            "an organiser's call was done for somebody else",
            id="not-an-organiser",
        ),
        pytest.param(
            "MatchService.GetMatch",
            "player",
            Ending(grpc.StatusCode.INTERNAL, "oops"),
            "INTERNAL without an ErrorInfo: oops",
            id="internal",
        ),
        pytest.param(
            "Health.Check",
            "none",
            Ending(grpc.StatusCode.UNKNOWN, "oops"),
            "UNKNOWN: oops",
            id="health",
        ),
    ],
)
def test_faults_are_seen(title: str, credentials: str, ending: Ending, fault: str) -> None:
    """A status that must not be is a fault, and so is one without its details."""
    assert fault == fault_of(_method(title), credentials, (10,), ending)


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        pytest.param("MATCH_NOT_FOUND", "", id="documented"),
        pytest.param(
            "PLAYER_NOT_FOUND", "PLAYER_NOT_FOUND is not among the errors", id="elsewhere"
        ),
        pytest.param("BAD_REQUEST", "reason 'BAD_REQUEST' does not go with NOT_FOUND", id="status"),
        pytest.param("SOMETHING", "reason 'SOMETHING' does not go with NOT_FOUND", id="unknown"),
    ],
)
def test_reasons_are_held_to_the_comments(reason: str, fault: str) -> None:
    """A refusal names a reason that its method documents and that goes with the status."""
    detail = Any()
    detail.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="bessemer"))
    status = status_pb2.Status(code=5, details=[detail]).SerializeToString()
    ending = Ending(grpc.StatusCode.NOT_FOUND, "no", (("grpc-status-details-bin", status),))

    found = fault_of(_method("MatchService.GetMatch"), "player", (10,), ending)

    assert fault == found[: len(fault)]
    assert bool(fault) == bool(found)


def test_too_long_a_message_is_refused_by_grpc_itself() -> None:
    """A status of gRPC itself has no details; it is right only if the message was too long."""
    ending, method = (
        Ending(grpc.StatusCode.RESOURCE_EXHAUSTED, "too long"),
        _method("MatchService.Play"),
    )

    assert "" == fault_of(method, "seat", (10, 300_000), ending)
    assert "" != fault_of(method, "seat", (10, 3000), ending)


def test_growth_is_seen() -> None:
    """What each message costs shows in every third; what fills a cache does not."""
    start = Size(50_000, 10, 20)
    filled = Size(90_000, 20, 30)
    leaking = [filled._replace(memory=90_000 + third * 20_000) for third in (0, 1, 2)]

    assert [] == growth([start, filled, filled, filled._replace(memory=97_000)])
    assert 1 == len(growth([start, *leaking]))
    assert 2 == len(growth([start, filled, filled, Size(90_000, 70, 80)]))


def _method(title: str) -> Method:
    return next(method for method in methods() if method.title == title)

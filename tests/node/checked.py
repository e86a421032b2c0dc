"""Checks of matches that the bot in JavaScript played."""

from collections.abc import Mapping

from bessemer.matches.records import Cause
from bessemer.replays.verify import verify
from bessemer.v1 import match_service_pb2 as pb
from tests.node.served import Output, Served


def check_replay(served: Served, match_id: str) -> None:
    """The replay verifies, and nobody ran out of time."""
    replay = served.replay(match_id)
    verdict = verify(replay)

    assert verdict.ok, verdict
    assert {Cause.PLAYED} == {entry.cause for entry in replay.records}


def check_ends(served: Served, created: pb.CreateMatchResponse, ends: Mapping[int, Output]) -> None:
    """Every bot says how the match ended, as the referee says it, and was never refused."""
    request = pb.GetMatchRequest(match_id=created.match.match_id)
    result = served.stub.GetMatch(request, metadata=served.metadata).match.result

    for seat, end in ends.items():
        assert (0, "") == (end.code, end.error)
        told = end.told
        assert (list(result.ranks), list(result.scores)) == (told["ranks"], told["scores"])
        assert (seat, result.ranks[seat]) == (told["seat"], told["rank"])
        assert 0 == told["refusals"]

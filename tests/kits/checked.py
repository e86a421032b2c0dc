"""Checks of matches that programs on the kits played."""

from collections.abc import Mapping

from bessemer.matches.chance.chance_mixing import ChanceSource
from bessemer.matches.records import Cause
from bessemer.replays.verify import verify
from bessemer.v1 import match_service_pb2 as pb
from tests.kits.served import Player, Served


def check_replay(served: Served, match_id: str) -> None:
    """The replay verifies, nobody ran out of time, and every seat brought bytes."""
    replay = served.replay(match_id)
    verdict = verify(replay)

    assert verdict.ok, verdict
    assert {Cause.PLAYED} == {entry.cause for entry in replay.records}
    assert replay.header is not None
    assert replay.header.mix is not None
    assert {ChanceSource.PLAYER} == {one.source for one in replay.header.mix.contributions}


def check_ends(
    served: Served, created: pb.CreateMatchResponse, players: Mapping[int, Player], faults: int = 0
) -> None:
    """Every program ends well, and knows the result as the referee does; it was asked each turn once."""
    codes = {seat: player.ended() for seat, player in players.items()}
    request = pb.GetMatchRequest(match_id=created.match.match_id)
    result = served.stub.GetMatch(request, metadata=served.metadata).match.result

    for seat, player in players.items():
        assert 0 == codes[seat], player.error
        end = player.told[-1]
        assert (list(result.ranks), list(result.scores)) == (end["ranks"], end["scores"])
        assert faults == len(end["faults"]), player.error
        assert len(player.asked) == len(set(player.asked))
        assert player.asked
        assert "by chance" not in player.error

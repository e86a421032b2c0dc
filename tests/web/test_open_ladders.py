"""The ladders of `bessemer web --play` have seats for whoever comes, however busy their bots are."""

import asyncio
from pathlib import Path

import pytest

from bessemer.ladder.ladder import PEOPLE_CLOCK
from bessemer.sdk.connection.channels import open_channel
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2, match_service_pb2_grpc
from bessemer.web.demo import playing_ladders
from bessemer.web.server.sources import Source
from tests.referees.in_process import PATIENCE, metadata_of

AGES = 3600.0
"""So long the bots take for a move here: none of their matches will ever end."""


@pytest.mark.asyncio
@pytest.mark.timeout(180)
async def test_guests_find_a_match_while_all_bots_play(tmp_path: Path) -> None:
    """Two of them, one after the other, each with a person's clock."""
    async with playing_ladders(tmp_path, ("furnace",), AGES, lambda _words: None) as sources:
        (config,) = (one for one in sources if not one.takes_matches)
        assert config.register is not None
        source = Source(config)
        async with asyncio.timeout(PATIENCE):
            # Until the bots have begun their own match, and have no seat left but those for people.
            while (  # noqa: ASYNC110 - nobody tells us of it
                lobby := await source.lobby("furnace")
            ) is None or not lobby.running_matches:
                await asyncio.sleep(0.1)
        for name in ("zoe", "yan"):
            token = await config.register(name)
            async with asyncio.timeout(PATIENCE), open_channel(config.referee) as channel:
                call = ladder_grpc.LadderServiceStub(channel).Enlist(metadata=metadata_of(token))
                wanted = pb.Enlistment(ladder="furnace", assignments_only=True)
                await call.write(pb.EnlistRequest(enlistment=wanted))
                async for response in call:
                    if response.assignments:
                        break
                (seat,) = response.assignments
                call.cancel()
                stub = match_service_pb2_grpc.MatchServiceStub(channel)
                request = match_service_pb2.GetMatchRequest(match_id=seat.match_id)
                match = (await stub.GetMatch(request, metadata=metadata_of(token))).match
            mine = match.seats[seat.seat]
            assert (name, PEOPLE_CLOCK.bank) == (mine.player, mine.clock.bank.seconds)
            bots = [one for one in match.seats if one.player not in ("zoe", "yan")]
            assert bots
            assert not any(bot.HasField("clock") for bot in bots)
        await source.close()

"""A channel to several addresses calls the next one where one is away."""

from pathlib import Path

import grpc
import pytest

from bessemer.sdk.connection.channels import open_channel
from bessemer.v1 import match_service_pb2 as pb
from tests.ports import free_ports
from tests.referees.in_process import Client, opened


@pytest.mark.asyncio
async def test_a_call_and_a_stream_find_the_referee_that_is_there(tmp_path: Path) -> None:
    """Wherever it stands in the list; a stream that fails is opened again by its owner."""
    away = f"127.0.0.1:{free_ports()[0]}"
    async with opened(tmp_path) as house:
        for addresses in (f"{away}, {house.address}", f"{house.address},{away}"):
            async with open_channel(addresses) as channel:
                client = Client(channel, house.organiser.token)
                assert (await client.GetSelf(pb.GetSelfRequest())).may_organise
                assert grpc.ChannelConnectivity.READY is channel.get_state()
                await channel.channel_ready()
                table = await client.create()
                watch = client.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
                assert table.match_id == (await watch.read()).match.match_id
                watch.cancel()


@pytest.mark.asyncio
async def test_a_call_fails_if_all_are_away() -> None:
    """As it does with one address."""
    addresses = ",".join(f"127.0.0.1:{port}" for port in free_ports(2))
    async with open_channel(addresses) as channel:
        with pytest.raises(grpc.aio.AioRpcError) as failed:
            await Client(channel, "").GetSelf(pb.GetSelfRequest())
    assert grpc.StatusCode.UNAVAILABLE is failed.value.code()

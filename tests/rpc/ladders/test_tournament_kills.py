"""A referee that is killed in the middle of a tournament continues it: each match counts once, nothing else changes."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import grpc
import pytest

from bessemer.bots.registry import new_bot
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ladder.tournament.terms import Format
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc as admin_grpc
from tests.ports import free_ports
from tests.referees.in_process import eventually, metadata_of
from tests.referees.process import RefereeProcess
from tests.rpc.ladders.served_ladders import tournament

NAMES = tuple("abcdef")


@asynccontextmanager
async def bots(address: str, tokens: dict[str, str]) -> AsyncIterator[None]:
    """Bots that wait for their referee while the body runs."""
    tasks = [
        asyncio.create_task(
            enlist(address, token, "cup", lambda game: new_bot(game, "random", random.Random()))
        )
        for token in tokens.values()
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def tokens_of(referee: RefereeProcess) -> dict[str, str]:
    """New players."""
    async with grpc.aio.insecure_channel(referee.address) as channel:
        stub = admin_grpc.AdminServiceStub(channel)
        found = {}
        for name in NAMES:
            request = admin.CreatePlayerRequest(name=name, role=admin.ROLE_PLAYER)
            response = await stub.CreatePlayer(request, metadata=metadata_of(referee.token))
            found[name] = response.token
    return found


@pytest.mark.asyncio
@pytest.mark.parametrize("format_", [Format.SWISS, Format.KNOCKOUT])
async def test_killed_in_the_middle_it_ends_as_if_nothing_had_happened(
    tmp_path: Path, format_: Format
) -> None:
    """Killed three times: the same plan, every match of it once, and a result."""
    store = open_store(tmp_path / "bessemer.sqlite3")
    with closing(store):
        ladders = SqlLadderStore(store)
        ladder = tournament(format_, entrants=len(NAMES))
        ladders.create(ladder, "olga")

        def record() -> TournamentRecord:
            return TournamentRecord.read(ladders, ladder)

        (port,) = free_ports()
        referee = RefereeProcess(tmp_path, listen=f"127.0.0.1:{port}")
        with referee:
            async with bots(referee.address, await tokens_of(referee)):
                plans = []
                for count in (1, 3, 4):
                    await eventually(lambda count=count: len(record().past) >= count)  # type: ignore[misc]
                    referee.kill()
                    plans.append(record().plan)
                    referee.start()

                def is_over() -> bool:
                    result = record().result
                    return result is not None and result.is_over

                await eventually(is_over)
        found = record()
        assert [found.plan] * 3 == plans
        assert found.plan is not None
        assert {1} == set(Counter((one.block, one.players) for one in found.past).values())
        assert () == found.walkovers
        result = found.result
        assert result is not None
        assert result.winners
        drawn = [one for each in result.rounds for one in each.meetings]
        assert len(drawn) == len(found.past)

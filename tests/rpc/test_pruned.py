"""A match whose replay is no longer kept: who asks for it is told where it is."""

from contextlib import closing
from pathlib import Path

import pytest

from bessemer.ladder.ladder import AuditEntry
from bessemer.storage.retention import Retention
from bessemer.storage.store import open_store
from bessemer.v1 import match_service_pb2 as pb
from tests.rpc.referee_under_test import opened, refused


@pytest.mark.asyncio
async def test_a_pruned_match_is_still_known(tmp_path: Path) -> None:
    """Its result is told, its replay is not, by the referee that played it and by the next one."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(2)
        await house.play_out(table)
        with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
            retention = Retention(store)
            entry = AuditEntry(1.0, "me", "", "prune", "1 replays", "")
            retention.remove(retention.old(4e9), entry)
        found = await refused(
            house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
        )
        assert "ask the organiser" in found.message

    async with opened(tmp_path) as house:
        found = await refused(
            house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
        )
        match = (await house.organiser.GetMatch(pb.GetMatchRequest(match_id=table.match_id))).match
    assert "ask the organiser" in found.message
    assert len(match.result.ranks) == 2

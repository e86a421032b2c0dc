"""Old replays are listed and removed over gRPC; whoever asks for one that is no longer kept is told where it is."""

from hashlib import sha256
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.matches.records import BlockOver
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import House, opened, reason_of, refused
from tests.storage.rated_matches import match as rated_match

LATER = Timestamp(seconds=4_000_000_000)


async def remove(house: House, *replays: bytes | str) -> None:
    """RemoveReplays: ids of matches, each before what the caller has of it."""
    request = admin.RemoveReplaysRequest(reason="for a test")
    for match_id, content in zip(replays[::2], replays[1::2], strict=True):
        assert isinstance(match_id, str)
        assert isinstance(content, bytes)
        request.replays.add(match_id=match_id, sha256=sha256(content).digest())
    await house.organiser.RemoveReplays(request)


async def old(house: House, before: Timestamp = LATER) -> list[str]:
    """ListOldReplays, a page for each."""
    found: list[str] = []
    request = admin.ListOldReplaysRequest(created_before=before, page_size=1)
    while True:
        page = await house.organiser.ListOldReplays(request)
        assert len(page.replays) <= 1
        found += [one.match_id for one in page.replays]
        request.page_token = page.next_page_token
        if not request.page_token:
            return found


@pytest.mark.asyncio
async def test_a_pruned_match_is_still_known(tmp_path: Path) -> None:
    """Its result is told, its replay is not, by the referee that played it and by the next one."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(2)
        await house.play_out(table)
        request = pb.GetReplayRequest(match_id=table.match_id)
        replay = (await house.organiser.GetReplay(request)).replay
        await remove(house, table.match_id, replay)
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


@pytest.mark.asyncio
async def test_only_who_has_a_replay_may_remove_it(tmp_path: Path) -> None:
    """By its hash; all or none; not of blocks that are not over; and it is in the audit log."""
    async with opened(tmp_path) as house:
        store = house.referee.store
        store.write([*rated_match("m1"), *rated_match("m2"), *rated_match("secret")])
        blocks = [records[0].spec.shared_setup for records in map(rated_match, ("m1", "m2"))]  # type: ignore[union-attr]
        store.write([BlockOver(block) for block in blocks if block is not None])
        assert ["m1", "m2"] == await old(house)
        assert [] == await old(house, Timestamp(seconds=1))
        for wrong, reason, field in (
            (("m1", b"replay", "m2", b"another"), "BAD_REQUEST", "replays[1].sha256"),
            (("m1", b"replay", "nosuch", b"replay"), "MATCH_NOT_FOUND", "replays[1].match_id"),
            (("m1", b"replay", "secret", b"replay"), "BLOCK_NOT_OVER", "replays[1].match_id"),
            ((), "BAD_REQUEST", "replays"),
        ):
            refusal = await refused(remove(house, *wrong))
            assert (reason, field) == (reason_of(refusal), refusal.field)
        assert ["m1", "m2"] == await old(house)

        await remove(house, "m1", b"replay", "m2", b"replay")

        assert [] == await old(house)
        assert store.replay("secret") == b"replay"
        (newest,) = (await house.organiser.ListAudit(admin.ListAuditRequest(page_size=1))).entries
        assert ("prune", "2 replays", "for a test") == (
            newest.action,
            newest.subject,
            newest.reason,
        )


@pytest.mark.asyncio
async def test_old_replays_are_the_organisers_business(tmp_path: Path) -> None:
    """A player is refused, and so is a request without a time or a reason."""
    async with opened(tmp_path) as house:
        player, _ = await house.player("ann")
        known = [admin.KnownReplay(match_id="m1")]
        for client, request, reason in (
            (player, admin.ListOldReplaysRequest(created_before=LATER), "NOT_ALLOWED"),
            (player, admin.RemoveReplaysRequest(replays=known, reason="why"), "NOT_ALLOWED"),
            (house.organiser, admin.ListOldReplaysRequest(), "BAD_REQUEST"),
            (house.organiser, admin.RemoveReplaysRequest(replays=known), "BAD_REQUEST"),
        ):
            name = type(request).__name__.removesuffix("Request")
            assert reason == reason_of(await refused(getattr(client, name)(request)))

"""Quotas and the deadline hold teams, with all their members, and not organisers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bessemer.submissions.gate import MOST_WAITING
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import submission_service_pb2 as pb
from tests.referees.in_process import Client, House, opened, reason_of, refused
from tests.rpc.submissions.handing_in import accepted, bot_archive, submit, upload, worker_of


async def ladder(house: House, **entry: Any) -> None:  # noqa: ANN401 - fields
    """A ladder of Furnace with such terms."""
    request = admin.CreateLadderRequest(
        name="main", game="furnace", entry=ladder_pb.LadderEntry(**entry)
    )
    await house.organiser.CreateLadder(request)


async def member_of(house: House, name: str) -> Client:
    """Another member of a team."""
    made = await house.organiser.CreateToken(admin.CreateTokenRequest(name=name, member="ben"))
    return house.client(made.token)


@pytest.mark.asyncio
async def test_a_team_has_one_quota_a_day(tmp_path: Path) -> None:
    """For all members, also at once, and over a restart; another team and an organiser have their own."""
    async with opened(tmp_path) as house:
        await ladder(house, submissions_per_day=2)
        ada, _ = await house.player("owls")
        ben = await member_of(house, "owls")
        eve, _ = await house.player("bats")
        await submit(ada)
        uploads = [await upload(ben, bot_archive(f"x = {n}\n")) for n in range(3)]
        calls = (ben.Submit(pb.SubmitRequest(upload_id=one)) for one in uploads)
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert 1 == sum(isinstance(one, pb.SubmitResponse) for one in done)
        token = ada.token
        await submit(eve)
        await submit(house.organiser, player="owls")

    async with opened(tmp_path) as house:
        refusal = await refused(submit(house.client(token)))
        assert "TOO_MANY_SUBMISSIONS" == reason_of(refusal)
        assert "has handed in 2 bots for furnace in 24 hours" in refusal.message
        assert 80_000 < refusal.retry_delay.seconds <= 86_400


@pytest.mark.asyncio
async def test_nothing_changes_after_the_deadline(tmp_path: Path) -> None:
    """Neither handing in, nor withdrawing, nor rolling back; what waits is built all the same."""
    async with opened(tmp_path) as house:
        await ladder(house)
        ada, _ = await house.player("ada")
        worker = await worker_of(house)
        first = await submit(ada)
        await accepted(worker)
        second = await submit(ada)
        third = await submit(ada, bot_archive("y = 1\n"))
        await accepted(worker)
        lock = admin.LockLadderRequest(ladder="main", reason="a test")
        locked = (await house.organiser.LockLadder(lock)).ladder

        number = second.submission_id
        for call in (
            submit(ada),
            ada.WithdrawSubmission(pb.WithdrawSubmissionRequest(submission_id=number)),
            ada.PlayVersion(pb.PlayVersionRequest(submission_id=first.submission_id)),
        ):
            refusal = await refused(call)
            assert "SUBMISSIONS_CLOSED" == reason_of(refusal)
            at = locked.entry.lock_time.ToDatetime()
            assert f"the ladder main is locked since {at:%Y-%m-%d %H:%M} UTC" in refusal.message
        assert third.submission_id == (await accepted(worker)).submission_id
        await house.organiser.PlayVersion(
            pb.PlayVersionRequest(submission_id=first.submission_id, reason="a mistake of ours")
        )
        lift = admin.LockLadderRequest(ladder="main", reason="a test", lift=True)
        await house.organiser.LockLadder(lift)
        await submit(ada)


@pytest.mark.asyncio
async def test_a_frozen_ladder_locks_nothing(tmp_path: Path) -> None:
    """It is over: the next one of the game says what holds."""
    async with opened(tmp_path) as house:
        await ladder(house, submissions_per_day=1)
        ada, _ = await house.player("ada")
        await house.organiser.LockLadder(admin.LockLadderRequest(ladder="main", reason="a test"))
        freeze = admin.FreezeLadderRequest(ladder="main", frozen=True, reason="over")
        await house.organiser.FreezeLadder(freeze)

        await submit(ada)
        await submit(ada)


@pytest.mark.asyncio
async def test_the_lock_of_a_season_holds_during_its_final(tmp_path: Path) -> None:
    """The season is over and frozen; the final is played by its versions, until it is frozen, too."""
    async with opened(tmp_path) as house:
        for stage, name in enumerate(("season", "final"), 1):
            terms = ladder_pb.LadderFormat(competition="league", stage=stage)
            wanted = admin.CreateLadderRequest(name=name, game="furnace", format=terms)
            await house.organiser.CreateLadder(wanted)
        ada, _ = await house.player("ada")
        lock = admin.LockLadderRequest(ladder="season", reason="a test")
        await house.organiser.LockLadder(lock)
        freeze = admin.FreezeLadderRequest(ladder="season", frozen=True, reason="over")
        await house.organiser.FreezeLadder(freeze)

        assert "the ladder season is locked" in (await refused(submit(ada))).message
        freeze.ladder = "final"
        await house.organiser.FreezeLadder(freeze)
        await submit(ada)


@pytest.mark.asyncio
async def test_so_many_wait_at_once(tmp_path: Path) -> None:
    """Without any quota: nobody fills the queue."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        for _ in range(MOST_WAITING):
            await submit(ada)

        refusal = await refused(submit(ada))
        assert "wait for them, or withdraw some" in refusal.message

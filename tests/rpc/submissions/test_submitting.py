"""Bots are handed in, built by workers and get versions; what is whose is kept apart."""

import hashlib
from pathlib import Path

import pytest

from bessemer.submissions.records import CLAIM_SECONDS, MOST_ATTEMPTS
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import submission_service_pb2 as pb
from tests.referees.in_process import Client, House, opened, reason_of, refused, why
from tests.rpc.submissions.handing_in import (
    accepted,
    archive_of,
    bot_archive,
    claim,
    log_of,
    submit,
    upload,
    worker_of,
)


async def listed(client: Client) -> list[int]:
    """The numbers of the submissions that a client sees, a page for each."""
    found: list[int] = []
    request = pb.ListSubmissionsRequest(page_size=1)
    while True:
        page = await client.ListSubmissions(request)
        found += [one.submission_id for one in page.submissions]
        request.page_token = page.next_page_token
        if not request.page_token:
            return found


async def playing(worker: Client) -> list[tuple[str, str]]:
    """Which versions play."""
    found = await worker.ListPlayingVersions(pb.ListPlayingVersionsRequest())
    return [(one.player, one.version) for one in found.submissions]


async def fetched(client: Client, submission_id: int, *, built: bool = False) -> bytes:
    """The archive of a submission."""
    request = pb.FetchArchiveRequest(submission_id=submission_id, built=built)
    return b"".join([one.content async for one in client.FetchArchive(request)])


@pytest.mark.asyncio
async def test_a_submission_survives_the_referee(tmp_path: Path) -> None:
    """What was uploaded in parts is there after a restart, byte for byte, and is built then."""
    content = bot_archive("x = 1  # " + hashlib.sha512(b"long").hexdigest() * 50)
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        worker = await worker_of(house)
        upload_id = await upload(ada, content, part=100)
        mine = (await ada.Submit(pb.SubmitRequest(upload_id=upload_id, note="first"))).submission
        token, builder = ada.token, worker.token
        assert mine.status == pb.SUBMISSION_STATUS_QUEUED

    async with opened(tmp_path) as house:
        ada, worker = house.client(token), house.client(builder)
        claimed = await claim(worker)
        assert claimed.submission.submission_id == mine.submission_id
        assert await fetched(worker, mine.submission_id) == content
        request = pb.FinishBuildRequest(claim=claimed.claim, accepted=True)
        done = (await worker.FinishBuild(request)).submission
        again = (await worker.FinishBuild(request)).submission
        assert again == done
        assert (done.version, done.playing, done.note) == ("1", True, "first")
        assert done.built_sha256 == hashlib.sha256(content).hexdigest()
        assert await playing(worker) == [("ada", "1")]


@pytest.mark.asyncio
async def test_the_same_part_may_come_twice(tmp_path: Path) -> None:
    """A lost answer is no harm; a gap, a wrong hash and somebody else's upload are refused."""
    content = bot_archive()
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        ben, _ = await house.player("ben")
        digest = hashlib.sha256(content).hexdigest()
        start = pb.StartUploadRequest(size=len(content), sha256=digest)
        upload_id = (await ada.StartUpload(start)).upload_id
        first = pb.UploadPartRequest(upload_id=upload_id, content=content[:50])
        assert (await ada.UploadPart(first)).received == 50
        assert (await ada.UploadPart(first)).received == 50
        gap = pb.UploadPartRequest(upload_id=upload_id, offset=60, content=b"x")
        assert "begins at 50" in (await refused(ada.UploadPart(gap))).message
        assert await why(ben.UploadPart(first)) == "BAD_REQUEST"
        submit_it = pb.SubmitRequest(upload_id=upload_id)
        assert "upload the rest" in (await refused(ada.Submit(submit_it))).message
        wrong = pb.UploadPartRequest(
            upload_id=upload_id, offset=50, content=bytes(len(content) - 50)
        )
        await ada.UploadPart(wrong)
        assert "sha256" in (await refused(ada.Submit(submit_it))).message


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"PK\3\4 a zip file", "no tar file", id="no-tar"),
        pytest.param(archive_of({"mine.py": "pass"}), "first file", id="no-manifest"),
        pytest.param(archive_of({"bot.toml": "name = 1"}), "a text", id="no-text"),
        pytest.param(bot_archive(comand="make"), "command", id="unknown-key"),
        pytest.param(bot_archive(runtime="java"), "there are python", id="unknown-runtime"),
    ],
)
@pytest.mark.asyncio
async def test_bad_archives_are_refused_at_once(tmp_path: Path, content: bytes, said: str) -> None:
    """With a sentence that says what is wrong."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        upload_id = await upload(ada, content)
        refusal = await refused(ada.Submit(pb.SubmitRequest(upload_id=upload_id)))
    assert reason_of(refusal) == "BAD_REQUEST"
    if said != "command":
        assert said in refusal.message


@pytest.mark.asyncio
async def test_teams_do_not_see_each_other(tmp_path: Path) -> None:
    """Neither submissions nor logs nor archives; organisers see all, and that is in the audit log."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        ben, _ = await house.player("ben")
        spectator, _ = await house.player("eve", admin.ROLE_SPECTATOR)
        worker = await worker_of(house)
        mine, his = await submit(ada), await submit(ben)
        number = mine.submission_id
        assert await listed(ada) == [number]
        assert await listed(house.organiser) == [his.submission_id, number]
        assert await why(ben.ListSubmissions(pb.ListSubmissionsRequest(player="ada"))) == (
            "NOT_ALLOWED"
        )
        calls = (
            lambda one: one.GetSubmission(pb.GetSubmissionRequest(submission_id=number)),
            lambda one: one.GetSubmissionLog(pb.GetSubmissionLogRequest(submission_id=number)),
            lambda one: one.WithdrawSubmission(pb.WithdrawSubmissionRequest(submission_id=number)),
            lambda one: one.PlayVersion(pb.PlayVersionRequest(submission_id=number)),
            lambda one: fetched(one, number),
        )
        for call in calls:
            assert await why(call(ben)) == "SUBMISSION_NOT_FOUND"
            assert await why(call(spectator)) == "NOT_ALLOWED"
        assert await why(claim(ben)) == "NOT_ALLOWED"
        assert await why(submit(ben, player="ada")) == "NOT_ALLOWED"
        assert await why(calls[2](worker)) == "NOT_ALLOWED"
        await calls[0](house.organiser)
        await calls[1](house.organiser)
        await fetched(house.organiser, number)
        await house.referee.accounts.audit.flush()
        audit = (await house.organiser.ListAudit(admin.ListAuditRequest())).entries
    said = {(one.action, one.subject) for one in audit}
    assert ("read log", f"submission {number} of ada") in said
    assert ("read archive", f"submission {number} of ada") in said


@pytest.mark.asyncio
async def test_a_silent_worker_loses_its_submission(tmp_path: Path) -> None:
    """Another one builds it, and what the first says then is refused; after some, nobody tries."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        worker = await worker_of(house)
        mine = await submit(ada)
        first = await claim(worker)
        assert not (await claim(worker, "there")).claim
        again = await claim(worker)
        assert again.submission.submission_id == mine.submission_id
        report = pb.ReportProgressRequest(claim=first.claim, text="late")
        assert await why(worker.ReportProgress(report)) == "CLAIM_LOST"
        await worker.ReportProgress(
            pb.ReportProgressRequest(claim=again.claim, phase="building", text="a\0b")
        )
        for _ in range(MOST_ATTEMPTS):
            await claim(worker)
        found = (
            await ada.GetSubmission(pb.GetSubmissionRequest(submission_id=mine.submission_id))
        ).submission
        assert found.status == pb.SUBMISSION_STATUS_REFUSED
        assert "were lost" in found.reason
        assert "late" not in await log_of(ada, mine.submission_id)
        assert CLAIM_SECONDS > 15


@pytest.mark.asyncio
async def test_versions_play_roll_back_and_are_withdrawn(tmp_path: Path) -> None:
    """A refused one changes nothing; an older one plays again; none plays once it is withdrawn."""
    async with opened(tmp_path) as house:
        ada, _ = await house.player("ada")
        worker = await worker_of(house)
        first, second, third = [await submit(ada, bot_archive(f"{n}")) for n in range(3)]
        await accepted(worker)
        await accepted(worker)
        claimed = await claim(worker)
        assert claimed.submission.submission_id == third.submission_id
        await worker.FinishBuild(
            pb.FinishBuildRequest(claim=claimed.claim, accepted=False, reason="it crashed")
        )
        assert await playing(worker) == [("ada", "2")]
        await ada.PlayVersion(pb.PlayVersionRequest(submission_id=first.submission_id))
        assert await playing(worker) == [("ada", "1")]
        refusal = await refused(
            ada.PlayVersion(pb.PlayVersionRequest(submission_id=third.submission_id))
        )
        assert "only accepted ones play" in refusal.message
        token = pb.CreateHostedTokenRequest(submission_id=second.submission_id, host="box")
        assert await why(worker.CreateHostedToken(token)) == "BAD_REQUEST"
        token.submission_id = first.submission_id
        hosted = house.client((await worker.CreateHostedToken(token)).token)
        assert await why(hosted.ListSubmissions(pb.ListSubmissionsRequest())) == "NOT_ALLOWED"
        assert await why(submit(hosted)) == "NOT_ALLOWED"
        withdraw = pb.WithdrawSubmissionRequest(submission_id=first.submission_id)
        await ada.WithdrawSubmission(withdraw)
        assert await playing(worker) == []
        assert await why(ada.WithdrawSubmission(withdraw)) == "BAD_REQUEST"


@pytest.mark.asyncio
async def test_players_take_turns(tmp_path: Path) -> None:
    """A player who hands in much does not keep the others waiting."""
    async with opened(tmp_path) as house:
        worker = await worker_of(house)
        await submitted_by(house, "ada", 3)
        await submitted_by(house, "ben", 1)
        order = [(await accepted(worker)).player for _ in range(4)]
    assert order == ["ada", "ben", "ada", "ada"]


async def submitted_by(house: House, name: str, count: int) -> None:
    """Have a new player hand in so many bots."""
    client, _ = await house.player(name)
    for number in range(count):
        await submit(client, bot_archive(f"{name}{number}"))

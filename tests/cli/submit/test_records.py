"""A competition as one file: everything in it, and no change of it unnoticed."""

import asyncio
import json
import tarfile
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import submission_service_pb2 as pb
from tests.referees.in_process import opened
from tests.rpc.submissions.handing_in import accepted, bot_archive, claim, submit, worker_of


async def season(data: Path) -> None:
    """Two teams hand in; one bot is accepted, one refused with a log."""
    async with opened(data) as house:
        request = admin.CreateLadderRequest(name="main", game="furnace", seats=2)
        await house.organiser.CreateLadder(request)
        worker = await worker_of(house)
        for name in ("owls", "bats"):
            team, _ = await house.player(name)
            await submit(team, bot_archive(f"# {name}\n"))
        await accepted(worker)
        claimed = await claim(worker)
        log = pb.ReportProgressRequest(
            claim=claimed.claim, text="it does not build\n", kind=pb.LOG_KIND_BUILD
        )
        await worker.ReportProgress(log)
        await worker.FinishBuild(pb.FinishBuildRequest(claim=claimed.claim, reason="no build"))


def test_everything_is_in_the_file_and_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Codes, logs, versions and ladders; a changed byte, a lost and an added file are named."""
    data, file = tmp_path / "data", tmp_path / "records.tar"
    asyncio.run(season(data))
    words = ["submission", "export", str(file), "--data", str(data), "--json"]
    assert 0 == main(words)
    facts = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (2, 6) == (facts["submissions"], facts["files"])
    assert 0o600 == file.stat().st_mode & 0o777
    assert 0 == main(["submission", "verify", str(file)])
    with tarfile.open(file) as tar:
        names = tar.getnames()
        log = tar.extractfile("logs/2.txt")
        listed = tar.extractfile("submissions.json")
        assert log is not None
        assert listed is not None
        assert b"it does not build\n" == log.read()
        versions = {one["player"]: one["version"] for one in json.loads(listed.read())}
    assert {"owls": "1", "bats": ""} == versions
    assert "ladders/main.json" in names
    assert 1 == main(words)  # the file is there already
    capsys.readouterr()

    content = bytearray(file.read_bytes())
    content[content.index(b"it does not build")] ^= 1
    file.write_bytes(content)
    assert 1 == main(["submission", "verify", str(file)])
    assert "changed, missing or added: logs/2.txt" in capsys.readouterr().err
    file.write_bytes(b"no tar")
    assert 1 == main(["submission", "verify", str(file)])
    assert "is no export" in capsys.readouterr().err

"""A worker builds what was handed in to a referee, checks it and says how it went."""

import asyncio
import zipfile
from pathlib import Path
from typing import Final

import pytest

from bessemer.runner.bots import single_match
from bessemer.runner.building.building import Builder
from bessemer.runner.building.worker import MOST_LOGGED, BuildWorker
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import submission_service_pb2 as pb
from tests.referees.in_process import House, opened
from tests.rpc.submissions.handing_in import archive_of, log_of, submit, worker_of
from tests.runner.sandbox.sandboxes import sandbox_of

MANIFEST: Final = 'name = "mine"\ngame = "furnace"\nrun = "mine.py"\n'
PLAYS: Final = """\
import luckless
from bessemer.furnace import Bot, run


class Mine(Bot):
    def bid(self, view):
        return luckless.first(view.legal_bids())


run(Mine)
"""
RAISES: Final = """\
from bessemer.furnace import Bot, run


class Mine(Bot):
    def bid(self, view):
        raise ValueError("no such card")


run(Mine)
"""


def wheel_in(folder: Path) -> None:
    """A Python package of the organiser's."""
    folder.mkdir()
    about = "luckless-1.0.dist-info"
    files = {
        "luckless.py": "def first(items):\n    return next(iter(items))\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: luckless\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(folder / "luckless-1.0-py3-none-any.whl", "w") as wheel:
        for name, text in files.items():
            wheel.writestr(name, text)


async def short_ladder(house: House) -> None:
    """A ladder whose matches are soon over."""
    await house.organiser.CreateLadder(
        admin.CreateLadderRequest(name="main", game="furnace", options={"rounds": "3"}, seats=2)
    )


async def builder_at(house: House, wheels: Path | None = None) -> BuildWorker:
    """A worker of a referee."""
    calls = RefereeCalls(house.channel, (await worker_of(house)).token)
    return BuildWorker(calls, "here", Builder(sandbox_of("isolated"), wheels))


def packages(*lines: str, program: str = PLAYS) -> bytes:
    """The archive of a bot with requirements."""
    manifest = MANIFEST + 'requirements = "requirements.txt"\n'
    text = "".join(f"{line}\n" for line in lines)
    return archive_of({"bot.toml": manifest, "mine.py": program, "requirements.txt": text})


@pytest.mark.asyncio
async def test_a_bot_with_packages_is_built_and_plays(tmp_path: Path) -> None:
    """Its packages come from the organiser's folder; a worker that is stopped in the middle harms nothing."""
    wheel_in(tmp_path / "wheels")
    async with opened(tmp_path / "data") as house:
        await short_ladder(house)
        ada, _ = await house.player("ada")
        one = await submit(ada, packages("luckless==1.0  # ours"))
        worker = await builder_at(house, tmp_path / "wheels")
        first = asyncio.create_task(worker.build_next())
        while not (await found(ada, one)).worker:  # noqa: ASYNC110 - a referee is asked
            await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        done = await worker.build_next()
        assert done is not None
        log = await log_of(ada, one.submission_id)
        assert (done.version, done.attempts, done.reason) == ("1", 2, ""), log
        assert done.built_sha256 != done.sha256
        assert "smoke match against itself: place" in log


async def found(client: object, one: pb.Submission) -> pb.Submission:
    """A submission as it is now."""
    request = pb.GetSubmissionRequest(submission_id=one.submission_id)
    return (await client.GetSubmission(request)).submission  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param(["nowhere==1.0"], "failed with code 1", id="not among the wheels"),
        pytest.param(
            ["--extra-index-url https://evil.example", "luckless"], "line 1", id="another index"
        ),
        pytest.param(["luckless @ https://evil.example/a.whl"], "line 1", id="address"),
        pytest.param(["git+https://evil.example/a"], "line 1", id="repository"),
        pytest.param(["luckless", "-r /etc/passwd"], "line 2", id="another file"),
        pytest.param(["luckless", "./mine"], "line 2", id="folder"),
        pytest.param(["luckless ${TOKEN}"], "line 1", id="variable"),
    ],
)
@pytest.mark.asyncio
async def test_packages_come_from_the_organiser_alone(
    lines: list[str], reason: str, tmp_path: Path
) -> None:
    """There is no index to fall back to, and no line of the file can name one."""
    wheel_in(tmp_path / "wheels")
    async with opened(tmp_path / "data") as house:
        ada, _ = await house.player("ada")
        await submit(ada, packages(*lines))
        worker = await builder_at(house, tmp_path / "wheels")
        done = await worker.build_next()
        assert done is not None
        assert reason in done.reason


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        pytest.param(RAISES, "ValueError: no such card", id="raises"),
        pytest.param("import os; os._exit(3)", "exited with code 3", id="ends"),
        pytest.param("import time; time.sleep(1e6)", "did not join", id="does not join"),
        pytest.param("while True: print('flood ' * 1000)", "did not join", id="log flood"),
        pytest.param(
            "import socket; socket.create_connection(('127.0.0.1', 1))",
            "exited with code 1",
            id="network",
        ),
        pytest.param("open('/etc/shadow').read()", "exited with code 1", id="passwords"),
        pytest.param("open('mine.py', 'a').write('x')", "exited with code 1", id="own folder"),
    ],
)
@pytest.mark.asyncio
async def test_what_goes_wrong_in_a_smoke_match_refuses_the_bot(
    program: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the reason, and what it printed; the version before plays on."""
    if reason == "did not join":
        monkeypatch.setattr(single_match, "_JOIN_SECONDS", 2.0)
    async with opened(tmp_path / "data") as house:
        await short_ladder(house)
        ada, _ = await house.player("ada")
        one = await submit(ada, archive_of({"bot.toml": MANIFEST, "mine.py": program}))
        worker = await builder_at(house)
        done = await worker.build_next()
        assert done is not None
        assert reason in done.reason
        assert "in its smoke match against random" in done.reason
        log = await log_of(ada, one.submission_id)
        assert f"refused: {done.reason}" in log
        assert len(log) < 2 * MOST_LOGGED
        if program == RAISES:
            assert "Traceback" in log

"""A referee, bots that were handed in to it, and a host, each in a process of its own."""

import asyncio
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from google.protobuf.duration_pb2 import Duration

from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladders
from bessemer.v1 import match_pb2
from bessemer.v1 import submission_service_pb2 as pb
from tests.ports import free_ports
from tests.referees.process import PATIENCE, RefereeProcess
from tests.rpc.submissions.handing_in import archive_of

BOT: Final = """\
import time
from bessemer.furnace import Bot, run


class Hosted(Bot):
    def decide(self, view):
        time.sleep({seconds})
        return view.random_move()


print("hello from {label}", flush=True)
run(Hosted)
"""
_TICK: Final = 0.05
_PART: Final = 100_000


class Hall:
    """What tests of hosting share."""

    def __init__(self, folder: Path, *options: str) -> None:
        """The referee is served with these options."""
        self.folder = folder
        (port,) = free_ports()
        self.referee = RefereeProcess(folder / "data", *options, listen=f"127.0.0.1:{port}")
        self.host: subprocess.Popen[bytes] | None = None
        self.calls: RefereeCalls
        self.worker = ""
        self.tokens: dict[str, str] = {}

    def calls_of(self, player: str) -> RefereeCalls:
        """The calls of a player."""
        return RefereeCalls(self.calls._channel, self.tokens[player])

    async def set_up(self, *players: str) -> None:
        """A ladder, the players, and a worker."""
        await self.calls(
            admin.CreateLadderRequest(
                name="main",
                game="furnace",
                seats=2,
                options={"rounds": "3"},
                clock=match_pb2.ClockSettings(bank=Duration(seconds=600)),
            )
        )
        for player in players:
            made = await self.calls(admin.CreatePlayerRequest(name=player))
            self.tokens[player] = made.token
        worker = admin.CreatePlayerRequest(name="box", role=admin.ROLE_WORKER)
        self.worker = (await self.calls(worker)).token

    async def hand_in(self, player: str, content: bytes) -> pb.Submission:
        """Hand in an archive for a player."""
        calls, digest = self.calls_of(player), hashlib.sha256(content).hexdigest()
        upload = await calls(pb.StartUploadRequest(size=len(content), sha256=digest))
        for start in range(0, len(content), _PART):
            part = content[start : start + _PART]
            await calls(
                pb.UploadPartRequest(upload_id=upload.upload_id, offset=start, content=part)
            )
        done = await calls(pb.SubmitRequest(upload_id=upload.upload_id))
        found: pb.Submission = done.submission
        return found

    async def submit(self, player: str, program: str) -> pb.Submission:
        """Hand in a bot for a player; a worker finds nothing to build, and it is accepted."""
        manifest = f'name = "{player}"\ngame = "furnace"\nrun = "bot.py"\n'
        await self.hand_in(player, archive_of({"bot.toml": manifest, "bot.py": program}))
        worker = RefereeCalls(self.calls._channel, self.worker)
        claim = await worker(pb.ClaimBuildRequest(worker="builder", runtimes=["python"]))
        done = await worker(pb.FinishBuildRequest(claim=claim.claim, accepted=True))
        found: pb.Submission = done.submission
        return found

    def start_host(self) -> None:
        """Start a host."""
        token = self.folder / "box.token"
        token.write_text(self.worker, encoding="ascii")
        with (self.folder / "host.log").open("ab") as log:
            self.host = subprocess.Popen(
                (
                    *(sys.executable, "-P", "-m", "bessemer.cli.main", "host", "--name", "box"),
                    *("--connect", self.referee.address, "--token-file", str(token)),
                    *("--work", str(self.folder / "work")),
                ),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def log_of_host(self) -> str:
        """What the host has logged; of one beside the referee what that has."""
        log = self.folder / "host.log"
        return log.read_text(encoding="utf-8") if log.exists() else self.referee.text()

    def kill_host(self) -> None:
        """As a crash would."""
        if self.host is not None:
            self.host.kill()
            self.host.wait()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds; whatever the referee says meanwhile."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(CallFailed):
                    found = holds()
                    if asyncio.iscoroutine(found):
                        found = await found
                    if found:
                        return
                await asyncio.sleep(_TICK)

    async def matches(self) -> list[ladders.RatedMatch]:
        """All rated matches, in the order of rating."""
        return await self.calls.rows(ladders.ListRatedMatchesRequest(ladder="main"), "matches")

    async def have_played(self, *names: str, more: int = 1) -> None:
        """Wait until each of these has ended so many more matches than now."""
        before = len(await self.matches())

        async def enough() -> bool:
            new = (await self.matches())[before:]
            return all(sum(name in one.players for one in new) >= more for name in names)

        await self.until(enough)

    async def submission(self, number: int, player: str = "") -> pb.Submission:
        """A submission, as the organiser or a player sees it."""
        calls = self.calls_of(player) if player else self.calls
        found: pb.Submission = (
            await calls(pb.GetSubmissionRequest(submission_id=number))
        ).submission
        return found

    async def log(self, number: int, player: str) -> str:
        """The log of a submission, as a player reads it."""
        request = pb.GetSubmissionLogRequest(submission_id=number)
        entries = (await self.calls_of(player)(request)).entries
        return "".join(entry.text for entry in entries)


@asynccontextmanager
async def hall(*players: str, is_beside: bool = False) -> AsyncIterator[Hall]:
    """
    A referee with a ladder and players, and a host that is killed at the end.

    The host is a command of its own, or the referee starts it beside itself.
    """
    with tempfile.TemporaryDirectory() as folder:
        found = Hall(Path(folder), *(("--host-bots",) if is_beside else ()))
        async with found.referee, open_channel(found.referee.address) as channel:
            found.calls = RefereeCalls(channel, found.referee.token)
            await found.set_up(*players)
            if not is_beside:
                found.start_host()
            try:
                yield found
            except BaseException:
                print(found.log_of_host())  # noqa: T201 - pytest shows it if a test fails
                raise
            finally:
                found.kill_host()

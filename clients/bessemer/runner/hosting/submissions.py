"""The versions of handed-in bots that a referee says this host runs, and their files."""

import asyncio
import shutil
from collections import defaultdict
from collections.abc import Collection, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart
from bessemer.runner.building.building import NotBuilt, unpacked
from bessemer.runner.building.submitted_bot import manifest_of, submitted_bot
from bessemer.runner.hosting.versions import HostedBot, HostedVersion
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.submissions.manifest import BadManifest
from bessemer.v1 import ladder_service_pb2
from bessemer.v1 import submission_service_pb2 as pb

_UNFINISHED: Final = ".part"


class SubmittedVersions:
    """A `VersionSource`: what a referee has accepted."""

    def __init__(
        self, calls: RefereeCalls, work: Path, sandbox: Sandbox, host: str, processors: int
    ) -> None:
        """`host` is our name, and we have so many processors."""
        self._calls = calls
        self._folder = work / "versions"
        self._sandbox = sandbox
        self._host = host
        self._processors = processors
        self._is_tidy = False
        """Whether what former hosts have left was looked through."""
        self._fetching: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def versions(self) -> Sequence[HostedVersion]:
        """See `VersionSource`."""
        request = pb.ListPlayingVersionsRequest(host=self._host, processors=self._processors)
        found = [
            HostedVersion(one.submission_id, one.player, one.version, one.game, one.built_sha256)
            for one in (await self._calls(request)).submissions
        ]
        if not self._is_tidy:
            # Now none of them runs here; later an old version may, to end its matches.
            self._is_tidy = True
            await asyncio.to_thread(self._remove_all_but, {one.digest for one in found})
        return found

    def _remove_all_but(self, digests: Collection[str]) -> None:
        """Remove the files of versions that no longer play, and those that came in half."""
        for folder in self._folder.glob("*"):
            if folder.name not in digests:
                shutil.rmtree(folder, ignore_errors=True)

    async def ladders(self) -> Sequence[tuple[str, str]]:
        """See `VersionSource`."""
        found = (await self._calls(ladder_service_pb2.ListLaddersRequest())).ladders
        return [(one.name, one.game) for one in found if not one.frozen]

    async def bot(self, version: HostedVersion) -> HostedBot:
        """See `VersionSource`."""
        folder = self._folder / version.digest
        async with self._fetching[version.digest]:
            if not folder.exists():
                await self._fetch(version, folder)
        try:
            manifest = manifest_of(folder)
            spec = submitted_bot(manifest, folder, version.name)
        except BadManifest as error:
            raise CannotStart(str(error)) from None
        return HostedBot(spec, manifest.challenges)

    async def _fetch(self, version: HostedVersion, folder: Path) -> None:
        """Have the files of a version in a folder, all of them or none."""
        request = pb.FetchArchiveRequest(submission_id=version.submission_id, built=True)
        with temporary_folder() as work:
            archive = work / "archive"
            with archive.open("wb") as file:
                async for part in self._calls.stream(request):
                    file.write(part.content)
            if sha256(archive.read_bytes()).hexdigest() != version.digest:
                raise CannotStart("its archive came damaged")
            unfinished = folder.with_suffix(_UNFINISHED)
            await asyncio.to_thread(shutil.rmtree, unfinished, ignore_errors=True)
            folder.parent.mkdir(parents=True, exist_ok=True)
            try:
                await unpacked(self._sandbox, archive, unfinished, work)
            except NotBuilt as error:
                raise CannotStart(str(error)) from None
            unfinished.rename(folder)

    async def token(self, version: HostedVersion) -> str:
        """See `VersionSource`."""
        request = pb.CreateHostedTokenRequest(submission_id=version.submission_id, host=self._host)
        return str((await self._calls(request)).token)

    async def append_log(self, version: HostedVersion, text: str, state: str) -> None:
        """See `VersionSource`."""
        request = pb.AppendSubmissionLogRequest(
            submission_id=version.submission_id, text=text, hosting=state
        )
        await self._calls(request)

"""
Builds a submission in the sandbox, and unpacks what was built.

Three processes, each in a sandbox of its own without a network: one unpacks what was handed in and builds
it in its temporary folder, and can write two files; one unpacks what was built into a folder, by the same
rules; the bot itself then plays from that folder. Nothing is unpacked anywhere else.
"""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart, ProcessSpec
from bessemer.processes.process_log import LogFollower
from bessemer.runner.building.inside import BuildPlan
from bessemer.runner.building.requirements import check_requirements
from bessemer.runner.building.submitted_bot import build_commands, manifest_of
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.submissions.archives import BUILT, SUBMITTED, ArchiveBounds, BadArchive, manifest_in
from bessemer.submissions.manifest import FILE, BadManifest, Manifest

BUILD_LIMITS: Final = ResourceLimits(
    memory=3072,
    processor=900,
    tasks=256,
    files=1024,
    file_size=512,
    temporary=1024,
    log=1024,
)
"""Of a build; its temporary folder is in memory, and counted there."""
BUILD_SECONDS: Final = 600.0
_UNPACK_SECONDS: Final = 120.0
_LARGEST_RESULT: Final = 64 * 1024
_INSIDE: Final = (
    sys.executable,
    "-P",
    "-c",
    "from bessemer.runner.building.inside import main; main()",
)
_LOOK_SECONDS: Final = 0.2

Say = Callable[[str], None]
"""Adds to the log of a build."""


class NotBuilt(Exception):
    """The submission is refused; the message says why, in a sentence for its author."""


@dataclass(frozen=True, slots=True)
class Builder:
    """How submissions are built on this machine."""

    sandbox: Sandbox
    """Of bots; builds have limits of their own."""
    wheels: Path | None = None
    """The folder of the Python packages that submissions may have."""
    limits: ResourceLimits = BUILD_LIMITS
    seconds: float = BUILD_SECONDS

    async def build(self, archive: Path, work: Path, say: Say) -> "Built":
        """
        Build the submission in an archive; `work` is an empty folder for this alone.

        Raises:
            NotBuilt: it cannot be built.
        """
        with archive.open("rb") as file:
            beginning = await asyncio.to_thread(file.read, 64 * 1024)
        try:
            manifest = manifest_in(beginning)
            commands = build_commands(manifest, self.wheels)
        except (BadArchive, BadManifest) as error:
            raise NotBuilt(str(error)) from None
        source = work / "source"
        await unpacked(self.sandbox, archive, source, work, SUBMITTED, say)
        if not manifest.is_built:
            return Built(manifest, source, None)
        if manifest.requirements:
            self._check_requirements(source / manifest.requirements)
        result = work / "built.tar.gz"
        await self._run_build(archive, commands, result, work, say)
        folder = work / "built"
        await unpacked(self.sandbox, result, folder, work, BUILT, say)
        if await asyncio.to_thread(_manifests_differ, folder, source):
            raise NotBuilt(f"the build has changed {FILE}: it must stay as it was handed in")
        return Built(manifest, folder, result)

    @staticmethod
    def _check_requirements(path: Path) -> None:
        try:
            check_requirements(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            raise NotBuilt(f"there is no file {path.name} with the requirements") from None
        except BadManifest as error:
            raise NotBuilt(str(error)) from None

    async def _run_build(
        self, archive: Path, commands: Sequence[Sequence[str]], result: Path, work: Path, say: Say
    ) -> None:
        await asyncio.to_thread(result.touch)
        plan = BuildPlan(str(archive), SUBMITTED, "", commands, built=str(result))
        readable = (archive,) if self.wheels is None else (archive, self.wheels)
        sandbox = replace(self.sandbox, limits=self.limits)
        await _run(sandbox, plan, work, say, self.seconds, readable, (result,))
        if not (await asyncio.to_thread(result.stat)).st_size:
            raise NotBuilt("nothing was built: see the log")


@dataclass(frozen=True, slots=True)
class Built:
    """A submission that was built."""

    manifest: Manifest
    folder: Path
    """Ready to run."""
    archive: Path | None
    """What was built; `None` if that is what was handed in."""


async def unpacked(
    sandbox: Sandbox,
    archive: Path,
    folder: Path,
    work: Path,
    bounds: ArchiveBounds = BUILT,
    say: Say = lambda _text: None,
) -> Manifest:
    """
    Unpack an archive into a folder that is not there yet, inside the sandbox; what its manifest says.

    `work` is a folder for logs.

    Raises:
        NotBuilt: there is something in it that is refused.
    """
    archive, folder = await asyncio.to_thread(_made_ready, archive, folder)
    plan = BuildPlan(str(archive), bounds, str(folder))
    limits = sandbox.limits._replace(file_size=bounds.unpacked // (1024 * 1024), tasks=64)
    await _run(
        replace(sandbox, limits=limits), plan, work, say, _UNPACK_SECONDS, (archive,), (folder,)
    )
    try:
        return manifest_of(folder)
    except BadManifest as error:
        raise NotBuilt(str(error)) from None


async def _run(
    sandbox: Sandbox,
    plan: BuildPlan,
    work: Path,
    say: Say,
    seconds: float,
    readable: tuple[Path, ...],
    writable: tuple[Path, ...],
) -> None:
    """Run a plan in the sandbox; what it prints is said as it comes."""
    result, log = work / "result.json", work / "build.log"
    await asyncio.to_thread(result.write_bytes, b"")
    spec = ProcessSpec(
        "build",
        (*_INSIDE, plan._replace(result=str(result.resolve())).encode()),
        {},
        readable=tuple(path.resolve() for path in readable),
        writable=tuple(path.resolve() for path in (*writable, result)),
    )
    follower = LogFollower(log)
    try:
        running = await sandbox.start(spec, log)
    except CannotStart as error:
        raise NotBuilt(f"the sandbox cannot be started here: {error}") from None
    ending = asyncio.create_task(running.wait())
    try:
        async with asyncio.timeout(seconds):
            while not ending.done():
                await asyncio.wait((ending,), timeout=_LOOK_SECONDS)
                _say_new(follower, say)
    except TimeoutError:
        raise NotBuilt(f"it took longer than {seconds:g} s to build") from None
    finally:
        if not ending.done():
            ending.cancel()
            await asyncio.gather(ending, return_exceptions=True)
            await running.stop()
        _say_new(follower, say)
    status = ending.result()
    if reason := _reason_in(result):
        raise NotBuilt(reason)
    if status.code:
        raise NotBuilt(f"the build {status.description}")


def _made_ready(archive: Path, folder: Path) -> tuple[Path, Path]:
    """Where both really are; the folder is made."""
    folder.mkdir(mode=0o755)
    return archive.resolve(), folder.resolve()


def _manifests_differ(one: Path, other: Path) -> bool:
    return (one / FILE).read_bytes() != (other / FILE).read_bytes()


def _say_new(follower: LogFollower, say: Say) -> None:
    if printed := follower.read():
        say(printed.decode(errors="replace"))


def _reason_in(result: Path) -> str:
    """Why the program inside has failed, as it says; "" if it says nothing."""
    with result.open("rb") as file:
        content = file.read(_LARGEST_RESULT)
    if not content:
        return ""
    try:
        return str(json.loads(content)["reason"])[:1000] or "it failed"
    except (ValueError, KeyError, TypeError, RecursionError):
        return "the build has written something else than its result"

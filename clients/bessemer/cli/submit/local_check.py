"""`bessemer submit --check`: what a worker does with a submission, on one's own machine."""

import argparse
import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path

from bessemer.cli.console.output import failed
from bessemer.cli.console.signals import run_until_stopped
from bessemer.printable import printable


def check_here(args: argparse.Namespace) -> int:
    """Build and check the folder of a bot; the exit code."""
    return run_until_stopped(_check(args))


async def _check(args: argparse.Namespace) -> int:
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.building.building import Builder, NotBuilt
    from bessemer.runner.building.checking import check
    from bessemer.runner.sandbox.sandbox import build_sandbox
    from bessemer.runtime.temporary_folders import temporary_folder
    from bessemer.submissions.archives import BadArchive, pack
    from bessemer.submissions.manifest import BadManifest

    configure(LogFormat.PLAIN, level=40)
    say: Callable[[str], None] = _show
    sandbox = await asyncio.to_thread(build_sandbox)
    if sandbox.warning:
        print(sandbox.warning, file=sys.stderr)
    folder: Path = args.folder
    with temporary_folder() as work:
        archive = work / "submitted.tar.gz"
        try:
            archive.write_bytes(await asyncio.to_thread(pack, folder))
            built = await Builder(sandbox, args.wheels).build(archive, work, say)
            await check(built, (), sandbox, say, _show_phase)
        except (BadArchive, BadManifest, NotBuilt) as error:
            if args.json:
                print(json.dumps({"accepted": False, "reason": str(error)}))
                return 1
            return failed(f"it would be refused: {error}")
    facts = {"accepted": True, "name": built.manifest.name, "game": built.manifest.game}
    print(json.dumps(facts) if args.json else "It would be accepted.")
    return 0


def _show(text: str) -> None:
    for line in text.splitlines():
        print(f"  {printable(line)}", file=sys.stderr)


def _show_phase(phase: str) -> None:
    print(phase, file=sys.stderr)

"""Where the replays of a command come from: files, or with --connect the matches of a referee."""

import argparse
import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.runtime.whole_files import write_whole

if TYPE_CHECKING:
    from bessemer.sdk.connection.referee_calls import RefereeCalls

NOTES: Final = """\
With --connect a replay is named by the id of its match, and comes from that referee, with what your own bot
noted in it. The token is that of the player (BESSEMER_TOKEN).
"""


def add_connection(command: argparse.ArgumentParser) -> None:
    """Let a command take matches of a referee instead of files."""
    from bessemer.cli.organise.command import add_referee

    add_referee(command, "a player's token", "the referee that has the match", "a file is named")


@contextmanager
def replay_files(args: argparse.Namespace, names: Sequence[str]) -> Iterator[list[str]]:
    """
    The files of the replays that were named, for as long as the body runs.

    Raises:
        CallFailed: the referee does not have one, or nobody answers.
        WrongUsage: there is no token.
    """
    if not args.connect:
        yield list(names)
        return
    with temporary_folder() as folder:
        files = [folder / f"{Path(name).name}.replay" for name in names]
        asyncio.run(_fetch(args, dict(zip(names, files, strict=True))))
        yield list(map(str, files))


@contextmanager
def replay_file(args: argparse.Namespace) -> Iterator[str]:
    """As `replay_files`, for a command that takes one."""
    with replay_files(args, [args.file]) as (file,):
        yield file


async def _fetch(args: argparse.Namespace, files: dict[str, Path]) -> None:
    from bessemer.cli.organise.calls import calls_of

    async with calls_of(args) as calls:
        for match_id, file in files.items():
            await fetch(calls, match_id, file)


async def fetch(calls: "RefereeCalls", match_id: str, file: Path) -> None:
    """
    Write the replay of a match, and beside it the notes that the caller may read.

    Raises:
        CallFailed: the referee does not have it, or keeps it secret.
    """
    from bessemer.replays.notes import write_notes

    replay = await calls.replay(match_id)
    write_notes(file, match_id, await calls.notes(match_id))
    write_whole(file, replay)

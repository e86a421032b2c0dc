"""Reading replays, each in a process of its own; see `reading_process.py`."""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Final, NamedTuple

from bessemer.analysis.rooms import Facts
from bessemer.faces.language import current_language, tr
from bessemer.web.server.forms import Refused
from bessemer.web.server.watch.reading_process import NO_REPLAY, TOO_LONG

# Without -P a file in the caller's folder, such as random.py, would be imported.
_COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.web.server.watch.reading_process")
_PATIENCE: Final = 60.0
"""On a machine that is busy with matches, which go first."""
_MOST_BYTES: Final = 64 << 20


class Frames(NamedTuple):
    """A match that was read."""

    game: str
    json: bytes
    """As pages are sent it."""


async def read_frames(content: bytes, facts: Facts | None = None) -> Frames:
    """
    The frames of a replay in the language of whoever asks, with what an analysis has found.

    Raises:
        Refused: it is no replay, or it takes too long to play.
    """
    process = await asyncio.create_subprocess_exec(
        *_COMMAND,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_PATIENCE):
            wish = json.dumps({"language": current_language(), "facts": facts or {}})
            with suppress(ConnectionError):  # it has ended: its exit code says why
                process.stdin.write(wish.encode() + b"\n" + content)
                await process.stdin.drain()
            process.stdin.close()
            said = await _all_of(process.stdout)
            code = await process.wait()
    except TimeoutError:
        code = TOO_LONG
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if code == NO_REPLAY:
        raise Refused(400, tr("This is no replay that these rules can play."))
    if code:  # also ended by a limit
        raise Refused(
            413, tr("This match is too long for the pages: bessemer replay html shows it.")
        )
    game, _, frames = said.partition(b"\n")
    return Frames(game.decode(), frames)


async def _all_of(stream: asyncio.StreamReader) -> bytes:
    """
    What a process says.

    Raises:
        TimeoutError: it says more than anybody would read.
    """
    found = bytearray()
    while some := await stream.read(1 << 16):
        found += some
        if len(found) > _MOST_BYTES:
            raise TimeoutError
    return bytes(found)

"""Where a finished match was lost, for its page: computed in a process of its own, one at a time."""

import asyncio
import json
import sys
from collections import OrderedDict
from typing import Final

from bessemer.analysis.rooms import Facts, has_analysis
from bessemer.runtime.temporary_folders import temporary_folder

_SECONDS_EACH: Final = "0.5"
"""For each question to the planner: a person waits."""
_PATIENCE: Final = 300.0
_MOST_KEPT: Final = 50
# Without -P a file in the caller's folder, such as random.py, would be imported.
_COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main", "replay", "analyse")


class Analyses:
    """The analyses of the last matches that somebody asked for."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Facts] = OrderedDict()

    async def facts(self, match_id: str, game: str, replay: bytes) -> Facts:
        """What cost something in a match; nothing of a game without an analysis."""
        if not has_analysis(game):
            return {}
        facts = self._kept.get(match_id) or await _computed(replay)
        self._kept[match_id] = facts
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return facts


async def _computed(replay: bytes) -> Facts:
    with temporary_folder() as folder:
        file = folder / "match.replay"
        file.write_bytes(replay)
        process = await asyncio.create_subprocess_exec(
            *_COMMAND,
            str(file),
            "--json",
            "--seconds",
            _SECONDS_EACH,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_PATIENCE):
                said, _ = await process.communicate()
        except TimeoutError:
            return {}
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    facts: Facts = json.loads(said.splitlines()[-1]) if said.strip() else {}
    return facts

"""
The process that reads one replay: what a stranger's file costs, it costs here.

Its input is a line of JSON and the replay; its output the name of the game, and the frames. It has
little time, memory and nothing to write to, so that a file without end ends the process alone.
"""

import json
import os
import resource
import sys
from contextlib import suppress
from typing import Final

import msgspec

from bessemer.faces.language import language
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.web.analysed import add_analysis
from bessemer.web.replay_frames import replay_frames

NO_REPLAY: Final = 3
"""The exit code for a file that these rules cannot play."""
TOO_LONG: Final = 4
"""The exit code for a match of too many turns."""
MOST_TURNS: Final = 5000
_PROCESSOR_SECONDS: Final = 20
_MEMORY: Final = 1 << 30
_NICE: Final = 15
_LIMITS: Final = (
    (resource.RLIMIT_CPU, _PROCESSOR_SECONDS),
    (resource.RLIMIT_AS, _MEMORY),
    (resource.RLIMIT_FSIZE, 0),
    (resource.RLIMIT_CORE, 0),
)


def main() -> int:
    """Read what the input has."""
    for kind, most in _LIMITS:
        with suppress(ValueError, OSError):  # a system that does not know it
            resource.setrlimit(kind, (most, most))
    with suppress(OSError):
        os.nice(_NICE)
    wish = json.loads(sys.stdin.buffer.readline())
    replay = read_replay(sys.stdin.buffer.read())
    if len(replay.records) > MOST_TURNS:
        return TOO_LONG
    try:
        with language(wish["language"]):
            frames = replay_frames(replay)
            if wish["facts"]:
                add_analysis(frames, wish["facts"], replay)
    except ReplayDiffers:
        return NO_REPLAY
    game = frames["header"]["game"].encode()
    sys.stdout.buffer.write(game + b"\n" + msgspec.json.encode(frames))
    return 0


if __name__ == "__main__":
    sys.exit(main())

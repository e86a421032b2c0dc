"""Verifying a replay: whether it is what its rules make of its seed and moves."""

from collections import deque
from typing import NamedTuple

from bessemer.replays.player import Difference, ReplayDiffers, ReplayPlayer
from bessemer.replays.reader import Replay


class Verification(NamedTuple):
    """Whether a replay comes out as recorded; if not, where it first differs, as in `Difference`."""

    ok: bool
    message: str
    turn: int | None = None
    recorded: str = ""
    found: str = ""

    def __str__(self) -> str:
        return str(Difference(*self[1:]))


def verify(replay: Replay) -> Verification:
    """Play the match again and name the first thing that differs."""
    try:
        player = ReplayPlayer(replay)
        deque(player.steps(), maxlen=0)
        # What comes before the damage is verified first: it is the more telling of the two.
        if replay.error is not None:
            return Verification(ok=False, message=str(replay.error))
        if replay.result is None:
            return Verification(ok=False, message="the end of the match is missing")
        player.check_result(replay.result)
    except ReplayDiffers as differs:
        return Verification(ok=False, **differs.difference._asdict())
    return Verification(ok=True, message=f"{len(replay.records)} turns, {replay.result.status}")

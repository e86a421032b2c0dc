"""Verifying a replay: whether it is what its rules make of its seed and moves."""

from collections import deque
from collections.abc import Collection
from typing import NamedTuple

from bessemer.replays.difference import MadeByAnotherBuild, ReplayDiffers
from bessemer.replays.reader import Replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.replays.seeds import seed_sentence
from bessemer.replays.signatures import key_id


class Verification(NamedTuple):
    """Whether a replay comes out as recorded; if not, where it first differs, as in `ReplayDiffers`."""

    ok: bool
    message: str
    turn: int | None = None
    recorded: str = ""
    found: str = ""
    key: str = ""
    """The public key that has signed it; "" if none has, or not what is there."""
    is_of_another_build: bool = False
    """Whether it was not checked, because only another build can read it or play it again."""
    details: str = ""
    """Who brought what to the seed of a match that is as recorded, and who signed it."""

    def __str__(self) -> str:
        return str(ReplayDiffers(self.message, self.turn, self.recorded, self.found))


def verify(replay: Replay, keys: Collection[str] = ()) -> Verification:
    """
    Play the match again and name the first thing that differs.

    Args:
        replay: the match.
        keys: if there are any, one of these public keys must have signed it.
    """
    try:
        player = ReplayPlayer(replay)
        deque(player.steps(), maxlen=0)
        # What comes before the damage is verified first: it is the more telling of the two.
        if replay.error is not None:
            return Verification(ok=False, message=str(replay.error))
        if replay.result is None:
            return Verification(ok=False, message="the end of the match is missing")
        player.check_result(replay.result)
    except MadeByAnotherBuild as other:
        return Verification(ok=False, message=str(other), is_of_another_build=True)
    except ReplayDiffers as differs:
        return Verification(ok=False, **vars(differs))
    key = player.header.key
    said = _signed(key, keys)
    if keys and key not in keys:
        return Verification(ok=False, message=said, key=key)
    message = f"{len(replay.records)} turns, {replay.result.status}"
    return Verification(
        ok=True,
        message=f"{message}; {said}" if keys else message,
        key=key,
        details=f"{seed_sentence(player.header)}; {said}",
    )


def _signed(key: str, keys: Collection[str]) -> str:
    """Who signed it, in words."""
    if not key:
        return "not signed, so anybody may have written it"
    if key in keys:
        return f"signed by the known key {key_id(key)}"
    unknown = "none of those given" if keys else "--key KEY checks it"
    return f"signed by key {key_id(key)} ({unknown})"

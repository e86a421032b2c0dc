"""What the probes of the other kits do, on the Python SDK: see probe.ts."""

import json
import os
import random
import time
from pathlib import Path
from typing import Any
from zlib import crc32

from bessemer.furnace import Bid
from bessemer.sdk.bot import MatchEnd, MatchStart, run

CHANCE = random.Random(7)


def tell(**what: object) -> None:
    """A line for the test."""
    os.write(1, f"{json.dumps(what)}\n".encode())  # at once: bots of several seats share it


class Probe:
    """A bot of every game that says what it is asked."""

    max_thinking = 1

    def __init__(self) -> None:
        self.asked = 0

    def begin(self, match: MatchStart) -> None:
        """The seat is taken."""
        tell(begin=match.game, seat=match.seat)

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - any game's
        """Any legal move; on request a wrong one at first, and a long thought after it."""
        self.asked += 1
        # A view has no number of its turn; no two decisions of a seat look alike.
        tell(asked=crc32(repr(view.seen).encode()), kind=view.phase)
        if self.asked == 1 and os.environ.get("PROBE_WRONG"):
            return Bid(4, "C99")
        if self.asked == 1 and os.environ.get("PROBE_RAISES"):
            raise RuntimeError("on purpose")
        if self.asked == 2 and (file := os.environ.get("PROBE_WAITS_FOR")):
            while not Path(file).exists():
                time.sleep(0.02)
        return view.random_move(CHANCE)

    def end(self, match: MatchEnd) -> None:
        """The match is over."""
        tell(ranks=match.ranks, scores=match.scores, faults=match.faults)


run(Probe)

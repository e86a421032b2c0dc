"""
Write what the tests have on record of a game: after a change of its rules, and only then.

    python -m tests.record GAME [recorded|perft|replays|view ...]

writes its recorded matches, its perft table, its golden replays and the view that is on file, or
only those of them that are named. A change that old replays do not survive raises the game's rules
version first. Read the view field by field afterwards: no test knows what its fields mean.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine.catalogue import NAMES
from tests.games.perft import write_perft
from tests.games.recorded import write_recorded
from tests.replays.make import write_replays
from tests.wire.golden import write_golden_view

_RECORDS: Final[Mapping[str, Callable[[str], None]]] = {
    "recorded": write_recorded,
    "perft": write_perft,
    "replays": write_replays,
    "view": write_golden_view,
}


def main(words: list[str]) -> None:
    """Record what is named of a game."""
    game, *records = words or [""]
    if game not in NAMES or not set(records) <= set(_RECORDS):
        sys.exit(f"{(__doc__ or '').strip()}\n\nGAME is one of {', '.join(NAMES)}.")
    for record in records or _RECORDS:
        _RECORDS[record](game)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Which matches of Brass are golden replays; see `tests.replays.make.Replays`."""

from collections.abc import Mapping
from typing import Final

from tests.replays.script import Script

SCRIPTS: Final[Mapping[str, Script]] = {
    "two-players": Script(2),
    "three-players": Script(3),
    "four-players": Script(4),
    "timeouts": Script(3, late=frozenset({2, 9, 40})),
    "forfeited": Script(3, silent=frozenset({1})),
    "all-forfeited": Script(2, silent=frozenset({0, 1}), strike_limit=1),
    "aborted": Script(4, stop_after=30),
    "aborted-at-once": Script(2, stop_after=0),
}

INCREMENT: Final = {"sale": 0.25}

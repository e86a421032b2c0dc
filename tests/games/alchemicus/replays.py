"""Which matches of Alchemicus are golden replays; see `tests.replays.make.Replays`."""

from collections.abc import Mapping
from typing import Final

from tests.replays.script import Script

SCRIPTS: Final[Mapping[str, Script]] = {
    "two-players": Script(2, options=(("round_cap", "12"),)),
    "three-players": Script(3, options=(("round_cap", "12"), ("bank", "on"))),
    "four-players": Script(4, options=(("round_cap", "12"), ("advanced_sale", "on"))),
    "noctis": Script(3, options=(("round_cap", "12"), ("noctis", "on"))),
    "race": Script(4, options=(("round_cap", "12"), ("noctis", "on"), ("race", "on"))),
    "timeouts": Script(3, options=(("round_cap", "12"),), late=frozenset({2, 9, 40})),
    "forfeited": Script(3, options=(("round_cap", "12"),), silent=frozenset({1})),
    "all-forfeited": Script(
        2, options=(("round_cap", "12"),), silent=frozenset({0, 1}), strike_limit=1
    ),
    "aborted": Script(4, stop_after=30),
    "aborted-at-once": Script(2, stop_after=0),
}

INCREMENT: Final = {"move": 0.25}

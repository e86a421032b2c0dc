"""Which matches of Furnace are golden replays; see `tests.replays.make.Replays`."""

from collections.abc import Mapping
from typing import Final

from tests.replays.script import Script

SCRIPTS: Final[Mapping[str, Script]] = {
    "two-players": Script(2),
    "three-players": Script(3),
    "four-players": Script(4),
    "short-game": Script(2, options=(("rounds", "3"),)),
    "chain": Script(3, options=(("chain", "on"),)),
    "capitalists-off": Script(4, options=(("capitalists", "off"),)),
    "timeouts": Script(3, late=frozenset({2, 9, 40})),
    "forfeited": Script(3, silent=frozenset({1})),
    "forfeited-while-leading": Script(3, late=frozenset({51}), strike_limit=1),
    "all-forfeited": Script(2, silent=frozenset({0, 1}), strike_limit=1),
    "aborted": Script(4, stop_after=30),
    # The last move is a sealed plan, and the turn before it was never answered.
    "aborted-while-sealed": Script(4, options=(("capitalists", "off"),), stop_after=18),
    "aborted-at-once": Script(2, stop_after=0),
}

INCREMENT: Final = {"plan": 0.25}

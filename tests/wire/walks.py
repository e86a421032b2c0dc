"""Matches whose moves and views are sent, for every game of the catalogue."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tests.games.alchemicus import walks as alchemicus
from tests.games.walks import SETTINGS, Setting, Walk, states

# Alchemicus has many options and long matches: some are enough, of players who do all kinds of things.
CHOSEN: Final = {
    **{name: setting for name, setting in SETTINGS.items() if setting.game.name != "alchemicus"},
    **{f"alchemicus {name}": setting for name, setting in alchemicus.settings(6).items()},
}
every_setting: Final = pytest.mark.parametrize("setting", CHOSEN.values(), ids=CHOSEN)


def matches(setting: Setting, seed: bytes) -> Iterator[Walk]:
    """Every state of a match, or of some, with this setting."""
    if setting.game.name != "alchemicus":
        yield from states(setting, seed)
        return
    for play in alchemicus.PLAYERS:
        yield from play(setting, seed)


def views(walk: Walk) -> list[Any]:
    """Everybody's view of a position."""
    return [walk.game.view(walk.state, viewer) for viewer in walk.viewers]

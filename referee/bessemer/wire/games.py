"""Every game on the wire, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.brass.rules import BRASS
from bessemer.games.furnace.rules import FURNACE
from bessemer.wire.alchemicus import ALCHEMICUS_WIRE
from bessemer.wire.brass import BRASS_WIRE
from bessemer.wire.furnace import FURNACE_WIRE
from bessemer.wire.wire import GameWire

WIRES: Final[Mapping[str, GameWire]] = MappingProxyType(
    {FURNACE.name: FURNACE_WIRE, BRASS.name: BRASS_WIRE, ALCHEMICUS.name: ALCHEMICUS_WIRE}
)

"""Every game on the wire, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from referee.games.alchemicus.rules import ALCHEMICUS
from referee.games.brass.rules import BRASS
from referee.games.furnace.rules import FURNACE
from referee.rpc.alchemicus import ALCHEMICUS_WIRE
from referee.rpc.brass import BRASS_WIRE
from referee.rpc.furnace import FURNACE_WIRE
from referee.rpc.wire import GameWire

WIRES: Final[Mapping[str, GameWire]] = MappingProxyType(
    {FURNACE.name: FURNACE_WIRE, BRASS.name: BRASS_WIRE, ALCHEMICUS.name: ALCHEMICUS_WIRE}
)

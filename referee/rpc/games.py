"""Every game on the wire, by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from referee.games.furnace.rules import FURNACE
from referee.rpc.furnace import FURNACE_WIRE
from referee.rpc.wire import GameWire

WIRES: Final[Mapping[str, GameWire]] = MappingProxyType({FURNACE.name: FURNACE_WIRE})

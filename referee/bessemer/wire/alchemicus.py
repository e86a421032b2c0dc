"""Alchemicus on the wire; see `GameWire`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bessemer.games.alchemicus.choices import CHOICES
from bessemer.v1 import move_pb2
from bessemer.wire import alchemicus_moves, alchemicus_setup
from bessemer.wire.alchemicus_view import AlchemicusViewWriter
from bessemer.wire.wire import GameWire

_KINDS: Final[Mapping[str, move_pb2.DecisionKind.ValueType]] = MappingProxyType(
    {
        phase.value: move_pb2.DecisionKind.Value(f"DECISION_KIND_ALCHEMICUS_{phase.name}")
        for phase in CHOICES
    }
)


class AlchemicusWire:
    """Alchemicus' moves, views and set-up as messages."""

    kinds = _KINDS
    # Functions as they are: a method around each would only cost time.
    read_move = staticmethod(alchemicus_moves.read_move)
    write_move = staticmethod(alchemicus_moves.write_move)
    path = staticmethod(alchemicus_moves.path)
    setup = staticmethod(alchemicus_setup.setup)

    def view_writer(self) -> AlchemicusViewWriter:
        return AlchemicusViewWriter()


ALCHEMICUS_WIRE: Final[GameWire] = AlchemicusWire()

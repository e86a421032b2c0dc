"""Brass on the wire; see `GameWire`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bessemer.games.brass.moves import Move
from bessemer.games.brass.state import Phase
from bessemer.v1 import move_pb2
from bessemer.wire import brass_moves, brass_setup
from bessemer.wire.brass_view import BrassViewWriter
from bessemer.wire.wire import GameWire

_KINDS: Final[Mapping[str, move_pb2.DecisionKind.ValueType]] = MappingProxyType(
    {
        Phase.ACTION.value: move_pb2.DECISION_KIND_BRASS_ACTION,
        Phase.SALE.value: move_pb2.DECISION_KIND_BRASS_SALE,
        Phase.SHORTFALL.value: move_pb2.DECISION_KIND_BRASS_SHORTFALL,
    }
)


class BrassWire:
    """Brass's moves, views and set-up as messages."""

    kinds = _KINDS
    # Functions as they are: a method around each would only cost time.
    read_move = staticmethod(brass_moves.read_move)
    write_move = staticmethod(brass_moves.write_move)
    setup = staticmethod(brass_setup.setup)

    def path(self, move: Move, part: str) -> str:
        # The moves' parts have the names of the messages' fields.
        field = f"move.brass.{brass_moves.FIELDS[type(move)]}"
        return f"{field}.{part}" if part else field

    def view_writer(self) -> BrassViewWriter:
        return BrassViewWriter()


BRASS_WIRE: Final[GameWire] = BrassWire()

"""Furnace on the wire; see `GameWire`."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.wire import furnace_moves, furnace_setup
from bessemer.wire.furnace_view import FurnaceViewWriter
from bessemer.wire.wire import GameWire

_FIELDS: Final[Mapping[type[Move], str]] = {
    Bid: "move.furnace.bid",
    Compensation: "move.furnace.compensation",
    ChainPlacement: "move.furnace.chain_placement",
    ProductionPlan: "move.furnace.production_plan",
}


class FurnaceWire:
    """Furnace's moves, views and set-up as messages."""

    # Functions as they are: a method around each would cost as much as half a bid.
    read_move = staticmethod(furnace_moves.read_move)
    write_move = staticmethod(furnace_moves.write_move)
    setup = staticmethod(furnace_setup.setup)

    def path(self, move: Move, part: str) -> str:
        # The moves' parts have the names of the messages' fields.
        field = _FIELDS[type(move)]
        return f"{field}.{part}" if part else field

    def view_writer(self) -> FurnaceViewWriter:
        return FurnaceViewWriter()


FURNACE_WIRE: Final[GameWire] = FurnaceWire()

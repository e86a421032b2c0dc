"""Alchemicus on the wire; see `GameWire`."""

from typing import Final

from bessemer.wire import alchemicus_moves, alchemicus_setup
from bessemer.wire.alchemicus_view import AlchemicusViewWriter
from bessemer.wire.wire import GameWire


class AlchemicusWire:
    """Alchemicus' moves, views and set-up as messages."""

    # Functions as they are: a method around each would only cost time.
    read_move = staticmethod(alchemicus_moves.read_move)
    write_move = staticmethod(alchemicus_moves.write_move)
    path = staticmethod(alchemicus_moves.path)
    setup = staticmethod(alchemicus_setup.setup)

    def view_writer(self) -> AlchemicusViewWriter:
        return AlchemicusViewWriter()


ALCHEMICUS_WIRE: Final[GameWire] = AlchemicusWire()

"""Brass on the wire; see `GameWire`."""

from typing import Final

from bessemer.games.brass.moves import Move
from bessemer.wire import brass_moves, brass_setup
from bessemer.wire.brass_view import BrassViewWriter
from bessemer.wire.wire import GameWire


class BrassWire:
    """Brass's moves, views and set-up as messages."""

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

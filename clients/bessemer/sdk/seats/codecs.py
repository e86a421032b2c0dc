"""
A game's messages as a bot knows them: its views with the clock, and its moves.

A game's modules are imported when the first match of it is joined: a bot's process plays one game,
and starts the sooner the fewer rules it reads.
"""

from functools import cache
from typing import Any, Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.sdk.view import UNLIMITED, AnyView, SeatMove, view_class
from bessemer.v1 import match_pb2
from bessemer.wire.wire import wire_of


class BotCodec:
    """Turns messages into the values of one game, and back; see `GameWire`."""

    def __init__(self, game: str) -> None:
        wire = wire_of(game)
        self.game: Final = GAMES[game]
        self.read_view: Final = wire.read_view
        self.read_move: Final = wire.read_move
        self.encode_move: Final = wire.encode_move
        self._view: Final = view_class(game)

    def read_decision(self, message: match_pb2.Decision, seat: int, options: Any) -> AnyView:  # noqa: ANN401
        """The view of the seat for its bot."""
        left = message.time_left
        clock = left.seconds + left.nanos * 1e-9 if message.HasField("time_left") else UNLIMITED
        view = self._view(self.read_view(message.view, seat, options), clock)
        view.read_moves = lambda: tuple(
            SeatMove(Seat(one.seat), self.read_move(one.move))
            for one in message.moves_since
            if not one.back_to  # people took moves back: the view is what counts
        )
        return view


@cache
def codec_of(game: str) -> BotCodec:
    """
    The codec of a game.

    Raises:
        KeyError: there is none.
    """
    return BotCodec(game)

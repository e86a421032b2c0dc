"""A move, or that people took moves back, as a log says it after the name of the seat that was asked."""

from typing import Any

from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.faces.face import Face
from bessemer.faces.language import tr
from bessemer.faces.players import Players


def told_move(face: Face, move: Any, seat: Seat | int, view: Any, players: Players) -> str:  # noqa: ANN401 - any game's
    """What happened in a turn, in words; `view` is what was seen before it."""
    if isinstance(move, TakenBack):
        return tr("(everybody goes back to turn {turn})", turn=move.turn)
    return face.describe_move(move, Seat(seat), view, players)

"""Which script belongs to which phase, and which of several equal moves they lead to."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bessemer.engine.choices import Script
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.scripts import fields, noctis, turn
from bessemer.games.alchemicus.state import View

_SCRIPTS: Final[Mapping[Phase, Callable[[View, Seat], Script[Move]]]] = {
    Phase.DRAW: turn.draw,
    Phase.NOCTIS: noctis.noctis,
    Phase.DEFENCE: noctis.defence,
    Phase.MOVE: turn.move,
    Phase.REWARD: turn.reward,
    Phase.CLEARING: turn.clearing,
    Phase.BUILD: fields.build,
    Phase.SPIRIT: turn.spirit,
    Phase.ACQUIRE: fields.acquire,
    Phase.TRANSPORT: fields.transport,
    Phase.TRANSMUTE: fields.transmute,
    Phase.SALE: fields.sale,
    Phase.BUY_BACK: fields.buy_back,
    Phase.GIFTS: turn.gifts,
    Phase.GLORIA: turn.gloria,
    Phase.HAND_LIMIT: turn.hand_limit,
}
_UNORDERED: Final = frozenset({"pay", "cards", "buildings"})
"""The fields of moves whose order means nothing."""


def script(view: View) -> Script[Move]:
    """See `Game.script`."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return _SCRIPTS[view.board.phase](view, view.seat)


def canonical(move: Move) -> Move:
    """Payments and other sets in order, as `legal_moves` has them."""
    # Any: the fields of any kind of move.
    fields_of: Any = move
    unordered = _UNORDERED.intersection(fields_of._fields)
    same: Move = fields_of._replace(
        **{name: tuple(sorted(getattr(move, name))) for name in unordered}
    )
    return same

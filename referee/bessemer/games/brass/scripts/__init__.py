"""
The small choices that lead to a move of Brass, by phase; see `bessemer.engine.scripts`.

An action is chosen by its kind, then what it does, then the card that it takes. Only of a build
with one card the card comes first, for it says what may be built.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script, one, words
from bessemer.games.brass.actions.debts import by_cost
from bessemer.games.brass.actions.develop import in_order
from bessemer.games.brass.board.geography import SPACE_IDS
from bessemer.games.brass.moves import Build, Develop, Move, Rails, Remove
from bessemer.games.brass.scripts.kinds import action
from bessemer.games.brass.scripts.links import with_every_end
from bessemer.games.brass.scripts.sales import sale
from bessemer.games.brass.scripts.things import SPACE
from bessemer.games.brass.state import Board, Phase, View
from bessemer.games.brass.turn import Turn


def script(view: View) -> Script[Move]:
    """See `Game.script`."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return _SCRIPTS[view.board.phase](Turn(view.board, view.seat, view.hand))


def canonical(view: View, move: Move) -> Move:
    """
    Pairs in order, and each rail's coal to the first end that it can come to.

    The order of two cards or of two developments means nothing, nor does the end of a rail, if the
    same cube can come to both.
    """
    match move:
        case Build() if move.second_card:
            card, second = sorted((move.card, move.second_card))
            return move._replace(card=card, second_card=second)
        case Develop(first, second, card) if second:
            return Develop(*in_order(first, second), card)
        case Rails() if view.seat is not None:
            return next(with_every_end(view.board, view.seat, move))
        case _:
            return move


def with_same_effect(board: Board, seat: Seat, move: Move) -> Iterator[Move]:
    """The canonical `move`, then those that differ by the end to which the coal of a rail comes."""
    if isinstance(move, Rails):
        yield from with_every_end(board, seat, move)
    else:
        yield move


def _shortfall(turn: Turn) -> Script[Remove]:
    """The tile to give up, the cheapest first."""
    tiles = [SPACE_IDS[space] for space in by_cost(turn.board, turn.seat)]
    return Remove((yield from one("tile", words(tiles, SPACE), lambda move: move.space)))


_SCRIPTS: Final[Mapping[Phase, Callable[[Turn], Script[Move]]]] = {
    Phase.ACTION: action,
    Phase.SALE: sale,
    Phase.SHORTFALL: _shortfall,
}

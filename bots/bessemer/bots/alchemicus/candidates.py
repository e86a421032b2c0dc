"""The moves of Alchemicus that deserve a search, with what they seem to gain in cards."""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.bots.alchemicus.builds import builds
from bessemer.bots.alchemicus.buying import purchases
from bessemer.bots.alchemicus.noctis import Night
from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.travel import ways
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.spirit import free_places, victims
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import GLORIA
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.sdk.alchemicus import AlchemicusView

Found = list[tuple[Move, float]]
_SEARCHED_DRAWS: Final = 2
"""The cards of the bank, the most useful ones, that are searched."""


def candidates(view: AlchemicusView) -> Found:
    """Moves and what they gain at a glance; none where no search is worth it."""
    find = _BY_PHASE.get(view.phase)
    return [] if find is None else find(view, Purse(view))


def _ways(view: AlchemicusView, purse: Purse) -> Found:
    return list(ways(view, purse).items())


def _builds(view: AlchemicusView, purse: Purse) -> Found:
    return [(moves.Pass(), 0.0), *builds(view, purse)]


def _noctis(view: AlchemicusView, purse: Purse) -> Found:
    return [(moves.Pass(), 0.0), *Night(view, purse).plays()]


def _draws(view: AlchemicusView, purse: Purse) -> Found:
    """From the pile; a card of the bank for the one that is missed least; from the Noctis pile."""
    found: Found = [(moves.DrawBase(), 0.0)]
    board = view.board
    if not view.hand:
        return found
    if board.table.options.noctis and board.noctis_pile:
        (fee,) = purse.cheapest(1)
        found.append((moves.DrawNoctis(fee), -1.0))
    if board.bank:
        banked = Purse(view, board.bank)
        (fee,) = banked.cheapest(1)
        kinds = [kind for kind in dict.fromkeys(board.bank) if kind not in view.hand]
        kinds.sort(key=lambda kind: -banked.keeps[kind])
        for kind in kinds[:_SEARCHED_DRAWS]:
            found.append((moves.DrawBank(kind, fee), banked.keeps[kind] - banked.keeps[fee] - 1.0))
    return found


def _gifts(view: AlchemicusView, purse: Purse) -> Found:
    found: Found = [(moves.Pass(), 0.0)]
    if view.money >= GIFT:
        pay = purse.cheapest(GIFT)
        found.append((moves.Gift(pay), purse.prices.fame - purse.worth(pay)))
    return found


def _gloria(view: AlchemicusView, purse: Purse) -> Found:
    found: Found = [(moves.Pass(), 0.0)]
    if GLORIA in view.hand and view.money > GLORIA_COST:
        pay = purse.cheapest(GLORIA_COST, (GLORIA,))
        found.append((moves.PlayGloria(pay), purse.prices.fame - purse.worth(pay) - 1.0))
    return found


def _purchases(view: AlchemicusView, purse: Purse) -> Found:
    return [(moves.Pass(), 0.0), *purchases(view, purse)]


def _spirit(view: AlchemicusView, purse: Purse) -> Found:  # noqa: ARG001 - the same for all
    found: Found = []
    for place in free_places(view.options.deck, view.board.spirit):
        if place == CENTRE:
            robbed = victims(view.players, view.seat)
            found += [(moves.MoveSpirit(place, seat), 0.0) for seat in robbed or (None,)]
        else:
            found.append((moves.MoveSpirit(place, None), 0.0))
    return found


_BY_PHASE: Final[Mapping[Phase, Callable[[AlchemicusView, Purse], Found]]] = {
    Phase.DRAW: _draws,
    Phase.NOCTIS: _noctis,
    Phase.MOVE: _ways,
    Phase.BUILD: _builds,
    Phase.SPIRIT: _spirit,
    Phase.BUY_BACK: _purchases,
    Phase.GIFTS: _gifts,
    Phase.GLORIA: _gloria,
}

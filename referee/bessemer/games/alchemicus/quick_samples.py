"""
Quicker samplers for the decisions that cost random play most.

They answer like their scripts, number for number. Without them an action of the engine benchmark
takes about 60 % longer: 17 % for walking, 12 % for building, 9 % each for a Gloria and for sales, some
3 % each for transport, sources, gifts and the Spirit. Every other decision is sampled from its script.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus.actions.building import demolishable, payable
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.movement import open_distances
from bessemer.games.alchemicus.actions.production import sources
from bessemer.games.alchemicus.actions.sale import sales
from bessemer.games.alchemicus.actions.spirit import dear_places, free_places, victims
from bessemer.games.alchemicus.actions.transport import transports
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import GLORIA, Kind
from bessemer.games.alchemicus.moves import (
    Acquire,
    Build,
    Cards,
    Gift,
    Move,
    MoveSpirit,
    Pass,
    PlayGloria,
    Walk,
)
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import OFF, Board, Hand

T = TypeVar("T")


def _walk(board: Board, seat: Seat, hand: Hand, below: Below) -> Move | None:
    """A distance; a placement, and the payments of the Race, are left to the script."""
    if board.players[seat].field == OFF or board.table.options.race:
        return None
    distances = open_distances(board, seat, hand)
    return Walk(distances[below(len(distances))])


def _build(board: Board, seat: Seat, hand: Hand, below: Below) -> Move:
    """A card, what is demolished for it, and a payment."""
    card = _any((None, *payable(board, hand)), below)
    if card is None:
        return Pass()
    place = _any(demolishable(board, seat), below)
    cost = board.table.options.deck.costs[card]
    return Build(card, _payment(without(hand, card), cost, below), place)


def _sale(board: Board, seat: Seat, _hand: Hand, below: Below) -> Move:
    """A good, an outlet, and cards or Fame."""
    offers = list(sales(board.players[seat], board.traded, race=board.table.options.race))
    found = _any((None, *sorted({(offer.building, offer.good) for offer in offers})), below)
    if found is None:
        return Pass()
    offers = [offer for offer in offers if (offer.building, offer.good) == found]
    outlet = _any(tuple(dict.fromkeys([offer.outlet for offer in offers])), below)
    return _any(tuple([offer for offer in offers if offer.outlet == outlet]), below)


def _gloria(_board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """Whether, if there is one, and a payment."""
    if GLORIA not in hand or not below(2):
        return Pass()
    return PlayGloria(_payment(without(hand, GLORIA), GLORIA_COST, below))


def _spirit(board: Board, seat: Seat, _hand: Hand, below: Below) -> Move:
    """A place, and in the centre whom it robs."""
    deck = board.table.options.deck
    to = _any((*free_places(deck, board.spirit), *dear_places(deck, board.spirit)), below)
    robbed = (None, *victims(board.players, seat)) if to == CENTRE else (None,)
    return MoveSpirit(to, _any(robbed, below))


def _acquire(board: Board, seat: Seat, _hand: Hand, below: Below) -> Move | None:
    """Whether; a choice of sources is left to the script."""
    there = sources(board.players[seat].buildings, board.spirit)
    if board.pile + len(board.discard) + len(board.bank) < len(there):
        return None
    return Acquire() if below(2) else Pass()


def _transport(board: Board, seat: Seat, _hand: Hand, below: Below) -> Move:
    """A good, and a building that takes it."""
    routes = list(transports(board.players[seat].buildings))
    source = _any((None, *dict.fromkeys([route.building for route in routes])), below)
    if source is None:
        return Pass()
    return _any(tuple([route for route in routes if route.building == source]), below)


def _gift(_board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """Whether, and a payment."""
    return Gift(_payment(hand, GIFT, below)) if below(2) else Pass()


QUICK: Final[Mapping[Phase, Callable[[Board, Seat, Hand, Below], Move | None]]] = {
    Phase.MOVE: _walk,
    Phase.BUILD: _build,
    Phase.SALE: _sale,
    Phase.GLORIA: _gloria,
    Phase.SPIRIT: _spirit,
    Phase.ACQUIRE: _acquire,
    Phase.TRANSPORT: _transport,
    Phase.GIFTS: _gift,
}
"""By phase; `None` where the script is to be asked."""


def _any(offered: tuple[T, ...], below: Below) -> T:
    """One of them; a single one takes no number."""
    return offered[below(len(offered))] if len(offered) > 1 else offered[0]


def _payment(hand: Hand, price: int, below: Below) -> Cards:
    """The cards to pay with: one of the kinds, or so many of each kind."""
    kinds = runs(hand)
    if price == 1 < len(kinds):
        return (kinds[below(len(kinds))][0],)
    paid: list[Kind] = []
    left = len(hand)
    for kind, copies in kinds:
        left -= copies
        fewest = max(0, price - left)
        most = min(copies, price)
        number = fewest if fewest == most else fewest + below(most - fewest + 1)
        if number:
            paid += [kind] * number
            price -= number
            if not price:
                break
    return tuple(paid)

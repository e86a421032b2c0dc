"""Which ways lie ahead of the pawn now, what they cost, and where they lead."""

from collections.abc import Iterator

from bessemer.bots.alchemicus.haunting import best_spirit
from bessemer.bots.alchemicus.income import row_of
from bessemer.bots.alchemicus.journey import DEPTH, Journey
from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.workshop import Workshop
from bessemer.games.alchemicus.actions.fame import GLORIA_COST
from bessemer.games.alchemicus.actions.movement import (
    FIELDS,
    FREE_DISTANCE,
    open_distances,
    open_fields,
    paid_fields,
    stop_on_the_way,
)
from bessemer.games.alchemicus.cards.kinds import GLORIA
from bessemer.games.alchemicus.moves import Place, Walk
from bessemer.games.alchemicus.state import OFF
from bessemer.sdk.alchemicus import AlchemicusView


def journey_of(view: AlchemicusView, purse: Purse, depth: int = DEPTH) -> Journey:
    """The ways ahead of the seat, with what it holds and would do."""
    wishes = sorted(
        ((view.cost(kind) + 1, gain) for kind, gain in purse.gains.items() if gain > 0),
        key=lambda wish: -wish[1],
    )
    return Journey(
        view.options.deck.outer,
        row_of(view),
        purse.prices,
        wishes,
        best_spirit(view).to,
        gloria=GLORIA in view.hand and purse.prices.fame > GLORIA_COST + 1,
        depth=depth,
    )


def best_ways(view: AlchemicusView, purse: Purse, depth: int = DEPTH) -> list[Place | Walk]:
    """The moves of the pawn with which the best way through the next turns begins."""
    found = ways(view, purse, depth)
    most = max(found.values())
    return [move for move, worth in found.items() if worth > most - 1e-9]


def ways(view: AlchemicusView, purse: Purse, depth: int = DEPTH) -> dict[Place | Walk, float]:
    """By move of the pawn: the worth of the best way that begins with it, in cards."""
    journey = journey_of(view, purse, depth)
    start = Workshop(view.buildings, view.money, view.board.spirit, view.me.infamia)
    found: dict[Place | Walk, float] = {}
    for move in _moves(view, purse):
        shop = start.copy()
        field = _arrive(view, journey, shop, move)
        fare = purse.prices.fame * (_extra(move) > 0)
        found[move] = journey.worth(shop, field, journey.depth) - fare
    return found


def _moves(view: AlchemicusView, purse: Purse) -> Iterator[Place | Walk]:
    """Every place or distance, paid with what is missed least."""
    if view.me.field == OFF:
        yield from map(Place, open_fields(view.board, view.seat))
        return
    for distance in open_distances(view.board, view.seat, view.hand):
        extra = paid_fields(view.board, distance)
        yield Walk(distance, purse.cheapest(extra, (GLORIA,) * extra))


def _extra(move: Place | Walk) -> int:
    return max(0, move.distance - FREE_DISTANCE) if isinstance(move, Walk) else 0


def _arrive(view: AlchemicusView, journey: Journey, shop: Workshop, move: Place | Walk) -> int:
    """The field where the pawn comes to stand; the shop pays for it, and draws for passing."""
    if isinstance(move, Place):
        return move.field
    start, distance = view.me.field, move.distance
    assert start != OFF, "a pawn that moves is on the board"
    shop.cards -= 2 * len(move.pay)
    board = view.board
    spirit = view.options.deck.spirit_field
    distance = stop_on_the_way(board.golems, board.players, view.seat, distance, spirit) or distance
    shop.cards += journey.passes(start, distance)
    return (start + distance) % FIELDS

"""
What the tests of all games know of Alchemicus; see `tests.games.walks.Examples`.

Purely random players burn their cards and build little. So other matches are played by busy ones, who
rather act than pass, and others again begin in their middle (`midgame.py`).
"""

from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.movement import FREE_DISTANCE
from bessemer.games.alchemicus.actions.spirit import dear_places
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus.midgame import midgame

__all__ = ["ALWAYS", "ILLEGAL", "MODULES", "PUBLIC", "RULINGS", "SHORT", "busy_move", "midgame"]

SHORT: Final = {"round_cap": "12"}
ALWAYS: Final = SHORT

ILLEGAL: Final = "pass"
PUBLIC: Final = """
    Acquire Banish Build Building BuyBack ClearInfamia DiscardDown DrawBank DrawBase
    DrawNoctis FieldGolem Gift GiveCards GiveGolem Golem Good Hand Infamia Kind Lying MoveSpirit
    Mutabilus Offer Options Pactum Pass Place PlayGloria Recalled Reward Sell Spiritus Transmute
    Transport Undo Walk
"""
RULINGS: Final = """
    hidden asking first-golem start least-fame gold currency reward passing landing ruins demolition
    acquire shortage blocked transmute sale-order dear empty-hand no-target theft golems
    golem-covers spiritus spiritus-stack banish infamia-fame domo race-end lap golem-owner
    golem-beyond golem-spirit declared-end clearing last-round reshuffle small-bank
    noctis-reshuffle lost fee round-cap race-noctis fame race-offer steps buyer-slot
    domo-golem
"""
TUTORIAL: Final = (10, 0.5, 0.9)

MODULES: Final[tuple[dict[str, str], ...]] = (
    {},
    {"bank": "on"},
    {"advanced_sale": "on"},
    {"bank": "on", "advanced_sale": "on"},
    {"noctis": "on"},
    {"noctis": "on", "bank": "on", "advanced_sale": "on"},
    {"noctis": "on", "race": "on"},
    {"noctis": "on", "race": "on", "bank": "on", "advanced_sale": "on"},
)
"""Each module alone, and all that go together."""


def busy_move(state: State, seat: Seat, below: Below) -> Move:
    """A sampled move, but rather a dear building, or anything, than a pass or a price."""
    best, most = None, -1
    for _ in range(6):
        move = ALCHEMICUS.sample_move(state, seat, below)
        worth = _worth(state, move)
        if worth > most:
            best, most = move, worth
    assert best is not None
    return best


def _worth(state: State, move: Move) -> int:
    if isinstance(move, moves.Pass):
        return 0
    if isinstance(move, moves.MoveSpirit):
        return int(move.to not in dear_places(state.board.table.options.deck, state.board.spirit))
    if isinstance(move, moves.Build):
        return 1 + state.board.table.options.deck.costs[move.card]
    if isinstance(move, moves.Sell):
        return 1 + move.fame
    if isinstance(move, moves.Walk):
        return int(move.distance <= FREE_DISTANCE)
    return 1

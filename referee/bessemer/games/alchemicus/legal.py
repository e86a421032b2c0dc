"""
What a seat may do in each phase, and what its answer does.

What is legal is asked of a board and the seat's own hand, so a bot can ask the same about its view.

RULING alchemicus-asking: a seat is asked where what lies open on the table, with the sizes of the
hands and the backs of their cards, leaves it more than one answer; what it holds, and what could be
found out by counting, plays no part.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus import ending
from bessemer.games.alchemicus.actions import (
    building,
    buying,
    defence,
    fame,
    landing,
    movement,
    noctis,
    production,
    sale,
    spirit,
    transport,
)
from bessemer.games.alchemicus.cards import drawing
from bessemer.games.alchemicus.moves import (
    Acquire,
    Banish,
    Build,
    BuyBack,
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawBase,
    DrawNoctis,
    FieldGolem,
    Gift,
    GiveCards,
    GiveGolem,
    Golem,
    Infamia,
    Move,
    MoveSpirit,
    Mutabilus,
    Pactum,
    Pass,
    Place,
    PlayGloria,
    Reward,
    Sell,
    Spiritus,
    Transmute,
    Transport,
    Undo,
    Walk,
)
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import Board, Hand


class PhaseRules(NamedTuple):
    """One phase that asks somebody."""

    moves: frozenset[type]
    """The kinds of move that answer it."""
    legal: Callable[[Board, Seat, Hand], Iterator[Move]]
    sample: Callable[[Board, Seat, Hand, Below], Move]
    default: Callable[[Board, Seat, Hand], Move]
    # Any: each is only ever given the kinds of move in `moves`.
    carry_out: Callable[[Play, Seat, Any], None]


def _pass(_board: Board, _seat: Seat, _hand: Hand) -> Move:
    return Pass()


PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.DRAW: PhaseRules(
        frozenset({DrawBase, DrawBank, DrawNoctis}),
        drawing.legal_draws,
        drawing.sample_draw,
        drawing.default_draw,
        drawing.draw,
    ),
    Phase.NOCTIS: PhaseRules(
        frozenset({Pass, Golem, FieldGolem, Mutabilus, Spiritus, Undo, Banish, Pactum, Infamia}),
        noctis.legal_noctis,
        noctis.sample_noctis,
        _pass,
        noctis.play_noctis,
    ),
    Phase.DEFENCE: PhaseRules(
        frozenset({Pass, GiveGolem, GiveCards}),
        defence.legal_defences,
        defence.sample_defence,
        _pass,
        defence.defend,
    ),
    Phase.MOVE: PhaseRules(
        frozenset({Place, Walk}),
        movement.legal_walks,
        movement.sample_walk,
        movement.default_walk,
        movement.walk,
    ),
    Phase.REWARD: PhaseRules(
        frozenset({Reward}),
        drawing.legal_rewards,
        drawing.sample_reward,
        drawing.default_reward,
        drawing.reward,
    ),
    Phase.CLEARING: PhaseRules(
        frozenset({Pass, ClearInfamia}),
        landing.legal_clearings,
        landing.sample_clearing,
        _pass,
        landing.clear,
    ),
    Phase.BUILD: PhaseRules(
        frozenset({Pass, Build}),
        building.legal_builds,
        building.sample_build,
        _pass,
        building.construct,
    ),
    Phase.SPIRIT: PhaseRules(
        frozenset({MoveSpirit}),
        spirit.legal_spirits,
        spirit.sample_spirit,
        spirit.default_spirit,
        spirit.move_spirit,
    ),
    Phase.ACQUIRE: PhaseRules(
        frozenset({Pass, Acquire}),
        production.legal_acquisitions,
        production.sample_acquisition,
        _pass,
        production.acquire,
    ),
    Phase.TRANSPORT: PhaseRules(
        frozenset({Pass, Transport}),
        transport.legal_transports,
        transport.sample_transport,
        _pass,
        transport.carry,
    ),
    Phase.TRANSMUTE: PhaseRules(
        frozenset({Pass, Transmute}),
        production.legal_transmutations,
        production.sample_transmutation,
        _pass,
        production.transmute,
    ),
    Phase.SALE: PhaseRules(
        frozenset({Pass, Sell}), sale.legal_sales, sale.sample_sale, _pass, sale.sell
    ),
    Phase.BUY_BACK: PhaseRules(
        frozenset({Pass, BuyBack}),
        buying.legal_purchases,
        buying.sample_purchase,
        _pass,
        buying.buy,
    ),
    Phase.GIFTS: PhaseRules(
        frozenset({Pass, Gift}), fame.legal_gifts, fame.sample_gift, _pass, fame.give
    ),
    Phase.GLORIA: PhaseRules(
        frozenset({Pass, PlayGloria}),
        fame.legal_glorias,
        fame.sample_gloria,
        _pass,
        fame.play_gloria,
    ),
    Phase.HAND_LIMIT: PhaseRules(
        frozenset({DiscardDown}),
        fame.legal_discards,
        fame.sample_discard,
        fame.default_discard,
        fame.discard_down,
    ),
}

ENTER: Final[Mapping[Phase, Callable[[Play], None]]] = {
    Phase.DRAW: drawing.enter_draw,
    Phase.NOCTIS: noctis.enter_noctis,
    Phase.MOVE: movement.enter_move,
    Phase.REWARD: drawing.enter_reward,
    Phase.LANDING: landing.enter_landing,
    Phase.CLEARING: landing.enter_clearing,
    Phase.BUILD: building.enter_build,
    Phase.SPIRIT: spirit.enter_spirit,
    Phase.ACQUIRE: production.enter_acquire,
    Phase.TRANSPORT: transport.enter_transport,
    Phase.TRANSMUTE: production.enter_transmute,
    Phase.SALE: sale.enter_sale,
    Phase.GIFTS: fame.enter_gifts,
    Phase.GLORIA: fame.enter_gloria,
    Phase.HAND_LIMIT: fame.enter_hand_limit,
    Phase.TURN_END: ending.enter_turn_end,
}
"""What each phase does when the match comes to it: it asks, or goes on to another phase."""


def legal_moves(board: Board, seat: Seat, hand: Hand) -> Iterator[Move]:
    """See `Game.legal_moves`."""
    return PHASES[board.phase].legal(board, seat, hand) if seat in board.waiting else iter(())


def sample_move(board: Board, seat: Seat, hand: Hand, below: Below) -> Move:
    """See `Game.sample_move`."""
    return PHASES[board.phase].sample(board, seat, hand, below)


def default_move(board: Board, seat: Seat, hand: Hand) -> Move:
    """See `Game.default_move`."""
    return PHASES[board.phase].default(board, seat, hand)

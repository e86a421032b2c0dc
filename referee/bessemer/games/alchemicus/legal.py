"""
The moves of each phase: their kinds, the choices that lead to them, and their effects.

Legality follows from a view, so a bot can ask the same as the referee.

RULING alchemicus-asking: a seat is asked where what lies open on the table, with the sizes of the
hands and the backs of their cards, leaves it more than one answer; the cards that it holds, and what could be
found out by counting, play no part.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script, first
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions import (
    building,
    defence,
    drawing,
    fame,
    landing,
    movement,
    noctis,
    production,
    sale,
    spirit,
    transport,
    turn_end,
)
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.scripts import fields, turn
from bessemer.games.alchemicus.scripts import noctis as night
from bessemer.games.alchemicus.state import View


class PhaseRules(NamedTuple):
    """One phase that asks somebody."""

    moves: frozenset[type]
    """The kinds of move that answer it."""
    script: Callable[[View, Seat], Script[Move]]
    """The choices that lead to every legal one of them."""
    # Any: each is only ever given the kinds of move in `moves`.
    carry_out: Callable[[Play, Seat, Any], None]


PHASES: Final[Mapping[Phase, PhaseRules]] = {
    Phase.DRAW: PhaseRules(
        frozenset({moves.DrawBase, moves.DrawBank, moves.DrawNoctis}), turn.draw, drawing.draw
    ),
    Phase.NOCTIS: PhaseRules(
        frozenset(
            {
                moves.Pass,
                moves.Golem,
                moves.FieldGolem,
                moves.Mutabilus,
                moves.Spiritus,
                moves.Undo,
                moves.Banish,
                moves.Pactum,
                moves.Infamia,
            }
        ),
        night.noctis,
        noctis.play_noctis,
    ),
    Phase.DEFENCE: PhaseRules(
        frozenset({moves.Pass, moves.GiveGolem, moves.GiveCards}), night.defence, defence.defend
    ),
    Phase.MOVE: PhaseRules(frozenset({moves.Place, moves.Walk}), turn.move, movement.walk),
    Phase.REWARD: PhaseRules(frozenset({moves.Reward}), turn.reward, drawing.reward),
    Phase.CLEARING: PhaseRules(
        frozenset({moves.Pass, moves.ClearInfamia}), turn.clearing, landing.clear
    ),
    Phase.BUILD: PhaseRules(frozenset({moves.Pass, moves.Build}), fields.build, building.construct),
    Phase.SPIRIT: PhaseRules(frozenset({moves.MoveSpirit}), turn.spirit, spirit.move_spirit),
    Phase.ACQUIRE: PhaseRules(
        frozenset({moves.Pass, moves.Acquire}), fields.acquire, production.acquire
    ),
    Phase.TRANSPORT: PhaseRules(
        frozenset({moves.Pass, moves.Transport}), fields.transport, transport.carry
    ),
    Phase.TRANSMUTE: PhaseRules(
        frozenset({moves.Pass, moves.Transmute}), fields.transmute, production.transmute
    ),
    Phase.SALE: PhaseRules(frozenset({moves.Pass, moves.Sell}), fields.sale, sale.sell),
    Phase.BUY_BACK: PhaseRules(frozenset({moves.Pass, moves.BuyBack}), fields.buy_back, sale.buy),
    Phase.GIFTS: PhaseRules(frozenset({moves.Pass, moves.Gift}), turn.gifts, fame.give),
    Phase.GLORIA: PhaseRules(
        frozenset({moves.Pass, moves.PlayGloria}), turn.gloria, fame.play_gloria
    ),
    Phase.HAND_LIMIT: PhaseRules(
        frozenset({moves.DiscardDown}), turn.hand_limit, turn_end.discard_down
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
    Phase.HAND_LIMIT: turn_end.enter_hand_limit,
    Phase.TURN_END: turn_end.enter_turn_end,
}
"""The beginning of each phase: it asks a seat, or leads to another phase."""


def script(view: View) -> Script[Move]:
    """See `Game.script`."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return PHASES[view.board.phase].script(view, view.seat)


def default_move(view: View) -> Move:
    """See `Game.default_move`."""
    if view.board.phase is Phase.HAND_LIMIT:
        return turn_end.default_discard(view.hand)
    return first(script(view))

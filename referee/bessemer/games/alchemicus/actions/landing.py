"""
The cards that a field brings to a player who stops there, before its action.

RULING alchemicus-landing (R8): first the cards of the Domos, then the Noctis card of the Spirit's
field, then, in the Race, the clearing of Infamia.
"""

from typing import Final

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import DOMO, INFAMIA
from bessemer.games.alchemicus.cards.piles import draw_base, draw_noctis
from bessemer.games.alchemicus.moves import ClearInfamia, Pass
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Board

DOMO_FIELDS: Final = frozenset({Phase.TRANSPORT, Phase.ACQUIRE, Phase.TRANSMUTE})
"""Where the Domos bring cards."""
_SPIRIT: Final = Phase.SPIRIT
_GIFTS: Final = Phase.GIFTS
_CHEAP: Final = 4
_DEAR: Final = 8


def enter_landing(play: Play) -> None:
    """Hand out what stopping here brings; the action need not be used."""
    seat = play.active
    player = play.players[seat]
    field = play.options.deck.outer[player.field]
    if field in DOMO_FIELDS:
        if play.spirit != CENTRE:
            # RULING alchemicus-domo (R26): base cards, in Noctis too.
            for building in player.buildings:
                if building.kind == DOMO:
                    draw_base(play, seat)
    elif field is _SPIRIT and play.options.noctis:
        draw_noctis(play, seat)
    play.go(Phase.CLEARING if player.infamia else field)


# --- Clearing Infamia, in the Race ---------------------------------------------------------------


def enter_clearing(play: Play) -> None:
    """Ask a player who bears Infamia and has the cards. RULING alchemicus-clearing (R32)."""
    field = play.options.deck.outer[play.players[play.active].field]
    play.ask_if(len(play.hands[play.active]) >= price_on(field), field)


def clear(play: Play, seat: Seat, move: ClearInfamia | Pass) -> None:
    """
    Get rid of Infamia cards.

    Raises:
        Refused: there are not so many, or the price is not paid.
    """
    player = play.players[seat]
    field = play.options.deck.outer[player.field]
    if isinstance(move, ClearInfamia):
        if not 1 <= move.number <= player.infamia:
            raise Refused(
                Code.NO_TARGET,
                say(
                    "1 to {most} Infamia can be cleared, not {number}",
                    most=player.infamia,
                    number=move.number,
                ),
                part="number",
            )
        play.pay(seat, move.pay, move.number * price_on(field))
        play.players[seat] = player._replace(infamia=player.infamia - move.number)
        play.throw((INFAMIA,) * move.number)
    play.go(field)


def price_on(field: Phase) -> int:
    """The price of clearing one Infamia on a field."""
    return _CHEAP if field is _GIFTS else _DEAR


def clearing_price(board: Board, seat: Seat) -> int:
    """The price of clearing one Infamia where the pawn stands."""
    return price_on(board.table.options.deck.outer[board.players[seat].field])

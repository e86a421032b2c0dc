"""Cards for Fame: the field GIFTS, and a Gloria at the end of the turn."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import GLORIA
from bessemer.games.alchemicus.moves import Gift, Pass, PlayGloria
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play

GIFT: Final = 5
GLORIA_COST: Final = 5

# --- Gifts ---------------------------------------------------------------------------------------


def enter_gifts(play: Play) -> None:
    """Ask the player if the cards are there; in the Race nothing is given."""
    can_give = not play.options.race and len(play.hands[play.active]) >= GIFT
    play.ask_if(can_give, Phase.GLORIA)


def give(play: Play, seat: Seat, move: Gift | Pass) -> None:
    """
    Give five cards for a Fame, once.

    Raises:
        Refused: they are not five, or not in the hand.
    """
    if isinstance(move, Gift):
        play.pay(seat, move.pay, GIFT)
        play.gain_fame(seat, 1)
    play.go(Phase.GLORIA)


# --- Gloria --------------------------------------------------------------------------------------


def enter_gloria(play: Play) -> None:
    """Ask a player who may hold a Gloria and the cards to pay for it, whether or not they do."""
    size = len(play.hands[play.active])
    may_hold = not play.options.race and size > GLORIA_COST and size > play.backs(play.active)
    play.ask_if(may_hold, Phase.HAND_LIMIT)


def play_gloria(play: Play, seat: Seat, move: PlayGloria | Pass) -> None:
    """
    Play one Gloria for a Fame.

    Raises:
        Refused: there is none in the hand, or it is not paid with five others.
    """
    if isinstance(move, PlayGloria):
        play.lose(seat, (GLORIA,), "")
        play.pay(seat, move.pay, GLORIA_COST)
        play.throw((GLORIA,))  # the price first: so they come to lie in the discard
        play.gain_fame(seat, 1)
    play.go(Phase.HAND_LIMIT)

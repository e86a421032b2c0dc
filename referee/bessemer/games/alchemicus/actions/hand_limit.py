"""The limit of the hand at the end of a turn."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import DiscardDown
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import Hand

HAND_LIMIT: Final = 10


def enter_hand_limit(play: Play) -> None:
    """Ask a player with too many cards which to discard."""
    if excess(play.hands[play.active]) > 0:
        play.ask(play.active)
    else:
        play.go(Phase.TURN_END)


def excess(hand: Hand) -> int:
    """How many cards must go."""
    return len(hand) - HAND_LIMIT


def default_discard(hand: Hand) -> DiscardDown:
    """The cards drawn last. The first words of the script would take equal cards together."""
    return DiscardDown(tuple(sorted(hand[: excess(hand)])))


def discard_down(play: Play, seat: Seat, move: DiscardDown) -> None:
    """
    Discard down to the limit.

    Raises:
        Refused: too many, too few, or not in the hand.
    """
    play.pay(seat, move.cards, excess(play.hands[seat]), "cards")
    play.go(Phase.TURN_END)

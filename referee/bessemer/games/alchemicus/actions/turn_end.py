"""The end of a turn: the limit of the hand; then the next seat has its turn, or the match is over."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.moves import DiscardDown
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import Hand, Player, make

HAND_LIMIT: Final = 10
FAME_TARGET: Final = 20


def enter_hand_limit(play: Play) -> None:
    """Ask a player with too many cards which to discard."""
    play.ask_if(excess(play.hands[play.active]) > 0, Phase.TURN_END)


def excess(hand: Hand) -> int:
    """The number of cards that must go; below 0 if more would fit."""
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


def enter_turn_end(play: Play) -> None:
    """Pass the turn to the left; when a round is complete, the match may be over."""
    seat, options = play.active, play.options
    fame, field, turns, *rest = play.players[seat]
    turns += 1
    play.players[seat] = make(Player, (fame, field, turns, *rest))
    # RULING alchemicus-last-round (R33): once begun it stays, whatever becomes of the Fame.
    if not options.race and fame >= FAME_TARGET:
        play.ending = True
    left = Seat((seat + 1) % len(play.players))
    # All have had equally many turns exactly when the one who began is next.
    # RULING alchemicus-round-cap (R39): the guard that makes every match end.
    if left == play.table.start and (play.ending or turns == options.round_cap):
        play.go(Phase.OVER)
        return
    play.active = left
    play.go(Phase.DRAW)

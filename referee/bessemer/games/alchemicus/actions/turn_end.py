"""The end of a turn: the next seat has its turn, or the match is over."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import Player, make

FAME_TARGET: Final = 20


def enter_turn_end(play: Play) -> None:
    """Pass the turn to the left; when a round is complete, the match may be over."""
    seat, options = play.active, play.options
    fame, field, turns, *rest = play.players[seat]
    turns += 1
    play.players[seat] = make(Player, (fame, field, turns, *rest))
    # RULING alchemicus-last-round (R33): once begun it stands, whatever becomes of the Fame.
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

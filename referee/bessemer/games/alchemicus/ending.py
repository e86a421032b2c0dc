"""The end of a turn and of the match, and who has won."""

from typing import Final

from bessemer.engine.game import Outcome, Seat, ranks
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import NOBODY, Board, Player, make

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


def outcome(board: Board) -> Outcome | None:
    """The result, or `None` before the end."""
    if board.phase is not Phase.OVER:
        return None
    if board.table.options.race:
        scores = tuple(int(seat == board.winner) for seat in range(len(board.players)))
        if board.winner == NOBODY:
            return Outcome((1,) * len(scores), scores)
        return Outcome(tuple(2 - score for score in scores), scores)
    costs = board.table.options.deck.costs
    # RULING alchemicus-fame (R41): a tally, however many markers the box has.
    return Outcome(
        ranks([standing(player, costs) for player in board.players]),
        tuple(player.fame for player in board.players),
    )


def standing(player: Player, costs: tuple[int, ...]) -> tuple[int, int]:
    """What decides: Fame; of equals the costs of the buildings."""
    return player.fame, sum(costs[building.kind] for building in player.buildings)

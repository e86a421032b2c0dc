"""The winner, and the order of the players if the match ended now."""

from bessemer.engine.game import Outcome, ranks
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import NOBODY, Board, Player


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
    """The order of the ranking: by Fame, then by the costs of the buildings."""
    return player.fame, sum(costs[building.kind] for building in player.buildings)

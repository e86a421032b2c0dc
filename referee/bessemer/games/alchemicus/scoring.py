"""The winner, and the order of the players if the match ended now."""

from collections.abc import Sequence

from bessemer.engine.game import Outcome, ranks
from bessemer.games.alchemicus.options import RANDOM, Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import NOBODY, Board, Player


def outcome(board: Board) -> Outcome | None:
    """The result, or `None` before the end."""
    return result_now(board) if board.phase is Phase.OVER else None


def result_now(board: Board) -> Outcome:
    """The result if the match ended now."""
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


def follow_up(options: Options, scores: Sequence[int]) -> dict[str, str]:
    """Who had the least Fame begins the next match; the Race has none."""
    # RULING alchemicus-least-fame (R3): several who share it leave it to the lot.
    if options.race:
        return {}
    least = [seat for seat, fame in enumerate(scores) if fame == min(scores)]
    return {"start": str(least[0]) if len(least) == 1 else RANDOM}


def standing(player: Player, costs: tuple[int, ...]) -> tuple[int, int]:
    """The order of the ranking: by Fame, then by the costs of the buildings."""
    return player.fame, sum(costs[building.kind] for building in player.buildings)

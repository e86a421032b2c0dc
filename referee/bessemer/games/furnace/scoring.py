"""The end of a round, and of the game: the most money wins."""

from bessemer.engine.game import Outcome, Seat, ranks
from bessemer.games.furnace.state import Board, Phase, Player, State


def end_round(state: State) -> State:
    """The first-player token passes to the left; after the last round the match is over."""
    board, pile, sealed, chance = state
    if board.round == board.table.options.rounds:
        board = board._replace(phase=Phase.OVER)
    else:
        left = Seat((board.first + 1) % len(board.players))
        board = board._replace(round=board.round + 1, first=left)
    return State(board, pile, sealed, chance)


def outcome(board: Board) -> Outcome | None:
    """The result, or `None` before the end."""
    return result_now(board) if board.phase is Phase.OVER else None


def result_now(board: Board) -> Outcome:
    """The result if the match ended now."""
    return Outcome(
        ranks([standing(player) for player in board.players]),
        tuple(player.stock.money for player in board.players),
    )


def standing(player: Player) -> tuple[int, int, int]:
    """What decides: money; of equals the most cards; of equals the most resources."""
    return player.stock.money, len(player.companies), player.stock.resources

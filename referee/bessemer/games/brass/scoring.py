"""Victory points at the end of each era, and the result."""

from bessemer.engine.game import Outcome, Seat, ranks
from bessemer.games.brass.board.geography import LINKS, PLACES, bits
from bessemer.games.brass.board.stacks import kind_of
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.state import Board, Land, Phase, Player

POUNDS_PER_POINT = 10


def scored(board: Board) -> Board:
    """The board with the points of this era added; after the Rail era, those for money too."""
    values = place_values(board.land)
    players = [
        player._replace(
            points=player.points
            + link_points(player, values)
            + tile_points(player, board.land)
            + money_points(player, board.era)
        )
        for player in board.players
    ]
    return board._replace(players=tuple(players))


def place_values(land: Land) -> list[int]:
    """By place: what a link that ends there gets for it."""
    return [
        place.points
        + sum(1 for space in place.spaces if (tile := land.tiles[space]) and tile.flipped)
        for place in PLACES
    ]


def link_points(player: Player, values: list[int]) -> int:
    """The points for the links of a player."""
    return sum(values[end] for link in bits(player.links) for end in LINKS[link].ends)


def tile_points(player: Player, land: Land) -> int:
    """The points for the flipped tiles of a player."""
    tiles = (land.tiles[space] for space in bits(player.tiles))
    return sum(kind_of(tile).points for tile in tiles if tile and tile.flipped)


def money_points(player: Player, era: Era) -> int:
    """The points for the money of a player: only the Rail era gives any, and a debt costs none."""
    return max(0, player.money) // POUNDS_PER_POINT if era is Era.RAIL else 0


def outcome(board: Board) -> Outcome | None:
    """The result, or `None` before the end."""
    return result_now(board) if board.phase is Phase.OVER else None


def result_now(board: Board) -> Outcome:
    """The result if the match ended now."""
    return Outcome(
        ranks([standing(board, Seat(seat)) for seat in range(len(board.players))]),
        tuple(player.points for player in board.players),
    )


def standing(board: Board, seat: Seat) -> tuple[int, int, int, int]:
    """The figures that rank a seat: points, then income, then money, then its place in the last order."""
    player = board.players[seat]
    # RULING brass-income-tie: the space of the marker counts, not the pounds it stands for.
    return player.points, player.income, player.money, -board.order.index(seat)

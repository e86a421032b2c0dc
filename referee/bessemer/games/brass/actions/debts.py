"""A seat that cannot pay a negative income gives up tiles, one at a time, for half their cost."""

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import SPACE, SPACE_IDS, bits
from bessemer.games.brass.board.stacks import kind_of
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import Remove
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.state import Board, Phase, replaced


def settled(board: Board) -> Board:
    """Pays debts in turn order until a seat has a choice, which is then asked, or until none is left."""
    for turn, seat in enumerate(board.order):
        while board.players[seat].money < 0:
            tiles = board.players[seat].tiles
            if not tiles:
                board = _forgiven(board, seat)
            elif tiles & (tiles - 1):
                return board._replace(phase=Phase.SHORTFALL, turn=turn, waiting=(seat,))
            else:
                board = _given_up(board, seat, tiles.bit_length() - 1)
    return board._replace(waiting=())


def _forgiven(board: Board, seat: Seat) -> Board:
    # RULING brass-debt: without tiles each missing pound costs a point, down to zero.
    player = board.players[seat]
    points = max(0, player.points + player.money)
    return board._replace(
        players=replaced(board.players, seat, player._replace(money=0, points=points))
    )


def by_cost(board: Board, seat: Seat) -> list[int]:
    """The spaces of the seat's tiles, the cheapest tile first; of equals the first of the board."""
    return sorted(bits(board.players[seat].tiles), key=lambda space: _cost(board, space))


def _cost(board: Board, space: int) -> int:
    tile = board.land.tiles[space]
    assert tile is not None, "a seat's spaces hold its tiles"
    return kind_of(tile).cost


def removed(board: Board, seat: Seat, move: Remove) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: that is no tile of the seat.
    """
    space = SPACE.get(move.space)
    if space is None or not board.players[seat].tiles >> space & 1:
        names = tuple(SPACE_IDS[other] for other in bits(board.players[seat].tiles))
        raise IllegalMove(
            Code.WRONG_TILE,
            say("seat {seat} has no tile at {space}", seat=seat, space=move.space),
            say("it has tiles at {things}", things=names),
            part="space",
            card=move.space,
            words=names,
        )
    return _given_up(board, seat, space)


def _given_up(board: Board, seat: Seat, space: int) -> Board:
    editor = BoardEditor(board)
    editor.receive(seat, kind_of(editor.remove_tile(space)).cost // 2)
    return editor.board()

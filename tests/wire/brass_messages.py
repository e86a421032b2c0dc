"""Views of Brass as messages, built field by field: the definition that the quicker way is held to."""

from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import LINK_IDS, SPACE_IDS, bits
from bessemer.games.brass.state import Board, View
from bessemer.v1 import brass_pb2, move_pb2


def player_message(board: Board, seat: int) -> brass_pb2.BrassPlayer:
    """What one seat owns."""
    player = board.players[seat]
    return brass_pb2.BrassPlayer(
        money=player.money,
        income_space=player.income,
        points=player.points,
        spent=player.spent,
        stacks=player.stacks,
        links=[LINK_IDS[link] for link in bits(player.links)],
        hand_size=board.cards[seat],
    )


def build_view(view: View) -> move_pb2.View:
    """`view` as a message."""
    board = view.board
    message = brass_pb2.BrassView(
        era=brass_pb2.BrassEra.Value(f"BRASS_ERA_{board.era.name}"),
        round=board.round,
        phase=brass_pb2.BrassPhase.Value(f"BRASS_PHASE_{board.phase.name}"),
        turn_order=board.order,
        turn=board.turn,
        actions_left=board.actions,
        waiting_seats=board.waiting,
        players=[player_message(board, seat) for seat in range(len(board.players))],
        tiles=[
            brass_pb2.BrassTile(
                space=SPACE_IDS[space],
                owner=tile.owner,
                industry=INDUSTRIES[tile.industry],
                level=tile.level,
                cubes=tile.cubes,
                flipped=tile.flipped,
            )
            for space, tile in enumerate(board.land.tiles)
            if tile is not None
        ],
        coal_cubes=board.coal,
        iron_cubes=board.iron,
        cotton_marker=board.cotton,
        distant_drawn=board.drawn,
        deck_size=board.deck,
        discards=board.discards,
        hand=view.hand,
    )
    return move_pb2.View(brass=message)

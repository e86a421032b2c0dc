"""
Brass for bot authors: messages as the values of `bessemer.games.brass`, and back.

    options = BRASS.options(joined.match.options)
    view = read_view(decision.view, seat, options)
    answer.move.CopyFrom(write_move(Loan(30, "oldham")))
"""

from collections.abc import Iterable
from typing import Final, assert_never

from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY, LINK, SPACE, SPACE_IDS
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import (
    Build,
    Canal,
    Develop,
    Development,
    Loan,
    Move,
    Pass,
    Rail,
    Rails,
    Remove,
    Sell,
    Stop,
)
from bessemer.games.brass.options import Options
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, Land, Phase, Player, View, build
from bessemer.sdk.brass import BrassView
from bessemer.sdk.view import UNLIMITED
from bessemer.v1 import brass_pb2, match_pb2, move_pb2

__all__ = ["read_decision", "read_move", "read_view", "write_move"]

GAME: Final = BRASS
"""Its rules."""

_ERAS: Final = {brass_pb2.BRASS_ERA_CANAL: Era.CANAL, brass_pb2.BRASS_ERA_RAIL: Era.RAIL}
_PHASES: Final = {
    brass_pb2.BRASS_PHASE_ACTION: Phase.ACTION,
    brass_pb2.BRASS_PHASE_SALE: Phase.SALE,
    brass_pb2.BRASS_PHASE_SHORTFALL: Phase.SHORTFALL,
    brass_pb2.BRASS_PHASE_OVER: Phase.OVER,
}


def read_view(message: move_pb2.View, seat: int | None, _options: Options) -> View:
    """What `seat` sees; a spectator's seat is `None`."""
    view = message.brass
    seated = view.players[:]
    tiles, kinds, face_up, owned = _tiles(view.tiles[:], len(seated))
    players = tuple([_player(player, own) for player, own in zip(seated, owned, strict=True)])
    links = 0
    for player in players:
        links |= player.links
    board = Board(
        era=_ERAS[view.era],
        round=view.round,
        phase=_PHASES[view.phase],
        order=tuple(map(Seat, view.turn_order[:])),
        turn=view.turn,
        actions=view.actions_left,
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        players=players,
        land=Land(tiles, kinds, face_up, links),
        coal=view.coal_cubes,
        iron=view.iron_cubes,
        cotton=view.cotton_marker,
        drawn=tuple(view.distant_drawn[:]),
        cards=tuple([player.hand_size for player in seated]),
        deck=view.deck_size,
        discards=tuple(view.discards[:]),
    )
    return View(None if seat is None else Seat(seat), board, tuple(view.hand[:]))


def read_decision(message: match_pb2.Decision, seat: int, options: Options) -> BrassView:
    """What `seat` sees, as its bot is shown it."""
    left = message.time_left
    clock = left.seconds + left.nanos * 1e-9 if message.HasField("time_left") else UNLIMITED
    return BrassView(read_view(message.view, seat, options), clock)


def write_move(move: Move) -> move_pb2.Move:
    """`move` as a message."""
    message = move_pb2.Move()
    brass = message.brass
    match move:
        case Build():
            brass.build.MergeFrom(brass_pb2.BrassBuild(**move._asdict()))
        case Canal():
            brass.canal.link, brass.canal.card = move
        case Rails(first, second, card):
            brass.rails.first.link, brass.rails.first.end, brass.rails.first.coal = first
            if second is not None:
                brass.rails.second.link, brass.rails.second.end, brass.rails.second.coal = second
            brass.rails.card = card
        case Develop(tile, other, card):
            brass.develop.first.industry, brass.develop.first.iron = tile
            if other is not None:
                brass.develop.second.industry, brass.develop.second.iron = other
            brass.develop.card = card
        case Sell():
            brass.sell.mill, brass.sell.buyer, brass.sell.card = move
        case Loan():
            brass.loan.amount, brass.loan.card = move
        case Pass(card):
            brass.pass_action.card = card
        case Stop():
            brass.stop.SetInParent()
        case Remove(space):
            brass.remove.space = space
        case _:
            assert_never(move)
    return message


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`, of which a referee has made sure that it is one.

    Raises:
        MalformedMove: it is none of Brass.
    """
    brass = message.brass
    match brass.WhichOneof("move"):
        case "build":
            made = brass.build
            return Build(
                *(made.industry, made.space, made.card, made.second_card, made.coal, made.iron)
            )
        case "canal":
            return Canal(brass.canal.link, brass.canal.card)
        case "rails":
            rails = brass.rails
            second = _rail(rails.second) if rails.HasField("second") else None
            return Rails(_rail(rails.first), second, rails.card)
        case "develop":
            develop = brass.develop
            other = _development(develop.second) if develop.HasField("second") else None
            return Develop(_development(develop.first), other, develop.card)
        case "sell":
            return Sell(brass.sell.mill, brass.sell.buyer, brass.sell.card)
        case "loan":
            return Loan(brass.loan.amount, brass.loan.card)
        case "pass_action":
            return Pass(brass.pass_action.card)
        case "stop":
            return Stop()
        case "remove":
            return Remove(brass.remove.space)
        case None:
            other_game = message.WhichOneof("move")
            raise MalformedMove(f"not a move of brass: {other_game or 'nothing is set'}")


def _tiles(
    messages: Iterable[brass_pb2.BrassTile], seats: int
) -> tuple[tuple[Tile | None, ...], tuple[int, ...], int, list[int]]:
    """The tiles by space, then as bits: those of each industry, those face up, those of each seat."""
    tiles: list[Tile | None] = [None] * len(SPACE_IDS)
    kinds, face_up, owned = [0] * len(INDUSTRIES), 0, [0] * seats
    for message in messages:
        space, owner, industry = SPACE[message.space], message.owner, INDUSTRY[message.industry]
        flipped, bit = message.flipped, 1 << space
        tiles[space] = build(Tile, (owner, industry, message.level, message.cubes, flipped))
        kinds[industry] |= bit
        owned[owner] |= bit
        if not flipped:
            face_up |= bit
    return tuple(tiles), tuple(kinds), face_up, owned


def _player(message: brass_pb2.BrassPlayer, tiles: int) -> Player:
    links = 0
    for link in message.links[:]:
        links |= 1 << LINK[link]
    return Player(
        money=message.money,
        income=message.income_space,
        points=message.points,
        spent=message.spent,
        stacks=tuple(message.stacks[:]),
        tiles=tiles,
        links=links,
    )


def _rail(message: brass_pb2.BrassRail) -> Rail:
    return Rail(message.link, message.end, message.coal)


def _development(message: brass_pb2.BrassDevelopment) -> Development:
    return Development(message.industry, message.iron)

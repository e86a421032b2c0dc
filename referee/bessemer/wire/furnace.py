"""Furnace on the wire; see `GameWire`."""

from typing import Any, Final, get_args

from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Move, ProductionPlan, Step
from bessemer.games.furnace.options import Options
from bessemer.games.furnace.phases.compensation import claims, winner
from bessemer.games.furnace.phases.production import stocks_along
from bessemer.games.furnace.state import Board, View
from bessemer.v1 import furnace_pb2, move_pb2
from bessemer.wire.bounds import NINE_DIGITS
from bessemer.wire.codec import Codec, Form
from bessemer.wire.furnace_view import amounts_message, effect_message, read_view, view_writer
from bessemer.wire.moves import MoveCodec
from bessemer.wire.wire import GameWire

_CARD: Final = Form(
    "card", r"[A-Z][A-Z0-9_-]{0,15}", "a capital letter, then up to 15 of A-Z, 0-9, _ and -"
)
_MOVES: Final = MoveCodec(
    "furnace",
    Codec(
        NINE_DIGITS,
        parts={"FurnaceProductionStep": Step},
        texts=dict.fromkeys(("card", "flips", "line"), _CARD),
    ),
    get_args(Move),
)


def _add_to_view(board: Board, plain: dict[str, Any]) -> None:
    """Of each card of the row with a disc, whose `leads`, and who would be `owed` its compensation how many times."""
    owed = claims(board.table, board.row)[: len(board.players)]  # an Agent is never paid
    row = []
    for stack, shown in zip(board.row.stacks, plain["row"], strict=True):
        if stack:
            owes = [
                {"seat": seat, "times": claim.times}
                for seat, owing in enumerate(owed)
                for claim in owing
                if claim.card == shown["card"]
            ]
            row.append(shown | {"leads": winner(stack).seat, "owed": owes})
        else:
            row.append(shown)
    plain["row"] = row


def _add_to_move(move: Move, seat: int, before: View, plain: dict[str, Any]) -> None:
    """The `flow` of a production plan: what its player holds after each step."""
    if isinstance(move, ProductionPlan):
        stocks = stocks_along(before.board, Seat(seat), move)
        names = ("coal", "iron", "oil", "upgrades", "money")
        plain["flow"] = [dict(zip(names, stock, strict=True)) for stock in stocks]


def _setup(options: Options) -> move_pb2.Setup:
    deck = options.deck
    message = furnace_pb2.FurnaceSetup(
        rounds=options.rounds,
        capitalists=options.capitalists,
        chain=options.chain,
        companies=[
            furnace_pb2.FurnaceCompany(
                card=company.id,
                name=company.name,
                compensation=effect_message(company.compensation),
                basic=effect_message(company.basic),
                additional=effect_message(company.additional),
            )
            for company in deck.companies.values()
        ],
        startups=[
            furnace_pb2.FurnaceStartup(
                card=startup.id,
                starts_with=amounts_message(startup.starts_with),
                trade=effect_message(startup.trade),
            )
            for startup in deck.startups.values()
        ],
    )
    return move_pb2.Setup(furnace=message)


FURNACE_WIRE: Final = GameWire(
    _MOVES, _setup, view_writer, read_view, add_to_view=_add_to_view, add_to_move=_add_to_move
)

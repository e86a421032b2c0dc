"""Alchemicus on the wire; see `GameWire`."""

from typing import Final, get_args

from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.options import Options
from bessemer.v1 import alchemicus_pb2, move_pb2
from bessemer.wire.alchemicus_view import KINDS, PHASES, read_view, view_writer
from bessemer.wire.bounds import NINE_DIGITS
from bessemer.wire.codec import Codec
from bessemer.wire.moves import MoveCodec
from bessemer.wire.wire import GameWire

_MOVES: Final = MoveCodec(
    "alchemicus",
    Codec(
        NINE_DIGITS,
        enums={"AlchemicusKind": Kind, "AlchemicusGood": Good},
        names={"pass": "pass_on"},  # `pass` is a word of Python's own
    ),
    get_args(Move),
)


def _setup(options: Options) -> move_pb2.Setup:
    deck = options.deck
    message = alchemicus_pb2.AlchemicusSetup(
        bank=options.bank,
        advanced_sale=options.advanced_sale,
        noctis=options.noctis,
        race=options.race,
        round_cap=options.round_cap,
        cards=[
            alchemicus_pb2.AlchemicusCardFacts(
                kind=KINDS.numbers[kind], cost=deck.costs[kind], copies=deck.copies[kind]
            )
            for kind in Kind
        ],
        outer=[PHASES.numbers[field] for field in deck.outer],
        inner=[KINDS.numbers[kind] for kind in deck.inner],
    )
    return move_pb2.Setup(alchemicus=message)


ALCHEMICUS_WIRE: Final = GameWire(_MOVES, _setup, view_writer, read_view)

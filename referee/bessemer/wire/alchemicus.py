"""Alchemicus on the wire; see `GameWire`."""

from functools import lru_cache
from typing import Any, Final, get_args

from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.options import Options
from bessemer.v1 import alchemicus_pb2, move_pb2
from bessemer.wire.alchemicus_view import KIND_VALUES, PHASE_VALUES, read_view, view_writer
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


class AlchemicusWire:
    """Alchemicus' moves, views and set-up as messages."""

    # Functions as they are: a method around each would only cost time.
    read_move = staticmethod(_MOVES.read)
    encode_move = staticmethod(_MOVES.encode)
    write_move = staticmethod(_MOVES.write)
    path = staticmethod(_MOVES.path)
    view_writer = staticmethod(view_writer)
    read_view = staticmethod(read_view)

    def setup(self, options: Options) -> move_pb2.Setup:
        return move_pb2.Setup.FromString(_setup(options))

    def add_to_view(self, view: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
        """Nothing: the messages say it all."""

    def add_to_move(self, move: Any, seat: int, before: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
        """Nothing, either."""


@lru_cache(maxsize=32)
def _setup(options: Options) -> bytes:
    """Every seat is sent the set-up, and hardly anybody plays with cards of their own."""
    deck = options.deck
    message = alchemicus_pb2.AlchemicusSetup(
        bank=options.bank,
        advanced_sale=options.advanced_sale,
        noctis=options.noctis,
        race=options.race,
        round_cap=options.round_cap,
        cards=[
            alchemicus_pb2.AlchemicusCardFacts(
                kind=KIND_VALUES[kind], cost=deck.costs[kind], copies=deck.copies[kind]
            )
            for kind in Kind
        ],
        outer=[PHASE_VALUES[field] for field in deck.outer],
        inner=[KIND_VALUES[kind] for kind in deck.inner],
    )
    return move_pb2.Setup(alchemicus=message).SerializeToString()


ALCHEMICUS_WIRE: Final[GameWire] = AlchemicusWire()

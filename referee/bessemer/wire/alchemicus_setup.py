"""Alchemicus' set-up as a message: the modules played, the cards and the circles."""

from functools import lru_cache

from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.options import Options
from bessemer.v1 import alchemicus_pb2, move_pb2
from bessemer.wire.alchemicus_pieces import KIND_VALUES, PHASE_VALUES


def setup(options: Options) -> move_pb2.Setup:
    """What a client must know of a match played with `options`; a message of the caller's own."""
    return move_pb2.Setup.FromString(_encoded(options))


@lru_cache(maxsize=32)
def _encoded(options: Options) -> bytes:
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

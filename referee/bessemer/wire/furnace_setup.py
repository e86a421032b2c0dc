"""Furnace's set-up as messages: the cards of the deck and what they do."""

from collections.abc import Iterable
from functools import lru_cache

from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.options import Options
from bessemer.v1 import furnace_pb2, move_pb2


def setup(options: Options) -> move_pb2.Setup:
    """What a client must know of a match played with `options`; a message of the caller's own."""
    return move_pb2.Setup.FromString(_encoded(options))


@lru_cache(maxsize=32)
def _encoded(options: Options) -> bytes:
    """Every seat is sent the set-up, and hardly anybody plays with cards of their own."""
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
                starts_with=_amounts_message(startup.starts_with),
                trade=effect_message(startup.trade),
            )
            for startup in deck.startups.values()
        ],
    )
    return move_pb2.Setup(furnace=message).SerializeToString()


def effect_message(effect: Effect) -> furnace_pb2.FurnaceEffect:
    """One line of a card; an extraction takes nothing, and says so by having no `takes`."""
    return furnace_pb2.FurnaceEffect(
        takes=_amounts_message(effect.takes) if effect.takes else None,
        gives=_amounts_message(effect.gives),
        limit=effect.limit,
    )


def _amounts_message(amounts: Iterable[tuple[int, int]]) -> furnace_pb2.FurnaceStock:
    held = [0] * len(Stock._fields)
    for resource, amount in amounts:
        held[resource] += amount
    coal, iron, oil, upgrades, money = held
    return furnace_pb2.FurnaceStock(coal=coal, iron=iron, oil=oil, upgrades=upgrades, money=money)

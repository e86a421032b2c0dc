"""The set-up of every game as a message: all figures of the game can be read back from it."""

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.resources import shipped_text
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.brass.board.figures import FIGURES, Figures, Link, Place, Space, Table, TileKind
from bessemer.games.furnace.effects import Amounts, Effect, effect_of
from bessemer.games.furnace.rules import FURNACE
from bessemer.v1 import alchemicus_pb2, brass_pb2, furnace_pb2, move_pb2
from bessemer.wire.wire import wire_of
from tests.games.furnace.positions import deck_text
from tests.games.walks import option_texts


@pytest.mark.parametrize("game", NAMES)
def test_the_set_up_tells_the_switches(game: str) -> None:
    """All but the deck, which the cards tell, and who starts, which the view tells."""
    for texts in option_texts(GAMES[game]):
        setup = getattr(wire_of(game).setup(GAMES[game].options(texts)), game)
        for name, text in texts.items():
            if name in setup.DESCRIPTOR.fields_by_name:
                expected = text == "on" if text in ("on", "off") else int(text)
                assert expected == getattr(setup, name), name
    told = set(setup.DESCRIPTOR.fields_by_name)
    assert {option.name for option in GAMES[game].option_list} - {"deck", "start"} <= told


@pytest.mark.parametrize("game", NAMES)
def test_every_caller_gets_a_message_of_its_own(game: str) -> None:
    """Changing one answer does not change the next."""
    options = GAMES[game].options({})
    first = wire_of(game).setup(options)
    copy = move_pb2.Setup.FromString(first.SerializeToString())
    first.Clear()

    assert copy == wire_of(game).setup(options)
    assert game == copy.WhichOneof("setup")


def read_amounts(stock: furnace_pb2.FurnaceStock) -> Amounts:
    """The amounts that a card takes or gives, by resource."""
    held = (stock.coal, stock.iron, stock.oil, stock.upgrades, stock.money)
    return tuple((resource, amount) for resource, amount in enumerate(held) if amount)


def read_effect(message: furnace_pb2.FurnaceEffect) -> Effect:
    """One line of a card; an extraction takes nothing, and says so by having no `takes`."""
    assert message.HasField("takes") == bool(read_amounts(message.takes))
    return effect_of(read_amounts(message.takes), read_amounts(message.gives), message.limit)


def in_order(effect: Effect) -> Effect:
    """An effect with its resources in the order of a stock."""
    return effect_of(tuple(sorted(effect.takes)), tuple(sorted(effect.gives)), effect.limit)


def test_the_set_up_of_furnace_holds_every_card() -> None:
    """All companies and start-ups, in the order of the deck, with what they do."""
    own = deck_text([("2C", "1O -> 4$ x1", "3C + 1I")], filler=31)
    for text in ("standard", own):
        options = FURNACE.options({"deck": text, "capitalists": "off"})
        setup, deck = wire_of("furnace").setup(options).furnace, options.deck

        assert [
            (company.id, company.name,
             *map(in_order, (company.compensation, company.basic, company.additional)))
            for company in deck.companies.values()
        ] == [
            (company.card, company.name,
             *map(read_effect, (company.compensation, company.basic, company.additional)))
            for company in setup.companies
        ]  # fmt: skip
        assert [
            (startup.id, tuple(sorted(startup.starts_with)), in_order(startup.trade))
            for startup in deck.startups.values()
        ] == [
            (startup.card, read_amounts(startup.starts_with), read_effect(startup.trade))
            for startup in setup.startups
        ]


def test_the_set_up_of_alchemicus_holds_cards_and_circles() -> None:
    """Every kind with its cost and number, and both circles, of the deck that is played."""
    pb = alchemicus_pb2
    own = shipped_text("alchemicus", "deck.toml").replace("Labrium = 5", "Labrium = 7")
    for text, cost in (("standard", 5), (own, 7)):
        options = ALCHEMICUS.options({"deck": text})
        deck, setup = options.deck, wire_of("alchemicus").setup(options).alchemicus

        assert [
            (f"ALCHEMICUS_KIND_{kind.name}", deck.costs[kind], deck.copies[kind]) for kind in Kind
        ] == [
            (pb.AlchemicusKind.Name(facts.kind), facts.cost, facts.copies) for facts in setup.cards
        ]
        assert cost == setup.cards[Kind.LABRIUM].cost
        assert [f"ALCHEMICUS_PHASE_{field.name}" for field in deck.outer] == [
            pb.AlchemicusPhase.Name(field) for field in setup.outer
        ]
        assert [f"ALCHEMICUS_KIND_{kind.name}" for kind in deck.inner] == [
            pb.AlchemicusKind.Name(kind) for kind in setup.inner
        ]


def read_figures(setup: brass_pb2.BrassSetup) -> Figures:
    """The figures of the game, from the message alone."""
    places = {place.place: number for number, place in enumerate(setup.places)}
    links = {link.link: number for number, link in enumerate(setup.links)}
    industries = {name: number for number, name in enumerate(setup.industries)}
    stacks: list[list[TileKind]] = [[] for _ in industries]
    for kind in setup.tile_kinds:
        industry = industries[kind.industry]
        stacks[industry] += [
            TileKind(
                *(industry, kind.level, kind.cost, kind.income, kind.points, kind.coal),
                *(kind.iron, kind.cubes, kind.in_canal_era, kind.in_rail_era),
            )
        ] * kind.count
    start, end = setup.virtual_link
    return Figures(
        places=tuple(
            Place(
                *(
                    place.place,
                    place.name,
                    brass_pb2.BrassPlaceKind.Name(place.kind).rsplit("_", 1)[-1].lower(),
                    place.points,
                ),
                tuple(n for n, space in enumerate(setup.spaces) if space.place == place.place),
            )
            for place in setup.places
        ),
        spaces=tuple(
            Space(
                space.space,
                places[space.place],
                tuple(industries[name] for name in space.industries),
                space.first_port,
            )
            for space in setup.spaces
        ),
        links=tuple(
            Link(link.link, (places[link.start], places[link.end]), link.canal, link.rail)
            for link in setup.links
        ),
        virtual=(places[start], places[end]),
        stacks=tuple(map(tuple, stacks)),
        income=tuple(setup.income),
        first_space=setup.first_income_space,
        bonus=tuple(setup.cotton_bonus),
        costs={
            "canal": setup.canal_cost,
            "rail": setup.rail_cost,
            "two_rails": setup.two_rails_cost,
            "cube_beyond_the_track": setup.cube_beyond_the_track_cost,
        },
        loans=tuple(setup.loans),
        hand=setup.hand_size,
        markers=setup.link_markers,
        tables=tuple(
            Table(
                *(table.players, table.money, table.rounds),
                (table.canal_set_aside, table.rail_set_aside),
                *(tuple(table.track), tuple(table.distant_tiles), tuple(table.cards)),
                tuple(places[place] for place in table.places),
                tuple(links[link] for link in table.canals),
                tuple(links[link] for link in table.rails),
            )
            for table in setup.tables
        ),
    )


def test_the_set_up_of_brass_holds_every_figure() -> None:
    """Places, spaces, links, tiles, tracks, costs and all that depends on the number of players."""
    assert read_figures(wire_of("brass").setup(GAMES["brass"].options({})).brass) == FIGURES

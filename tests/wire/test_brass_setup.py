"""The set-up of Brass as a message: all figures of the game can be read back from it."""

from bessemer.games.brass.board.figures import FIGURES, Figures, Link, Place, Space, Table, TileKind
from bessemer.games.brass.rules import BRASS
from bessemer.v1 import brass_pb2, move_pb2
from bessemer.wire.brass import BRASS_WIRE

KINDS = {
    brass_pb2.BRASS_PLACE_KIND_TOWN: "town",
    brass_pb2.BRASS_PLACE_KIND_OUTSIDE: "outside",
    brass_pb2.BRASS_PLACE_KIND_JUNCTION: "junction",
}


def sent() -> brass_pb2.BrassSetup:
    """The set-up as a client gets it."""
    return BRASS_WIRE.setup(BRASS.options({})).brass


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
                *(place.place, place.name, KINDS[place.kind], place.points),
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


def test_the_set_up_holds_every_figure() -> None:
    """Places, spaces, links, tiles, tracks, costs and all that depends on the number of players."""
    assert read_figures(sent()) == FIGURES


def test_whoever_asks_gets_a_message_of_their_own() -> None:
    """Changing one answer does not change the next."""
    first = BRASS_WIRE.setup(BRASS.options({}))
    copy = move_pb2.Setup.FromString(first.SerializeToString())
    first.Clear()

    assert copy == BRASS_WIRE.setup(BRASS.options({}))

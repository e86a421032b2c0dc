"""Brass's set-up as a message: the map, the tiles, the tracks and the figures."""

from collections import Counter
from functools import cache
from typing import Final

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, Table
from bessemer.games.brass.board.geography import LINK_IDS, PLACE_IDS
from bessemer.games.brass.options import Options
from bessemer.v1 import brass_pb2, move_pb2

_PLACE_KINDS: Final = {
    "town": brass_pb2.BRASS_PLACE_KIND_TOWN,
    "outside": brass_pb2.BRASS_PLACE_KIND_OUTSIDE,
    "junction": brass_pb2.BRASS_PLACE_KIND_JUNCTION,
}


def setup(_options: Options) -> move_pb2.Setup:
    """What a client must know of any match; a message of the caller's own."""
    return move_pb2.Setup.FromString(_encoded())


@cache
def _encoded() -> bytes:
    """Every seat is sent the set-up, and it is always the same."""
    message = brass_pb2.BrassSetup(
        industries=INDUSTRIES,
        places=_places(),
        spaces=[
            brass_pb2.BrassSpace(
                space=space.id,
                place=PLACE_IDS[space.place],
                industries=[INDUSTRIES[industry] for industry in space.industries],
                first_port=space.is_first_port,
            )
            for space in FIGURES.spaces
        ],
        links=[
            brass_pb2.BrassLink(
                link=link.id,
                start=PLACE_IDS[link.ends[0]],
                end=PLACE_IDS[link.ends[1]],
                canal=link.is_canal,
                rail=link.is_rail,
            )
            for link in FIGURES.links
        ],
        virtual_link=[PLACE_IDS[place] for place in FIGURES.virtual],
        tile_kinds=_tile_kinds(),
        income=FIGURES.income,
        first_income_space=FIGURES.first_space,
        cotton_bonus=FIGURES.bonus,
        canal_cost=FIGURES.costs["canal"],
        rail_cost=FIGURES.costs["rail"],
        two_rails_cost=FIGURES.costs["two_rails"],
        cube_beyond_the_track_cost=FIGURES.costs["cube_beyond_the_track"],
        loans=FIGURES.loans,
        hand_size=FIGURES.hand,
        link_markers=FIGURES.markers,
        tables=map(_table, FIGURES.tables),
    )
    return move_pb2.Setup(brass=message).SerializeToString()


def _places() -> list[brass_pb2.BrassPlace]:
    return [
        brass_pb2.BrassPlace(
            place=place.id, name=place.name, kind=_PLACE_KINDS[place.kind], points=place.points
        )
        for place in FIGURES.places
    ]


def _tile_kinds() -> list[brass_pb2.BrassTileKind]:
    return [
        brass_pb2.BrassTileKind(
            industry=INDUSTRIES[kind.industry],
            level=kind.level,
            count=count,
            cost=kind.cost,
            income=kind.income,
            points=kind.points,
            coal=kind.coal,
            iron=kind.iron,
            cubes=kind.cubes,
            in_canal_era=kind.in_canal_era,
            in_rail_era=kind.in_rail_era,
        )
        for stack in FIGURES.stacks
        for kind, count in Counter(stack).items()
    ]


def _table(table: Table) -> brass_pb2.BrassTable:
    canal_set_aside, rail_set_aside = table.aside
    return brass_pb2.BrassTable(
        players=table.seats,
        money=table.money,
        rounds=table.rounds,
        canal_set_aside=canal_set_aside,
        rail_set_aside=rail_set_aside,
        track=table.track,
        distant_tiles=table.distant,
        cards=table.cards,
        places=[PLACE_IDS[place] for place in table.places],
        canals=[LINK_IDS[link] for link in table.canals],
        rails=[LINK_IDS[link] for link in table.rails],
    )

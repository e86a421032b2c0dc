"""Brass on the wire; see `GameWire`."""

from collections import Counter
from typing import Any, Final, get_args

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, Table
from bessemer.games.brass.board.geography import LINK_IDS, PLACE_IDS
from bessemer.games.brass.moves import Development, Move, Rail
from bessemer.games.brass.options import Options
from bessemer.games.brass.scoring import link_points, money_points, place_values, tile_points
from bessemer.games.brass.state import Board
from bessemer.v1 import brass_pb2, move_pb2
from bessemer.wire.bounds import FROM_ZERO
from bessemer.wire.brass_view import read_view, view_writer
from bessemer.wire.codec import Codec, Form
from bessemer.wire.moves import MoveCodec
from bessemer.wire.wire import GameWire

_WORD: Final = Form("name", r"[a-z][a-z_]{0,31}", "a small letter, then up to 31 of a-z and _")
"""A card, an industry or a place."""
_SPOT: Final = Form(
    "name", r"[a-z][a-z_.-]{0,63}", "a small letter, then up to 63 of a-z, _, . and -"
)
"""A space, a link, or what can stand in place of one."""
_MOVES: Final = MoveCodec(
    "brass",
    Codec(
        FROM_ZERO,
        parts={"BrassRail": Rail, "BrassDevelopment": Development},
        texts={
            **dict.fromkeys(("industry", "card", "second_card", "end"), _WORD),
            **dict.fromkeys(("space", "link", "coal", "iron", "mill", "buyer"), _SPOT),
        },
        names={"pass": "pass_action"},  # `pass` is a word of Python's own
    ),
    get_args(Move),
)


def _add_to_view(board: Board, plain: dict[str, Any]) -> None:
    """The `worth` of each player: what would be scored if the era ended now."""
    values = place_values(board.land)
    plain["players"] = [
        shown
        | {
            "worth": {
                "links": link_points(player, values),
                "tiles": tile_points(player, board.land),
                "money": money_points(player, board.era),
            }
        }
        for player, shown in zip(board.players, plain["players"], strict=True)
    ]


def _setup(_options: Options) -> move_pb2.Setup:
    """It is always the same."""
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
    return move_pb2.Setup(brass=message)


def _places() -> list[brass_pb2.BrassPlace]:
    return [
        brass_pb2.BrassPlace(
            place=place.id,
            name=place.name,
            kind=brass_pb2.BrassPlaceKind.Value(f"BRASS_PLACE_KIND_{place.kind.upper()}"),
            points=place.points,
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


BRASS_WIRE: Final = GameWire(_MOVES, _setup, view_writer, read_view, add_to_view=_add_to_view)

"""The industry tiles: what each kind is, and what lies where in a player's stacks."""

from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES, TileKind
from bessemer.games.brass.board.tables import Era


class Tile(NamedTuple):
    """An industry tile on the board."""

    owner: Seat
    industry: int
    level: int
    cubes: int
    flipped: bool


def _is_of(kind: TileKind, era: Era) -> bool:
    """Whether tiles of this kind can be built in `era` at all."""
    return kind.in_canal_era if era is Era.CANAL else kind.in_rail_era


FULL_STACKS: Final = tuple(len(stack) for stack in FIGURES.stacks)
"""How many tiles each stack has at first."""
TOPS: Final[tuple[tuple[TileKind | None, ...], ...]] = tuple(
    (None, *reversed(stack)) for stack in FIGURES.stacks
)
"""By industry and by how many tiles are left: the top one; none of none."""
BUILDABLE: Final = {
    era: tuple(
        tuple(kind if kind and _is_of(kind, era) else None for kind in tops) for tops in TOPS
    )
    for era in Era
}
"""By era, industry and how many tiles are left: the top one, if it can be built in that era."""
KINDS: Final = tuple({kind.level: kind for kind in stack} for stack in FIGURES.stacks)
"""By industry and level."""


def kind_of(tile: Tile) -> TileKind:
    """The figures of a tile on the board."""
    return KINDS[tile.industry][tile.level]

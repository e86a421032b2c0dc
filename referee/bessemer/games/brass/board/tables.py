"""The figures that depend on the number of players and on the era, as the rules need them."""

from enum import StrEnum
from typing import Final, NamedTuple

from bessemer.games.brass.board.figures import FIGURES, Table
from bessemer.games.brass.board.geography import OUTSIDE, SPOTS

SEATS: Final = range(2, 5)


class Era(StrEnum):
    """The two halves of a match."""

    CANAL = "canal"
    RAIL = "rail"

    __hash__ = str.__hash__  # an enum's own is a call in Python


class EraTable(NamedTuple):
    """The figures that depend on both."""

    aside: int
    """How many cards are set aside unseen."""
    links: int
    """Where a link may be built, as bits."""


class Setting(NamedTuple):
    """The figures that depend on the number of players."""

    money: int
    rounds: int
    cards: tuple[str, ...]
    distant: tuple[int, ...]
    prices: tuple[int, ...]
    """The price of the next cube, by the number of cubes on a demand track."""
    refills: tuple[int, ...]
    """The price the bank pays for the next cube put on a track, by the number of cubes there."""
    spots: int
    """The places that exist, as spots."""
    outside: int
    """The outside places that exist, as spots."""
    links: int
    """Where a link may be built in either era, as bits."""
    eras: dict[Era, EraTable]


def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _setting(table: Table) -> Setting:
    spots = sum(SPOTS[place] for place in table.places)
    canal, rail = table.aside
    # Bought cheapest first, filled dearest first: what lies there is always the dearest.
    dearest_first = table.track[::-1]
    return Setting(
        table.money,
        table.rounds,
        table.cards,
        table.distant,
        (FIGURES.costs["cube_beyond_the_track"], *dearest_first),
        dearest_first,
        spots,
        OUTSIDE & spots,
        _mask(table.canals) | _mask(table.rails),
        {
            Era.CANAL: EraTable(canal, _mask(table.canals)),
            Era.RAIL: EraTable(rail, _mask(table.rails)),
        },
    )


SETTINGS: Final = {table.seats: _setting(table) for table in FIGURES.tables}
"""By the number of players."""

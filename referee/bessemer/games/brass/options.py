"""The options of a match: there are none yet but the number of players."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.engine.errors import BadOption
from bessemer.engine.game import Option
from bessemer.games.brass.board.tables import SEATS

OPTION_LIST: Final[tuple[Option, ...]] = ()


class Options(NamedTuple):
    """How a match differs from another of as many players: in nothing."""


def read_options(given: Mapping[str, str]) -> Options:
    """The options written as `given`; see `Game.options`."""
    for name in given:
        raise BadOption(f"brass has no option {name!r}; it has none at all", option=name)
    return Options()


def write_options(options: Options) -> dict[str, str]:
    """All options as text; see `Game.option_texts`."""
    return dict(zip(options._fields, options, strict=True))


def check_playable(seats: int) -> None:
    """
    Refuse a match with this number of seats.

    Raises:
        BadOption: there is no such game.
    """
    if seats not in SEATS:
        raise BadOption(f"brass is for 2 to 4 players, not {seats}", option="players")

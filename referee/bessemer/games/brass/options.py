"""The options of a match: there are none yet but the number of players."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from bessemer.engine.game import Option
from bessemer.engine.options import read_texts

OPTION_LIST: Final[tuple[Option, ...]] = ()


class Options(NamedTuple):
    """How a match differs from another of as many players: in nothing."""


def read_options(given: Mapping[str, str]) -> Options:
    """The options written as `given`; see `Game.options`."""
    return Options(**read_texts("brass", OPTION_LIST, given))


def write_options(options: Options) -> dict[str, str]:
    """All options as text; see `Game.option_texts`."""
    return dict(zip(options._fields, options, strict=True))

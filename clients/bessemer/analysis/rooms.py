"""What the games add to the analysis, found by their names."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.analysis.logged_match import LoggedMatch

Facts = dict[str, Any]
"""An analysis as JSON has it: what `--json` prints, and what tables and pages are drawn from."""

ProgressBar = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]
"""Shows progress: given what is done and how many steps it takes, a function to call for each."""


class Branching(Protocol):
    """The module `bessemer.bots.<game>.analysis.branching`: how its moves are compared."""

    def round_of(self, state: Any) -> int:  # noqa: ANN401 - any game's state
        """The round that a state is in."""

    def leads_to_the_same(self, state: Any, seat: Seat, one: Any, other: Any) -> bool:  # noqa: ANN401
        """Whether it makes no difference which of two legal moves a seat makes."""


class Analysis(Protocol):
    """The package `bessemer.analysis.<game>`: how its choices are judged and shown."""

    def analysed(self, match: "LoggedMatch", *, seconds: float, progress: ProgressBar) -> Facts:
        """The analysis of a match, with so many seconds for each question."""

    def print_tables(self, console: "Console", found: Facts, *, with_plans: bool) -> None:
        """Print it on a terminal; with the whole moves, if asked for."""

    page: Callable[[Facts], str]
    """It as an HTML page."""
    curve: Callable[[Facts], str]
    """Its curves as an SVG picture."""


def has_analysis(game: str) -> bool:
    """Whether matches of the game can be analysed and branched."""
    return find_spec(f"bessemer.bots.{game}.analysis") is not None


def games_with_analysis() -> list[str]:
    """The games whose matches can be analysed and branched."""
    return [game for game in GAMES if has_analysis(game)]


def branching(game: str) -> Branching:
    """How the moves of a game with an analysis are compared."""
    return cast("Branching", import_module(f"bessemer.bots.{game}.analysis.branching"))


def analysis(game: str) -> Analysis:
    """How matches of a game with an analysis are judged and shown."""
    return cast("Analysis", import_module(f"bessemer.analysis.{game}"))

"""The games' parts of the analysis, found by their names."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.game import Seat

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.analysis.logged_match import LoggedMatch

Facts = dict[str, Any]
"""An analysis as JSON has it: what `--json` prints, and what tables and pages are drawn from."""

ProgressBar = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]
"""Shows progress: given what is done and how many steps it takes, a function to call for each."""


class Analysis(Protocol):
    """The package `bessemer.analysis.<game>`: how its choices are judged and shown."""

    def analysed(self, match: "LoggedMatch", *, seconds: float, progress: ProgressBar) -> Facts:
        """The analysis of a match, with so many seconds for each question."""

    def print_tables(self, console: "Console", found: Facts, *, with_plans: bool) -> None:
        """Print it on a terminal; with the whole moves, if asked for."""

    page_facts: Callable[[Facts], dict[str, Any]]
    """What stands on its page."""
    curve: Callable[[Facts], str]
    """Its curves as an SVG picture."""


def has_analysis(game: str) -> bool:
    """Whether matches of the game can be analysed."""
    return find_spec(f"bessemer.bots.{game}.analysis") is not None


def games_with_analysis() -> list[str]:
    """The games whose matches can be analysed."""
    return [game for game in GAMES if has_analysis(game)]


def leads_to_the_same(game: AnyGame, state: Any, seat: Seat, one: Any, other: Any) -> bool:  # noqa: ANN401
    """
    Whether it makes no difference which of two legal moves a seat makes.

    A game with sealed answers says what that means there, in the module
    `bessemer.bots.<game>.analysis.branching`; elsewhere both lead to the same state.
    """
    module = f"bessemer.bots.{game.name}.analysis.branching"
    if has_analysis(game.name) and find_spec(module) is not None:
        return bool(import_module(module).leads_to_the_same(state, seat, one, other))
    return one == other or bool(game.apply(state, seat, one) == game.apply(state, seat, other))


def analysis(game: str) -> Analysis:
    """How matches of a game with an analysis are judged and shown."""
    return cast("Analysis", import_module(f"bessemer.analysis.{game}"))

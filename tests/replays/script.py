"""What happens in a match made for tests, but for the moves: those are drawn."""

from typing import NamedTuple


class Script(NamedTuple):
    """A match of so many, and what goes wrong in it."""

    seats: int
    options: tuple[tuple[str, str], ...] = ()
    late: frozenset[int] = frozenset()
    """The turns in which time runs out."""
    silent: frozenset[int] = frozenset()
    """The seats whose time runs out in every turn."""
    strike_limit: int = 3
    stop_after: int | None = None
    """After so many moves an organiser ends the match."""
    game: str = "furnace"

"""What the kit knows of a bot of any game, and what it tells it of a match."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Bot(Protocol):
    """
    Plays one seat of one match.

    Only `decide` is needed; it may be `async`. `begin(MatchStart)` and `end(MatchEnd)` are called
    if they are there, and `is_quick` is heeded: see `FurnaceBot`.
    """

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for, or an awaitable of it."""


class MatchStart(NamedTuple):
    """What is known when the seat is taken."""

    match_id: str
    game: str
    seat: int
    players: tuple[str, ...]
    """By seat; "" for one that nobody has taken yet."""
    options: Mapping[str, str]
    """All options of the game, also those left at their defaults."""


class MatchEnd(NamedTuple):
    """How the match ended."""

    match_id: str
    seat: int
    ranks: tuple[int, ...]
    """By seat, 1 the best, ties share (1, 1, 3); empty if the match was aborted."""
    scores: tuple[int, ...]
    """By seat: in Furnace money; empty if the match was aborted."""
    message: str
    """A sentence about an abnormal end."""
    faults: tuple[str, ...]
    """What our own bot did wrong: exceptions, refused moves, answers that came too late."""

    @property
    def rank(self) -> int | None:
        """Ours; `None` if the match was aborted."""
        return self.ranks[self.seat] if self.ranks else None

    @property
    def score(self) -> int | None:
        """Ours; `None` if the match was aborted."""
        return self.scores[self.seat] if self.scores else None

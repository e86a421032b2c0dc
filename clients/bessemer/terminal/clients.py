"""What a screen needs of whoever speaks to the referee."""

from collections.abc import Callable
from typing import Any, Protocol

from bessemer.table.events import Listen


class Client(Protocol):
    """What the table needs of a `MatchClient`."""

    async def run(self) -> None:
        """Report what happens until the match is over."""

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Answer the decision of this turn."""

    def answer_soon(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """The same, while one hears of it."""


Connect = Callable[[Listen], Client]
"""Makes a client that reports to its listener."""

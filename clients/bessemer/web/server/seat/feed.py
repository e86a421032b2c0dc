"""
What the pages of one seat are told of the match, in order: its frames, each with what the seat saw then.

The match comes as spectators see it, and the seat's own view with the seat's own stream. They are joined here by turn,
so that no page ever shows the one without the other.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from bessemer.web.differences import applied, differences
from bessemer.web.server.server_sent import event
from bessemer.web.server.watch.live import LiveEvent, LiveMatch

_REMEMBERED: Final = 64
"""Own views of so many turns are kept for a page in another language."""


class OwnViews:
    """What the seat saw, as JSON, by the turn of the last move before it; of some turns only."""

    def __init__(self) -> None:
        self.known_turn = -1
        """That of the newest; -1 while there is none."""
        self.is_over = False
        """Whether none is to come."""
        self._views: dict[int, Any] = {}

    def record(self, turn: int, view: Any) -> None:  # noqa: ANN401 - any JSON value
        """Remember what is seen after this turn."""
        self.known_turn = turn
        self._views[turn] = view
        for old in list(self._views)[:-_REMEMBERED]:
            del self._views[old]

    def after(self, turn: int) -> Any:  # noqa: ANN401 - any JSON value
        """What was seen after this turn; `None` if it is not known."""
        return self._views.get(turn)


class SeatFeed:
    """The messages for all pages of a seat in one language, each made once."""

    def __init__(
        self, seat: int, match: LiveMatch, own: OwnViews, on_news: Callable[[], None]
    ) -> None:
        self.messages: list[bytes] = []
        """By their numbers: the header, the frames, and the end."""
        self._seat = str(seat)
        self._match = match
        self._own = own
        self._on_news = on_news
        self._waiting = deque(match.told)
        self._spectators: Any = None
        """What spectators see after the last frame."""
        self._turn = -1
        match.listeners.append(self._hear)
        self.go_on()

    def close(self) -> None:
        """Listen no more."""
        self._match.listeners.remove(self._hear)

    @property
    def is_up_to_date(self) -> bool:
        """Whether pages have seen all that the seat knows, as far as it can be had now."""
        return self._turn >= self._own.known_turn or self._match.is_lost or self._match.is_over

    def _hear(self, told: list[LiveEvent]) -> None:
        self._waiting += told
        self.go_on()
        self._on_news()

    def go_on(self) -> None:
        """Tell what is complete."""
        while self._waiting and self._is_complete(self._waiting[0]):
            self._tell(self._waiting.popleft())

    def _is_complete(self, told: LiveEvent) -> bool:
        return told.turn is None or self._own.is_over or told.turn <= self._own.known_turn

    def _tell(self, told: LiveEvent) -> None:
        value = told.value
        if told.turn is not None:
            is_header = self._spectators is None
            changes = [] if is_header else value["changes"]
            self._spectators = applied(changes, value["view"] if is_header else self._spectators)
            self._turn = told.turn
            own = self._own.after(told.turn)
            seen = None if own is None else differences(self._spectators, own)
            value = {**value, "seen": {self._seat: seen}}
        number = None if told.turn is None else len(self.messages)
        self.messages.append(event(told.kind, value, number))

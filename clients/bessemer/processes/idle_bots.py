"""
Bots that are asked nothing: they may use a little of a processor, but not more.

A bot that computes while others think takes from their share. So each bot has an account: while it is
asked something it may use its share, and between questions a twentieth of a processor, which is plenty
to read messages. A bot that has used more is paused, with all processes that it has started, until it
is asked again or has been idle for long enough.
"""

import math
from collections.abc import Hashable
from typing import Final, Protocol

LOOK_SECONDS: Final = 0.05
"""Seconds between two looks at what bots have used."""
_IDLE_SHARE: Final = 0.05
"""The share of a processor that a bot may use while it is asked nothing."""
_MOST_SAVED: Final = 0.25
"""Seconds of processor time that a bot may use at once while it is asked nothing."""
_MOST_OWED: Final = 0.25
_START: Final = 30.0
"""Seconds of processor time that a bot may use before its first question: it loads what it needs."""
_RESTART: Final = 2.0
"""The same for one that was started a moment ago: nobody computes between questions by restarting."""
_ENOUGH: Final = 0.005


class Pause(Protocol):
    """Pauses all processes of a bot, or lets them continue."""

    def __call__(self, *, is_paused: bool) -> None: ...


class ProcessorAccount:
    """The account of one bot: what it may use, what it has used, and whether it is paused."""

    def __init__(
        self, pause: Pause, processors: float, now: float, since_start: float = math.inf
    ) -> None:
        """The bot was started at `now`, and the last time before that `since_start` seconds earlier."""
        self._pause = pause
        self._processors = processors
        self._balance = self._most_saved = min(_START, _RESTART + _IDLE_SHARE * since_start)
        self._questions: set[Hashable] = set()
        self._asked_since = 0.0
        self._asked_for = 0.0
        """Seconds since the last look in which it was asked something."""
        self._looked_at = now
        self._used: float | None = None
        self.is_paused = False
        self._was_paused = False

    @property
    def is_asked(self) -> bool:
        """Whether it has something to think about."""
        return bool(self._questions)

    def asked(self, question: Hashable, now: float) -> None:
        """It has something to think about."""
        if not self._questions:
            self._asked_since = now
            self._most_saved = _MOST_SAVED
        self._questions.add(question)
        self._set(is_paused=False)

    def answered(self, question: Hashable, now: float) -> None:
        """It no longer has this to think about."""
        if question in self._questions:
            self._questions.discard(question)
            if not self._questions:
                self._asked_for += max(0.0, now - self._asked_since)
                self._set(is_paused=self._balance < 0.0)

    def look(self, now: float, used: float) -> None:
        """All its processes together have used so many seconds by now."""
        if self._questions:
            self._asked_for += max(0.0, now - self._asked_since)
            self._asked_since = now
        if self._used is not None:
            earned = self._processors * self._asked_for + _IDLE_SHARE * (now - self._looked_at)
            balance = self._balance + earned - (used - self._used)
            self._balance = max(-_MOST_OWED, min(self._most_saved, balance))
        self._looked_at, self._used, self._asked_for = now, used, 0.0
        if not self._questions:
            enough = _ENOUGH if self.is_paused else 0.0
            self._set(is_paused=self._balance < enough)
        elif self._balance < 0.0 and not self._was_paused:
            # From the first time on it is held to its share, even while it is asked.
            self._set(is_paused=True)
            self._set(is_paused=False)

    def _set(self, *, is_paused: bool) -> None:
        if is_paused != self.is_paused:
            self.is_paused = is_paused
            self._was_paused = self._was_paused or is_paused
            self._pause(is_paused=is_paused)

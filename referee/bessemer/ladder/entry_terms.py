"""What an organiser decides about those who take part in a ladder: quotas, the deadline, quiet hours."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from bessemer.errors import BadRequest

_SPAN: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
_DAY_MINUTES: Final = 24 * 60
_MOST_SPANS: Final = 10


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """The decisions; without any, all may hand in at any time, and matches begin at any time."""

    locks: float = 0.0
    """From then on no version changes, in seconds since the epoch; 0 for never."""
    submissions_per_day: int = 0
    """A team hands in so many bots in 24 hours; 0 for no limit."""
    challenges_per_day: int = 0
    """A team asks for so many unrated matches in 24 hours; 0 for no limit."""
    quiet: tuple[tuple[int, int], ...] = ()
    """When no match begins: from and until, in minutes of the day in UTC; a span may go over midnight."""

    def is_locked(self, now: float) -> bool:
        """Whether versions stay as they are, at this time."""
        return bool(self.locks) and now >= self.locks

    def is_quiet(self, now: float) -> bool:
        """Whether no match begins at this time."""
        minute = int(now // 60) % _DAY_MINUTES
        return any(
            begin <= minute < end if begin < end else minute >= begin or minute < end
            for begin, end in self.quiet
        )


def quiet_hours(text: str) -> tuple[tuple[int, int], ...]:
    """
    The spans of `22:00-07:00,12:00-13:00`; "" has none.

    Raises:
        BadRequest: it means none.
    """
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        span = _SPAN.fullmatch(word)
        if span is None:
            raise BadRequest(
                f"{word[:40]!r} is no time of quiet: write it like 22:00-07:00, in UTC, several with commas",
                field="quiet_hours",
            )
        begin, end = (60 * int(span[one]) + int(span[one + 1]) for one in (1, 3))
        if begin == end:
            raise BadRequest(
                f"{word} has no beginning: to start no matches at all, freeze the ladder",
                field="quiet_hours",
            )
        found.append((begin, end))
    if len(found) > _MOST_SPANS:
        raise BadRequest(f"there are at most {_MOST_SPANS} times of quiet", field="quiet_hours")
    return tuple(found)


def quiet_text(spans: tuple[tuple[int, int], ...]) -> str:
    """The text that `quiet_hours` reads."""
    return ",".join(
        "-".join(f"{minute // 60:02}:{minute % 60:02}" for minute in span) for span in spans
    )


def lock_sentence(ladder: str, locks: float) -> str:
    """Since when nothing changes on a ladder."""
    return f"the ladder {ladder} is locked since {datetime.fromtimestamp(locks, UTC):%Y-%m-%d %H:%M} UTC"

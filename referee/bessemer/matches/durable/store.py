"""The store of matches. `bessemer.storage` implements it on SQLite and on PostgreSQL."""

from collections.abc import Sequence
from typing import Protocol

from bessemer.matches.bot_reports import Noted
from bessemer.matches.records import Record, SavedMatch, Status

Place = tuple[float, str]
"""Where a match stands in the list of all: when it was created, and its id."""


class Store(Protocol):
    """
    Keeps matches. Blocking: called from threads of their own, never from the event loop.

    Any number of threads may read while one writes.
    """

    def write(self, records: Sequence[Record]) -> None:
        """
        Write all of `records`, or none: durable when it returns.

        Writing a record that is there already changes nothing, so that a batch whose commit failed
        in an unknown way can be written again.

        Raises:
            StoreError: nothing was written (disk full, connection lost, ...).
        """

    def unfinished(self) -> list[SavedMatch]:
        """Every match that is open or running, with its entries, the oldest first."""

    def match(self, match_id: str) -> SavedMatch | None:
        """One match, whole."""

    def matches(
        self, *, limit: int, before: Place | None, status: Status | None, game: str
    ) -> list[SavedMatch]:
        """
        At most `limit` matches, the newest first, without their entries.

        Args:
            limit: how many.
            before: go on after the match that was created then and has this id.
            status: only those that stand so; `None` for all.
            game: only those of this game; "" for all.
        """

    def match_by_request(self, creator: str, request_id: str) -> SavedMatch | None:
        """The match that this request created."""

    def replay(self, match_id: str) -> bytes | None:
        """The replay of a finished match."""

    def notes(self, match_id: str) -> list[Noted]:
        """What bots noted in a match, by turn."""


class StoreError(Exception):
    """The store failed; the message says what to do, without passwords or paths of others."""


class StoreUnavailable(StoreError):
    """It cannot be reached, read or written now: the same may be tried again later."""

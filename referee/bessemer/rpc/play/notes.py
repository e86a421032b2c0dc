"""
What bots note about their turns, for their authors: bounded, kept beside the match and never in its replay.

A note of an answer that is refused, or too late, is kept as well: those are what an author looks for.
"""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.matches.durable.journal import Journal
from bessemer.matches.match import Match
from bessemer.matches.records import Noted

_LONGEST: Final = 1000
"""In bytes; the rest is cut off."""
_MOST: Final = 100_000
"""In bytes, of a seat in a match."""


def keep_note(journal: Journal, match: Match, seat: Seat, turn: int, text: str) -> None:
    """Keep what `seat` notes about `turn`: the first note of a turn that was asked, while there is room."""
    seated = match.seats[seat]
    if not seated.noted_turn < turn <= match.turn or seated.noted_bytes >= _MOST:
        return
    kept = text.replace("\0", "").encode()[:_LONGEST].decode(errors="ignore")
    seated.noted_turn = turn
    seated.noted_bytes += len(kept.encode())
    journal.append(Noted(match.spec.match_id, turn, seat, kept))

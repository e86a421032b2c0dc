"""
What bots note about their turns, for their authors: bounded, kept beside the match and never in its replay.

A note of an answer that is refused, or too late, is kept as well: those are what an author looks for.
"""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Noted, ReportedCosts, Spent
from bessemer.matches.durable.journal import Journal
from bessemer.matches.match import Match
from bessemer.v1 import match_pb2

_LONGEST: Final = 1000
"""In bytes; the rest is cut off."""
_MOST: Final = 100_000
"""In bytes, of a seat in a match."""
_HIGHEST: Final = 1_000_000_000
"""Of each figure of a model's cost."""


def keep_about(
    journal: Journal, match: Match, seat: Seat, turn: int, note: str, costs: match_pb2.ModelCosts
) -> None:
    """Keep what comes with an answer and is no move: a note, and the cost of a model."""
    if note:
        keep_note(journal, match, seat, turn, note)
    seated = match.seats[seat]
    if costs.ByteSize() and seated.costs_turn < turn <= match.turn:
        seated.costs_turn = turn
        figures = (getattr(costs, name) for name in ReportedCosts._fields[:-1])
        bounded = ReportedCosts(*(min(max(0, figure), _HIGHEST) for figure in figures))
        journal.append(Spent(match.spec.match_id, turn, seat, bounded))


def keep_note(journal: Journal, match: Match, seat: Seat, turn: int, text: str) -> None:
    """Keep what `seat` notes about `turn`: the first note of a turn that was asked, while there is room."""
    seated = match.seats[seat]
    if not seated.noted_turn < turn <= match.turn or seated.noted_bytes >= _MOST:
        return
    kept = text.replace("\0", "").encode()[:_LONGEST].decode(errors="ignore")
    seated.noted_turn = turn
    seated.noted_bytes += len(kept.encode())
    journal.append(Noted(match.spec.match_id, turn, seat, kept))

"""Answers that are paths of small choices instead of moves; see `bessemer.engine.drafts`."""

from itertools import islice
from typing import Any

from bessemer.engine import choices, drafts
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.errors import NotOffered
from bessemer.engine.game import Seat
from bessemer.errors import StaleTurn
from bessemer.matches.history import states
from bessemer.matches.match import Match
from bessemer.matches.seats import Move


def is_open(match: Match, seat: Seat, turn: int) -> bool:
    """Whether the seat is asked for a move in this turn now."""
    decision = match.open_decision(seat)
    return decision is not None and decision.turn == turn and match.result is None


def asked_view(match: Match, seat: Seat, turn: int) -> Any:  # noqa: ANN401 - any game's
    """
    What the seat sees that is asked in this turn.

    Raises:
        StaleTurn, TurnNotOpen, MatchOver: it is not asked now, as `Match.accept` says it.
    """
    if not is_open(match, seat, turn):
        match.check(seat, turn, None)
        raise AssertionError("nothing that is not asked can be answered")
    return match.game.view(match.published_state, seat)


def move_of(match: Match, seat: Seat, turn: int, path: choices.Path) -> Move:
    """
    The move with which `seat` answers `turn` by a path.

    A path that was played before leads to the same move again, so it may be sent twice like a move.
    To see that, the match is played again up to there: count such calls.

    Raises:
        NotOffered: the path cannot be followed, or is no whole move yet.
        StaleTurn, TurnNotOpen, MatchOver: see `Match.accept`.
    """
    try:
        return whole_move(match.game, asked_view(match, seat, turn), path)
    except StaleTurn as stale:
        try:
            return whole_move(match.game, _earlier_view(match, seat, turn), path)
        except NotOffered:
            raise stale from None


def whole_move(game: AnyGame, view: Any, path: choices.Path) -> Move:  # noqa: ANN401 - any game's
    """
    The move to which a path leads.

    Raises:
        NotOffered: it leads nowhere, or something is left to choose.
    """
    draft = drafts.follow(game, view, path)
    if draft.choice is not None:
        why = f"this is to be chosen, too; {choices.wanted(draft.choice)}"
        raise choices.not_offered(draft.choice, why, len(path))
    return draft.move


def _earlier_view(match: Match, seat: Seat, turn: int) -> Any:  # noqa: ANN401 - any game's
    """The seat's view when it was asked in this turn, or since, if not all turns before it are published."""
    before = min(turn - 1, len(match.played))
    return match.game.view(next(islice(states(match), before, None)), seat)

"""An answer that is sent again: the same one is no mistake, another one comes too late."""

from typing import TYPE_CHECKING

from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.errors import MatchOver, StaleTurn, TurnNotOpen
from bessemer.matches.seats import Move

if TYPE_CHECKING:
    from bessemer.matches.match import Match


def check_repeated(match: "Match", seat: Seat, turn: int, move: Move) -> None:
    """
    Return if `seat` answered `turn` with this very move before.

    Raises:
        StaleTurn, TurnNotOpen, MatchOver: it did not.
    """
    decision, open_decision = match.seats[seat].decision, match.open_decision(seat)
    open_turn = open_decision.turn if open_decision is not None else 0
    former: Move = None
    if decision is not None and decision.turn == turn and decision.answer is not None:
        former = decision.answer.move
    elif 1 <= turn <= len(match.played):
        event = match.played[turn - 1]
        if event.record.seat == seat:
            former = event.move
    else:
        former = next(
            (e.move for e in match.sealed if e.record.turn == turn and e.record.seat == seat),
            None,
        )
    if former is None:
        if match.result is not None:
            raise MatchOver(f"match {match.spec.match_id} is over")
        asked = f"turn {open_turn} is" if open_turn else "nothing is"
        raise TurnNotOpen(
            f"seat {seat} is not asked in turn {turn}; {asked} asked of it now",
            field="turn",
            turn=open_turn,
        )
    if isinstance(former, TakenBack):
        raise StaleTurn(
            f"turn {turn} is no longer asked: the table went {former}",
            field="turn",
            turn=open_turn,
        )
    if former != move:
        raise StaleTurn(
            f"turn {turn} was answered before, with '{match.game.format(former)[:200]}'",
            field="turn",
            turn=open_turn,
        )

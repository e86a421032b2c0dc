"""Moves of Furnace made by a person; see `Drafts` for what each method promises."""

from typing import Final

from bessemer.engine.errors import GameError, IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.furnace import auction, choices, simultaneous
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    parse_move,
)
from bessemer.games.furnace.state import Board, Phase, View
from bessemer.terminal.drafts import Draft, NotPossible, Suggestion
from bessemer.terminal.furnace.bidding import BidDraft, read_bid
from bessemer.terminal.furnace.compensating import CompensationDraft, read_compensation
from bessemer.terminal.furnace.placing import PlacementDraft, begin_placement, read_line
from bessemer.terminal.furnace.planning import PlanDraft, begin_plan, read_plan
from bessemer.terminal.furnace.suggesting import suggest

_HELP: Final = (
    "Type a move: bid 3 on C07, or 3 C07; compensation 2 0, or 2 0; line C07 S1 C12;",
    "  plan C06; S1 1 flip C28; C28 2. A step of a plan may be typed at once: S1 1 flip C28.",
)


class FurnaceDrafts:
    """Bids, compensations, the line and production plans."""

    def begin(self, view: View) -> Draft:
        board, seat = view.board, _seat_of(view)
        match board.phase:
            case Phase.BID:
                return BidDraft(board, seat)
            case Phase.COMPENSATION:
                return CompensationDraft(board, seat).settled()
            case Phase.PLACEMENT:
                return begin_placement(board, seat)
            case Phase.PLAN | Phase.OVER:
                return begin_plan(board, seat)

    def from_move(self, view: View, move: Move) -> Draft:
        board, seat = view.board, _seat_of(view)
        try:
            _check(board, seat, move)
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        match move:
            case Bid(value, card):
                return BidDraft(board, seat, card, value)
            case Compensation(counts):
                return CompensationDraft(board, seat, counts)
            case ChainPlacement(line):
                return PlacementDraft(board, seat, line, len(line))
            case ProductionPlan(steps):
                return PlanDraft(board, seat, steps)

    def parse(self, view: View, text: str) -> Move | None:
        try:
            return parse_move(text)
        except GameError:
            pass
        match view.board.phase:
            case Phase.BID:
                return read_bid(text)
            case Phase.COMPENSATION:
                return read_compensation(text)
            case Phase.PLACEMENT:
                return read_line(text)
            case _:
                return read_plan(text)

    def default_move(self, view: View) -> Move:
        return choices.default_move(view.board, _seat_of(view))

    def suggest(self, view: View, seconds: float) -> Suggestion:
        return suggest(view, seconds)

    def hand_after(self, view: View, move: Move) -> View:  # noqa: ARG002 - there is no hand
        return view

    def help(self) -> tuple[str, ...]:
        return _HELP


DRAFTS: Final = FurnaceDrafts()


def _seat_of(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


def _check(board: Board, seat: Seat, move: Move) -> None:
    """
    Let the rules say whether `move` is legal.

    Raises:
        IllegalMove: as the referee would.
    """
    if isinstance(move, Bid):
        if move not in auction.legal_bids(board, seat):
            raise auction.refusal(board, seat, move)
    else:
        simultaneous.player_after(board, seat, move)

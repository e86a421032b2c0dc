"""Furnace as the screens know it; see `Face` for what each method promises."""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.errors import GameError, IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.furnace import answers, auction, choices
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    parse_move,
)
from bessemer.games.furnace.state import Board, Phase, View
from bessemer.terminal.face import Draft, Lines, NotPossible, Suggestion
from bessemer.terminal.furnace import telling
from bessemer.terminal.furnace.answers import draw_claims, draw_line, draw_plan
from bessemer.terminal.furnace.bidding import BidDraft, read_bid
from bessemer.terminal.furnace.compensating import CompensationDraft, read_compensation
from bessemer.terminal.furnace.placing import PlacementDraft, begin_placement, read_line
from bessemer.terminal.furnace.plain import sentences
from bessemer.terminal.furnace.planning import PlanDraft, begin_plan, read_plan
from bessemer.terminal.furnace.suggesting import suggest
from bessemer.terminal.furnace.table import draw_holdings, draw_players, draw_row
from bessemer.terminal.seats import Seats

_PHASES: Final = {
    Phase.BID: "auction",
    Phase.COMPENSATION: "compensations",
    Phase.PLACEMENT: "new cards into the line",
    Phase.PLAN: "production",
    Phase.OVER: "over",
}
_HELP: Final = (
    "Bid: choose a company, then one of your discs. The highest disc wins the card;",
    "  every other disc there is paid the card's compensation, times its value.",
    "  A card takes one disc of each player and one of each value.",
    "Produce: run all your cards once, in any order (chain variant: in the line's).",
    "  2C gives 2 coal. 2C→2$ x2 turns 2 coal into 2 money, up to 2 times.",
    "  The start-up gives 1 upgrade token (U), then trades, then flips companies for",
    "  1C + 1U each; a flipped company (C07+) also runs what stood in brackets.",
    "C coal, I iron, O oil, U upgrade tokens, $ money. The most money wins.",
    "Type a move: bid 3 on C07, or 3 C07; compensation 2 0, or 2 0; line C07 S1 C12;",
    "  plan C06; S1 1 flip C28; C28 2. A step of a plan may be typed at once: S1 1 flip C28.",
)


class FurnaceFace:
    """The pictures, questions and sentences of Furnace."""

    def heading(self, view: View) -> str:
        board = view.board
        if board.phase is Phase.OVER:
            return f"after {board.round} rounds"
        return f"round {board.round} of {board.table.options.rounds}, {_PHASES[board.phase]}"

    def chapter(self, view: View) -> int:
        return view.board.round

    def waiting(self, view: View) -> tuple[int, ...]:
        return view.board.waiting

    def draft(self, view: View) -> Draft:
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

    def drafted(self, view: View, move: Move) -> Draft:
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

    def typed(self, view: View, text: str) -> Move | None:
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

    def text(self, move: Move) -> str:
        return str(move)

    def least(self, view: View) -> Move:
        return choices.default_move(view.board, _seat_of(view))

    def sentences(self, view: View, seats: Seats) -> list[str]:
        return sentences(view, seats)

    def picture(
        self, view: View, seats: Seats, width: int, draft: Draft | None = None, cursor: str = ""
    ) -> Lines:
        board = view.board
        match draft:
            case BidDraft():
                return draw_row(board, seats, width, cursor, draft.card)
            case CompensationDraft():
                return draw_claims(draft, width)
            case PlacementDraft():
                return draw_line(draft, width, cursor)
            case PlanDraft():
                return draw_plan(draft, width, cursor)
        if isinstance(view.answer, ProductionPlan) and view.seat is not None:
            return draw_plan(PlanDraft(board, view.seat, view.answer.steps), width)
        if board.row.cards:
            return draw_row(board, seats, width)
        return draw_holdings(board, seats, width)

    def players(
        self,
        view: View,
        seats: Seats,
        width: int,
        clocks: Sequence[str] = (),
        waiting: Sequence[int] | None = None,
    ) -> Lines:
        asked = view.board.waiting if waiting is None else waiting
        return draw_players(view.board, seats, width, clocks, asked)

    def holdings(self, view: View, seats: Seats, width: int) -> Lines:
        return draw_holdings(view.board, seats, width)

    def kept(self, view: View, before: View) -> View:  # noqa: ARG002 - no hand is hidden
        return view

    def moved(self, view: View, move: Move) -> View:  # noqa: ARG002 - as above
        return view

    def told(self, move: Move, seat: int, before: View | None) -> str:
        return telling.told(move, Seat(seat), None if before is None else before.board)

    def happened(self, before: View, after: View, seats: Seats) -> list[str]:
        return telling.happened(before.board, after.board, seats)

    def suggestion(self, view: View, seconds: float) -> Suggestion:
        return suggest(view, seconds)

    def help(self) -> tuple[str, ...]:
        return _HELP


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
        answers.player_after(board, seat, move)

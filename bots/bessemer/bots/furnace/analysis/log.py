"""A logged match, taken apart into the decisions that can be judged."""

from collections.abc import Iterable
from typing import NamedTuple

from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, Move, ProductionPlan
from bessemer.games.furnace.phases import auction
from bessemer.games.furnace.state import Board, Phase, Row, State


class LoggedMove(NamedTuple):
    """One turn of a match as its replay has it."""

    turn: int
    seat: Seat
    move: Move
    default: str
    """Why it is the referee's default move ("timed out", "forfeited"); "" if the seat played it."""
    asked: State
    """As it was when the seat was asked."""
    before: State
    after: State


class LoggedDecision(NamedTuple):
    """A move and the board as it stood when the seat was asked."""

    board: Board
    made: LoggedMove


class Auction(NamedTuple):
    """One auction of a match."""

    board: Board
    """Before the first bid."""
    row: Row
    """After the last bid that was made."""
    is_over: bool
    used: dict[tuple[Seat, str], int]
    """How often each seat used its compensation on a card where that was its decision."""
    unanswered: tuple[Seat, ...]
    """The seats that were asked for compensations when the match was broken off."""


class Log(NamedTuple):
    """The events of a match, by kind of decision, each in the order of turns."""

    board: Board
    """As the log leaves it."""
    auctions: tuple[Auction, ...]
    compensations: tuple[LoggedDecision, ...]
    placements: tuple[LoggedDecision, ...]
    plans: tuple[LoggedDecision, ...]
    money: tuple[tuple[int, ...], ...]
    """By round, then by seat; first what the seats began with."""

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.board.players))


def read_log(state: State, moves: Iterable[LoggedMove]) -> Log:
    """Sort the moves that were made from the set-up `state` on."""
    held: list[Auction] = []
    decided: dict[Phase, list[LoggedDecision]] = {phase: [] for phase in Phase}
    money = [_money(state.board)]
    for made in moves:
        board, after = made.before.board, made.after
        match made.move:
            case Bid():
                placed = auction.bid(made.before, made.seat, made.move).board
                if not held or held[-1].board.round != board.round:
                    held.append(Auction(board, board.row, is_over=False, used={}, unanswered=()))
                held[-1] = held[-1]._replace(row=placed.row, is_over=not placed.waiting)
            case Compensation(counts):
                owed = [claim.card for claim in board.owed[made.seat] if claim.effect.takes]
                for card, count in zip(owed, counts, strict=True):
                    held[-1].used[made.seat, card] = count
                decided[board.phase].append(LoggedDecision(made.asked.board, made))
            case ChainPlacement() | ProductionPlan():
                decided[board.phase].append(LoggedDecision(made.asked.board, made))
        if board.phase is Phase.PLAN and after.board.phase is not Phase.PLAN:
            money.append(_money(after.board))
        state = after
    if state.board.phase is Phase.COMPENSATION:
        held[-1] = held[-1]._replace(unanswered=state.board.waiting)
    return Log(
        board=state.board,
        auctions=tuple(held),
        compensations=tuple(decided[Phase.COMPENSATION]),
        placements=tuple(decided[Phase.PLACEMENT]),
        plans=tuple(decided[Phase.PLAN]),
        money=tuple(money),
    )


def _money(board: Board) -> tuple[int, ...]:
    return tuple(player.stock.money for player in board.players)

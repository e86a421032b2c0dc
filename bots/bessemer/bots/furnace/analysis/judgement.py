"""A decision that was made, beside the best that could have been made of it."""

from enum import StrEnum
from typing import NamedTuple

from bessemer.bots.furnace.analysis.log import LoggedDecision
from bessemer.bots.furnace.analysis.valuation import EPSILON, valuation
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.state import Player


class Kind(StrEnum):
    """The kind of choice that was made."""

    COMPENSATION = "compensation"
    PLACEMENT = "placement"
    PLAN = "plan"


class Result(NamedTuple):
    """The outcome of a decision by the end of its round's production."""

    move: Move
    player: Player


class Judgement(NamedTuple):
    """The earnings of a decision in its round, and of the best one; all in money."""

    kind: Kind
    turn: int
    round: int
    seat: Seat
    default: str
    """Why the move is the referee's default move; "" if the seat played it."""
    played: Move
    best: Move
    earned: float
    """How much more the holding is worth after the round than it was before the decision."""
    best_earned: float
    most: float
    """No decision could have earned more than this."""
    money: int
    """The money alone in what was earned."""
    best_money: int
    """The money alone in what the best would have earned; less than `money` where it invests."""

    @property
    def loss(self) -> float:
        """The earnings that were left on the table."""
        return _tenths(self.best_earned - self.earned)

    @property
    def loss_at_most(self) -> float:
        """The most that can have been left on the table."""
        return _tenths(self.most - self.earned)

    @property
    def is_proven(self) -> bool:
        """Whether the best is known to be the best."""
        return self.most - self.best_earned < EPSILON


def judge(
    kind: Kind, decision: LoggedDecision, played: Result, best: Result, most: float
) -> Judgement:
    """
    Set what was played beside the best; `most` bounds the worth of any holding after the round.

    The best found is never worse than what was played, which has been found as well.
    """
    board, made = decision
    before, prices = board.players[made.seat], valuation(board).prices
    if prices.of(best.player) < prices.of(played.player) + EPSILON:
        best = played
    base, best_worth = prices.of(before), prices.of(best.player)
    return Judgement(
        kind=kind,
        turn=made.turn,
        round=board.round,
        seat=made.seat,
        default=made.default,
        played=made.move,
        best=best.move,
        earned=_tenths(prices.of(played.player) - base),
        best_earned=_tenths(best_worth - base),
        most=_tenths(max(most, best_worth) - base),
        money=played.player.stock.money - before.stock.money,
        best_money=best.player.stock.money - before.stock.money,
    )


def _tenths(worth: float) -> float:
    return round(worth, 1) + 0.0  # never a negative zero

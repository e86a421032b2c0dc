"""
Is A better than B? A sequential test over blocks that stops as soon as it knows.

A block is one set-up played under several seatings; its score is A's placement share against B: the
share of all pairs of one seat of A and one of B in the same match in which A is placed above, ties
counting half. Matches of a block depend on one another, blocks do not, so the block scores are the
sample: their variance is estimated, never assumed. That is how chess engines are tested on pairs
of games (the generalised sequential probability ratio test on pentanomial scores); here a block
may have any number of matches and a match more than two seats.

The log-likelihood ratio of "the mean is s1" against "the mean is s0", each with the variance that
then fits best, is N/2 * ln(mean (x-s0)^2 / mean (x-s1)^2).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bessemer.ratings.results import placement
from bessemer.ratings.scale import Figure, points_of, share_of

# Where the interval that is valid at every moment is tightest: after about so many blocks.
_TIGHTEST_AT: Final = 100
_MISS: Final = 0.05
_MIXING: Final = (-2 * math.log(_MISS) + math.log(1 - 2 * math.log(_MISS))) / _TIGHTEST_AT


class Verdict(StrEnum):
    """What a test has found."""

    RUNNING = "running"
    BETTER = "better"
    """A is better: `lower` points or less is refuted in favour of `upper`."""
    NOT_BETTER = "not better"
    """A is not better by `upper` points: refuted in favour of `lower`."""
    UNDECIDED = "undecided"
    """The cap was reached first."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """
    What is asked, and how often the answer may be wrong.

    Raises:
        ValueError: bounds that are not in order, or rates that are not between 0 and a half.
    """

    lower: float = 0.0
    """elo0: A so many points stronger, or less, should fail."""
    upper: float = 40.0
    """elo1: A so many points stronger, or more, should pass."""
    alpha: float = 0.05
    """How often a player at `lower` may pass."""
    beta: float = 0.05
    """How often a player at `upper` may fail."""
    least_blocks: int = 10
    """Before so many nothing is decided: the variance is not known yet."""
    most_blocks: int = 10_000
    """The cap."""

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise ValueError(f"the bounds {self.lower:g} and {self.upper:g} are not in order")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are rates of error: between 0 and 0.5")
        if not 2 <= self.least_blocks <= self.most_blocks:
            raise ValueError("at least two blocks, and no more at least than at most")

    @property
    def fail_at(self) -> float:
        """At this log-likelihood ratio, or below, A is not better."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def pass_at(self) -> float:
        """At this log-likelihood ratio, or above, A is better."""
        return math.log((1 - self.beta) / self.alpha)


class SequentialTest:
    """The test in progress: block scores in, a verdict out."""

    def __init__(self, question: Hypotheses | None = None) -> None:
        self.question: Final = question or Hypotheses()
        self.blocks = 0
        self._low_share = share_of(self.question.lower)
        self._high_share = share_of(self.question.upper)
        # Welford's running mean and sum of squares around it: stable, and the same for the same
        # scores in the same order.
        self._mean = 0.0
        self._squares = 0.0
        self._verdict = Verdict.RUNNING

    @property
    def verdict(self) -> Verdict:
        return self._verdict

    def add(self, score: float) -> Verdict:
        """
        Count a block's score, from 0 to 1; once decided, the verdict stays.

        Raises:
            ValueError: not a share.
        """
        if not 0 <= score <= 1:
            raise ValueError(f"{score} is not a share")
        self.blocks += 1
        before = score - self._mean
        self._mean += before / self.blocks
        self._squares += before * (score - self._mean)
        if self._verdict is Verdict.RUNNING:
            self._verdict = self._decide()
        return self._verdict

    def add_all(self, scores: Iterable[float]) -> Verdict:
        """Count block scores until the test is decided."""
        for score in scores:
            if self.add(score) is not Verdict.RUNNING:
                break
        return self._verdict

    @property
    def log_likelihood_ratio(self) -> float:
        """How much likelier the scores are at `upper` than at `lower`, as a logarithm."""
        if not self.blocks:
            return 0.0
        variance = self._variance()
        at_low = variance + (self._mean - self._low_share) ** 2
        at_high = variance + (self._mean - self._high_share) ** 2
        return self.blocks / 2 * math.log(at_low / at_high)

    @property
    def share(self) -> Figure:
        """
        A's placement share so far.

        The interval holds the truth in 95 % of all tests at every moment at once, so also when the
        test stops: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and
        Ramdas, Annals of Statistics 52, 2024). It is wider than one for a number of blocks fixed
        beforehand, which a test that stops by what it saw would leave too often.
        """
        if self.blocks < 2:
            return Figure(self._mean if self.blocks else 0.5, 0.0, 1.0)
        known = self.blocks * _MIXING + 1
        reach = math.sqrt(
            self._variance()
            * 2
            * known
            / (self.blocks**2 * _MIXING)
            * math.log(math.sqrt(known) / _MISS)
        )
        return Figure(self._mean, max(0.0, self._mean - reach), min(1.0, self._mean + reach))

    @property
    def points(self) -> Figure:
        """The same in points; infinite where the share is 0 or 1."""
        return Figure(*map(points_of, self.share))

    def _variance(self) -> float:
        """
        Of the block scores, as if one block more had missed the mean by a quarter.

        Without it a few blocks that happen to be equal would seem to know everything.
        """
        return (self._squares + 1 / 16) / (self.blocks + 1)

    def _decide(self) -> Verdict:
        question = self.question
        if self.blocks < question.least_blocks:
            return Verdict.RUNNING
        ratio = self.log_likelihood_ratio
        if ratio >= question.pass_at:
            return Verdict.BETTER
        if ratio <= question.fail_at:
            return Verdict.NOT_BETTER
        return Verdict.UNDECIDED if self.blocks >= question.most_blocks else Verdict.RUNNING


def block_score(
    matches: Sequence[tuple[Sequence[str], Sequence[int]]], player: str, other: str
) -> float:
    """
    The placement share of `player` against `other` in a block: of each match players and ranks.

    Raises:
        ValueError: they never met.
    """
    pairs = [
        placement(mine, theirs)
        for players, ranks in matches
        for who, mine in zip(players, ranks, strict=True)
        if who == player
        for whom, theirs in zip(players, ranks, strict=True)
        if whom == other
    ]
    if not pairs:
        raise ValueError(f"{player} and {other} never met in this block")
    return math.fsum(pairs) / len(pairs)

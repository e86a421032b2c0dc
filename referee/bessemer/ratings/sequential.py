"""
Is A better than B? A sequential test by betting, valid for any bounded score at any time.

A block is one set-up played under several seatings; its score is A's placement share against B: the
share of all pairs of one seat of A and one of B in the same match in which A is placed above, ties
counting half. Matches of a block depend on one another, blocks do not, so the block scores are the
sample. Nothing else is assumed of them: neither a variance nor a shape.

Somebody who doubts that the mean is at most m bets on it, block by block: of a capital of 1 the
fraction f is staked, which pays x/m for a score of x. If the mean is m or less no such bet gains on
average, so the capital ever reaches 1/alpha with a probability of at most alpha (Ville). The best f
depends on the scores, so the capital is divided among several fractions, each kept for the whole
test. Betting that the mean is at least m is the same for the scores of B.
(Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B 86, 2024.)
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bessemer.ratings.results import placement
from bessemer.ratings.scale import Figure, points_of, share_of

# Each fraction of a stake with the part of the capital that is bet so. Large ones find large
# differences in few blocks; the smallest is near the best for bounds 5 points apart.
_BETS: Final = tuple(
    (0.8 / 2**halvings, weight / 47) for halvings, weight in enumerate((10, 10, 10, 7, 5, 3, 2))
)
_MOST_POINTS: Final = 2000.0
"""Beyond that no number of blocks would tell."""
_HALVINGS: Final = 40
"""How often an interval's end is narrowed down: to 1e-12."""


class Verdict(StrEnum):
    """The finding of a test."""

    RUNNING = "running"
    BETTER = "better"
    """A is better: that it leads by `lower` points or less is refuted."""
    NOT_BETTER = "not better"
    """That A leads by `upper` points or more is refuted."""
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
    most_blocks: int = 10_000
    """The cap."""

    def __post_init__(self) -> None:
        if not self.lower < self.upper:
            raise ValueError(f"the bounds {self.lower:g} and {self.upper:g} are not in order")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are rates of error: between 0 and 0.5")
        if self.most_blocks < 1:
            raise ValueError("a test has at least one block")
        if max(abs(self.lower), abs(self.upper)) > _MOST_POINTS:
            raise ValueError(f"the bounds are leads of at most {_MOST_POINTS:g} points")

    @property
    def level(self) -> float:
        """How often the interval of a test holds the truth, at least: 0.9 for two errors of 5 %."""
        return round(1 - self.alpha - self.beta, 9)

    @property
    def pass_at(self) -> float:
        """With so much evidence for it, A is better."""
        return 1 / self.alpha

    @property
    def fail_at(self) -> float:
        """With so much evidence against it, A is not better."""
        return 1 / self.beta


class SequentialTest:
    """The test in progress: block scores in, a verdict out. Only their numbers count, no order."""

    def __init__(self, question: Hypotheses | None = None) -> None:
        self.question: Final = question or Hypotheses()
        self.blocks = 0
        self._scores: Counter[float] = Counter()
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
        self._scores[score] += 1
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
    def evidence_for(self) -> float:
        """What 1 has become that was bet on A's lead being more than `lower`."""
        return _exp(_log_capital(self._scores, share_of(self.question.lower)))

    @property
    def evidence_against(self) -> float:
        """What 1 has become that was bet on A's lead being less than `upper`."""
        return _exp(_log_capital(_mirrored(self._scores), share_of(-self.question.upper)))

    @property
    def share(self) -> Figure:
        """
        A's placement share so far, with a confidence sequence as its interval.

        The interval holds the truth at every moment at once, so also when the test stops, or is
        stopped: in all tests but `alpha` it is not below it, and but `beta` not above it. It is made
        of the shares against which too little was won, so A is better when all of it is above
        `lower`, and not better when all of it is below `upper`. It is wider than one for a number of
        blocks fixed beforehand, which is left too often if you stop by what you have seen.
        """
        if not self.blocks:
            return Figure(0.5, 0.0, 1.0)
        total = math.fsum(score * count for score, count in self._scores.items())
        mean = total / self.blocks
        low = _refuted_below(self._scores, mean, self.question.pass_at)
        high = 1 - _refuted_below(_mirrored(self._scores), 1 - mean, self.question.fail_at)
        return Figure(mean, low, high)

    @property
    def points(self) -> Figure:
        """The same in points; infinite where the share is 0 or 1."""
        return Figure(*map(points_of, self.share))

    def _decide(self) -> Verdict:
        question = self.question
        if self.evidence_for >= question.pass_at:
            return Verdict.BETTER
        if self.evidence_against >= question.fail_at:
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


def _log_capital(scores: Mapping[float, int], share: float) -> float:
    """
    The logarithm of what 1 has become that was bet on the mean being more than `share`.

    It falls as `share` grows, since every bet pays less then: so what is refuted is always an
    interval.
    """
    gains = [(score / share - 1, count) for score, count in scores.items()]
    logs = [
        math.log(weight) + math.fsum(count * math.log1p(fraction * gain) for gain, count in gains)
        for fraction, weight in _BETS
    ]
    most = max(logs)
    return most + math.log(math.fsum(math.exp(one - most) for one in logs))


def _refuted_below(scores: Mapping[float, int], mean: float, evidence: float) -> float:
    """The lower end of an interval: against this mean, or a lower one, there is the `evidence`."""
    needed = math.log(evidence)
    low, high = 0.0, mean
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if not middle:
            break
        if _log_capital(scores, middle) >= needed:
            low = middle
        else:
            high = middle
    return low


def _mirrored(scores: Mapping[float, int]) -> dict[float, int]:
    """The same blocks from the other's side."""
    return {1 - score: count for score, count in scores.items()}


def _exp(logarithm: float) -> float:
    """Of a capital that may be greater than a float can say; for ever more blocks of one kind."""
    return math.exp(min(logarithm, 700.0))

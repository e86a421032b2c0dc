"""
The sequential test that `bessemer compare` had before: the generalised probability ratio test.

It takes block scores for a normal sample whose variance is what was seen of it, as chess engines are
tested on pairs of games. It is kept to be measured against: see `tools.sequential_simulation`.
"""

import math

from bessemer.ratings.scale import share_of
from bessemer.ratings.sequential import Hypotheses, Verdict

_LEAST_BLOCKS = 10


class LikelihoodRatioTest:
    """Block scores in, a verdict out."""

    def __init__(self, question: Hypotheses) -> None:
        self._question = question
        self._low, self._high = share_of(question.lower), share_of(question.upper)
        self.blocks = 0
        self._mean = self._squares = 0.0
        self.verdict = Verdict.RUNNING

    def add(self, score: float) -> Verdict:
        """Count a block's score; once decided, nothing is counted any more."""
        if self.verdict is Verdict.RUNNING:
            self.blocks += 1
            before = score - self._mean
            self._mean += before / self.blocks
            self._squares += before * (score - self._mean)
            self.verdict = self._decide()
        return self.verdict

    @property
    def log_likelihood_ratio(self) -> float:
        """How much likelier the scores are at `upper` than at `lower`, as a logarithm."""
        # As if one block more had missed the mean by a quarter.
        variance = (self._squares + 1 / 16) / (self.blocks + 1)
        at_low = variance + (self._mean - self._low) ** 2
        at_high = variance + (self._mean - self._high) ** 2
        return self.blocks / 2 * math.log(at_low / at_high)

    def _decide(self) -> Verdict:
        asked, ratio = self._question, self.log_likelihood_ratio
        if self.blocks < _LEAST_BLOCKS:
            return Verdict.RUNNING
        if ratio >= math.log((1 - asked.beta) / asked.alpha):
            return Verdict.BETTER
        if ratio <= math.log(asked.beta / (1 - asked.alpha)):
            return Verdict.NOT_BETTER
        return Verdict.UNDECIDED if self.blocks >= asked.most_blocks else Verdict.RUNNING

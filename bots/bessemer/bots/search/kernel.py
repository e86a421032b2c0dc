"""
The search of every game: a few candidates, each played on by quick seats.

Three things make few playouts go far:

- **common luck**: in a try, all candidates that are left are played from the same imagined state;
- **scripts**: what others answered to the first candidate they answer to the next ones where that
  is legal, because their decisions are most of the cost and hardly depend on the candidate;
- **priors**: the gain at a glance counts as some tries more, and the worse half of the candidates is
  dropped after each stage (sequential halving).

A playout is cut off at the guide's horizon, where the guide values the match for every seat.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bessemer.bots.search.budget import Budget
from bessemer.bots.search.guide import AnyMove, AnyState, SearchCandidate, SearchGuide
from bessemer.engine.errors import IllegalMove


class SearchHabits(NamedTuple):
    """How a search goes about it."""

    width: int = 5
    """The candidates that are searched, the most promising ones."""
    tries: int = 2
    """In each stage, where no clock runs."""
    prior: float = 1.0
    """The tries that the gain at a glance counts as."""
    envy: float = 0.3
    """The harm of another's point, compared with an own point that is missing."""
    scripted: bool = True
    """Whether others repeat their answers."""


class Estimate(NamedTuple):
    """What a search found out about one candidate."""

    move: AnyMove
    value: float
    """The own worth less a share of the others', on average over the tries, and the prior."""
    error: float
    """The standard error of `value`; infinite after fewer than two tries."""
    behind: float
    """How much less than the best candidate it is worth, over the tries that both had."""
    behind_error: float
    """The standard error of that: small, because both had the same luck."""
    tries: int


class _Line:
    """A candidate and its results, one for each try."""

    def __init__(self, candidate: SearchCandidate) -> None:
        self.move = candidate.move
        self.gain = candidate.gain
        self.results: list[float] = []

    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0


class MoveSearch:
    """Searches for the moves of one seat."""

    def __init__(self, guide: SearchGuide, rng: random.Random, habits: SearchHabits) -> None:
        self._guide = guide
        self._rng = rng
        self._habits = habits
        self.playouts = 0
        """How many there were so far."""
        self.positions = 0
        """How many moves they had."""

    def best(
        self,
        imagine: Callable[[random.Random], AnyState],
        seat: int,
        candidates: Sequence[SearchCandidate],
        budget: Budget,
    ) -> AnyMove:
        """The best of `candidates`, the most promising of which comes first."""
        if len(candidates) == 1:
            return candidates[0].move
        lines = [_Line(candidate) for candidate in candidates[: self._habits.width]]
        return self._halved(imagine, seat, lines, budget)[0].move

    def estimates(
        self,
        imagine: Callable[[random.Random], AnyState],
        seat: int,
        candidates: Sequence[SearchCandidate],
        budget: Budget,
    ) -> list[Estimate]:
        """
        All candidates with what they are worth to `seat`, the best first.

        None is dropped, so that all are compared on the same luck.
        """
        lines = [_Line(candidate) for candidate in candidates]
        self._try(imagine, seat, lines, budget, 0, 1)
        lines.sort(key=self._scores(lines))
        best = lines[0]
        found = []
        for line in lines:
            lost = [b - own for b, own in zip(best.results, line.results, strict=True)]
            value, error = _mean_and_error(line.results)
            behind, behind_error = _mean_and_error(lost)
            found.append(Estimate(line.move, value, error, behind, behind_error, len(line.results)))
        return found

    def _halved(
        self,
        imagine: Callable[[random.Random], AnyState],
        seat: int,
        lines: list[_Line],
        budget: Budget,
    ) -> list[_Line]:
        """The lines that are left after all stages: one, or more if the time was over before."""
        stages = max(1, len(lines).bit_length() - 1)
        for stage in range(stages):
            self._try(imagine, seat, lines, budget, stage, stages)
            lines.sort(key=self._scores(lines))
            lines = lines[: max(1, len(lines) // 2)]
        return lines

    def _try(
        self,
        imagine: Callable[[random.Random], AnyState],
        seat: int,
        lines: list[_Line],
        budget: Budget,
        stage: int,
        stages: int,
    ) -> None:
        tries = 0
        while budget.goes_on(stage, stages, tries):
            state = imagine(self._rng)
            script: dict[Any, Any] = {}
            for line in lines:
                line.results.append(self._play(state, seat, line.move, script))
            tries += 1

    def _scores(self, lines: list[_Line]) -> Callable[[_Line], float]:
        """What lines are sorted by: with few tries the gain at a glance says more."""
        first = max(lines, key=_gain)
        base, top, prior = first.mean(), first.gain, self._habits.prior

        def score(line: _Line) -> float:
            tries = len(line.results)
            guess = base + line.gain - top
            return -(sum(line.results) + prior * guess) / max(tries + prior, 1e-9)

        return score

    def _play(self, start: AnyState, seat: int, move: AnyMove, script: dict[Any, Any]) -> float:
        """The result of `move` in `start` to `seat`."""
        guide, scripted = self._guide, self._habits.scripted
        state = guide.apply(start, seat, move)
        self.playouts += 1
        said: dict[Any, int] = {}
        while (who := guide.waiting(state)) >= 0 and not guide.ends(start, state, seat):
            self.positions += 1
            key: Any = guide.key(state, who) if scripted and who != seat else None
            if key is not None:
                # Some decisions come several times in a turn.
                times = said.get(key, 0)
                said[key] = times + 1
                key = (key, times)
                known = script.get(key)
                if known is not None:
                    try:
                        state = guide.apply(state, who, known)
                        continue
                    except IllegalMove:
                        pass
            answer = guide.answer(state, who)
            if key is not None:
                script.setdefault(key, answer)
            state = guide.apply(state, who, answer)
        worths = guide.values(state)
        own = worths[seat]
        return own - self._habits.envy * (sum(worths) - own) / (len(worths) - 1)


def _gain(line: _Line) -> float:
    return line.gain


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    count = len(values)
    if not count:
        return 0.0, math.inf
    mean = sum(values) / count
    if count == 1:
        return mean, math.inf
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(spread / count)

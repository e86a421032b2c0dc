"""
Is A better than B? Blocks of the two are played until a sequential test has decided.

Every block is one set-up under all its seatings and their mirrors, so neither cards nor seats
decide. The others, if there are any, sit where they sit whichever of the two is being tried.
"""

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from bessemer.ladder.formats.blocks import (
    Seatings,
    SeatOrder,
    compared_block,
    instances_needed,
    mirrored_block,
)
from bessemer.ladder.lobby.schedule import (
    Availability,
    Pairing,
    WaitingMatches,
    block_pairings,
)
from bessemer.ladder.lobby.withholdings import Withholdings
from bessemer.ratings.results import Result, is_theirs
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score
from bessemer.runtime.whole_files import write_whole

Facts = Mapping[str, object]
_FEWEST_AHEAD: Final = 16
_MOST_AHEAD: Final = 256
"""
Blocks that may be begun before the next is counted: as many as were counted, within these bounds.

Between two matches of a block all bots are restarted. The more blocks are played side by side the fewer
restarts there are, and the more matches are for nothing once the test has decided.
"""


class OtherComparison(Exception):
    """Another comparison was begun in this folder; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The two bots that are compared, and those around them."""

    player: str
    other: str
    fixed: tuple[str, ...]
    """The other seats; without any the two share all seats."""
    seats: int
    seed: str
    question: Hypotheses
    seatings: Seatings = Seatings.ROTATED
    secret: str = ""
    """With it the referee's part of every set-up follows; "" for a comparison that is repeatable."""

    def block(self, number: int) -> list[Pairing]:
        """The matches of one set-up."""
        seed = sha256(f"{self.secret}/{self.seed}/{number}".encode()).digest()
        repeatable = not self.secret
        return block_pairings(self._seatings(), seed, f"compare/{number}", is_repeatable=repeatable)

    @property
    def instances(self) -> Mapping[str, int]:
        """The number of instances of each bot that are needed, so that none has two seats of a match."""
        return instances_needed(self._seatings())

    def _seatings(self) -> Sequence[SeatOrder]:
        if self.fixed:
            return compared_block(self.player, self.other, self.fixed, self.seatings)
        return mirrored_block(self.player, self.other, self.seats, self.seatings)

    def facts(self, others: Facts) -> Facts:
        """All that makes it this comparison and no other, with what is to be said of its bots."""
        asked = self.question
        return {
            "players": [self.player, self.other, *self.fixed],
            "seats": self.seats,
            "seatings": self.seatings.value,
            "elo": [asked.lower, asked.upper],
            "errors": [asked.alpha, asked.beta],
            "seed": self.seed,
            **others,
        }

    def kept_in(self, file: Path, facts: Facts, new_seed: str) -> "Comparison":
        """
        This comparison with the seed and the secret that are kept in `file`, from when it was begun.

        A new one is written there for its owner alone, with `new_seed` if it has no seed, and with
        the `facts` that the method of this name returns.

        Raises:
            OtherComparison: another one was begun there.
        """
        if not file.exists():
            begun = replace(self, seed=self.seed or new_seed)
            kept = {"comparison": facts, "seed": begun.seed, "secret": begun.secret}
            write_whole(file, json.dumps(kept) + "\n", mode=0o600)
            return begun
        kept = json.loads(file.read_text(encoding="utf-8"))
        if differing := [name for name in facts if facts[name] != kept["comparison"].get(name)]:
            raise OtherComparison(
                f"another comparison was begun in {file.parent} (it has other "
                f"{', '.join(differing)}): give another --data"
            )
        return replace(self, seed=kept["seed"], secret=kept["secret"])


@dataclass(slots=True)
class Trial:
    """
    A comparison being played: a schedule that ends when the test has decided.

    Blocks are played side by side, and counted in the order of their numbers: were they counted as
    they end, those that end soonest would be counted more often.
    """

    comparison: Comparison
    past: Sequence[Result] = ()
    """The results from before, when the same comparison was stopped."""
    test: SequentialTest = field(init=False)
    matches: int = 0
    """The number of matches that were played, those of the past included."""
    decided: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: WaitingMatches = field(default_factory=WaitingMatches)
    _withholdings: Withholdings = field(default_factory=Withholdings)
    _past: dict[tuple[str, SeatOrder], list[Result]] = field(default_factory=dict)
    _results: dict[str, list[Result]] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _over: set[str] = field(default_factory=set)
    _drawn: int = 0
    _counted: int = 0

    def __post_init__(self) -> None:
        self.test = SequentialTest(self.comparison.question)
        self._past = defaultdict(list)
        for result in filter(self._withholdings.decided, filter(is_theirs, self.past)):
            self._past[result.block, result.players].append(result)
        # Blocks are drawn in order, but a later one may have a result where an earlier one has none yet.
        numbers = [int(block.rpartition("/")[2]) for block, _ in self._past]
        for _ in range(max(numbers, default=-1) + 1):
            self._draw()
            self._count()

    @property
    def is_done(self) -> bool:
        """Whether the test has decided."""
        return self.test.verdict is not Verdict.RUNNING

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """The next match of the blocks, if its players are free; the older blocks first."""
        if self.is_done:
            return None
        there = list(available)
        while (pairing := self._waiting.take(there)) is None and self._may_draw():
            self._draw()
        return pairing

    @property
    def needs_restart(self) -> bool:
        """See `Schedule`."""
        return not self.is_done and self._waiting.needs_restart

    def restarted(self) -> None:
        """See `Schedule`."""
        self._waiting.restarted()

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """A match is over; once its block is, and all before it, the block is counted."""
        result = self._withholdings.decided(result)
        if result is None:
            self._waiting.put_back(pairing)
            return
        self._add(pairing.block, result)
        self._count()

    def is_over(self, block: str) -> bool:
        """Whether every match of a block has a result, whether or not it was counted yet."""
        return block in self._over

    def _may_draw(self) -> bool:
        """Whether another block may begin: a bounded number of them wait for their last match."""
        ahead = min(max(_FEWEST_AHEAD, self._counted), _MOST_AHEAD)
        return self._drawn < min(self._counted + ahead, self.comparison.question.most_blocks)

    def _draw(self) -> None:
        """One more block; what was played of it in the past is not played again."""
        block = self.comparison.block(self._drawn)
        name = block[0].block
        self._drawn += 1
        self._sizes[name] = len(block)
        for pairing in block:
            if former := self._past.get((name, pairing.seating)):
                self._add(name, former.pop())
            else:
                self._waiting.add(pairing)

    def _add(self, block: str, result: Result) -> None:
        self.matches += 1
        results = self._results.setdefault(block, [])
        results.append(result)
        if len(results) == self._sizes[block]:
            self._over.add(block)

    def _count(self) -> None:
        """Count all blocks that are complete and whose turn it is."""
        while not self.is_done:
            name = f"compare/{self._counted}"
            done = self._results.get(name, [])
            if not done or len(done) < self._sizes[name]:
                return
            ranked = [(one.players, one.ranks) for one in done]
            self.test.add(block_score(ranked, self.comparison.player, self.comparison.other))
            del self._results[name], self._sizes[name]
            self._counted += 1
        self.decided.set()

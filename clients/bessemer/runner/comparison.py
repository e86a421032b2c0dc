"""
Is A better than B? Blocks of the two are played until a sequential test has decided.

Every block is one set-up under all its seatings and their mirrors, so neither cards nor seats
decide. The others, if there are any, sit where they sit whichever of the two is being tried.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from bessemer.ladder.blocks import Seatings, SeatOrder, compared_block, mirrored_block
from bessemer.ladder.schedule import Availability, Pairing, take_playable
from bessemer.ratings.results import Result
from bessemer.ratings.sequential import Hypotheses, SequentialTest, Verdict, block_score


@dataclass(frozen=True, slots=True)
class Comparison:
    """Who is compared, among whom."""

    player: str
    other: str
    fixed: tuple[str, ...]
    """The other seats; without any the two share all seats."""
    seats: int
    seed: str
    question: Hypotheses
    seatings: Seatings = Seatings.ROTATED

    def block(self, number: int) -> list[Pairing]:
        """The matches of one set-up."""
        seatings: Sequence[SeatOrder]
        if self.fixed:
            seatings = compared_block(self.player, self.other, self.fixed, self.seatings)
        else:
            seatings = mirrored_block(self.player, self.other, self.seats, self.seatings)
        seed = sha256(f"{self.seed}/{number}".encode()).digest()[:16]
        return [Pairing(seating, seed, f"compare/{number}") for seating in seatings]


@dataclass(slots=True)
class Trial:
    """
    A comparison being played: a schedule that ends when the test has decided.

    Blocks are played side by side, and counted in the order of their numbers: were they counted as
    they end, those that end soonest would be counted more often.
    """

    comparison: Comparison
    on_block: Callable[["Trial"], None] = lambda _trial: None
    """Called after every block that was counted."""
    test: SequentialTest = field(init=False)
    matches: int = 0
    """How many were played."""
    decided: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: list[Pairing] = field(default_factory=list)
    _results: dict[str, list[Result]] = field(default_factory=dict)
    _sizes: dict[str, int] = field(default_factory=dict)
    _drawn: int = 0
    _counted: int = 0

    def __post_init__(self) -> None:
        self.test = SequentialTest(self.comparison.question)

    @property
    def is_done(self) -> bool:
        """Whether the test has decided."""
        return self.test.verdict is not Verdict.RUNNING

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """The next match of the blocks, if its players are free; the older blocks first."""
        if self.is_done:
            return None
        if not self._waiting and self._drawn < self.comparison.question.most_blocks:
            block = self.comparison.block(self._drawn)
            self._drawn += 1
            self._waiting += block
            self._sizes[block[0].block] = len(block)
        return take_playable(self._waiting, available)

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """A match is over; once its block is, and all before it, the block is counted."""
        if result is None:
            self._waiting.insert(0, pairing)
            return
        self.matches += 1
        self._results.setdefault(pairing.block, []).append(result)
        while not self.is_done:
            name = f"compare/{self._counted}"
            done = self._results.get(name, [])
            if not done or len(done) < self._sizes[name]:
                return
            ranked = [(one.players, one.ranks) for one in done]
            self.test.add(block_score(ranked, self.comparison.player, self.comparison.other))
            del self._results[name], self._sizes[name]
            self._counted += 1
            self.on_block(self)
        self.decided.set()

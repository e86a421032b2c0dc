"""
The blocks that are being played: the seed of one stays secret until its last match is over.

All matches of a block share a set-up. Anyone who knew its seed, or saw one of them, would know the
cards of those that are still to be played. What the seed is mixed from is gathered once, by the first
of them. If that one comes to nothing once commitments were shown, the seats are asked anew, and the
referee's secret is the one that follows from the former.
"""

from collections.abc import Iterable

from bessemer.engine.seeds import next_secret
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.durable.journal import Journal
from bessemer.matches.records import Block, BlockOver, MatchSpec

Setup = tuple[Block, bytes]
"""One set-up of a block: the referee's secret tells it from one that replaces it for some match."""


class OpenBlocks:
    """The blocks of which a match was played here and whose last match is not over."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._open: set[Block] = set()
        self._mixes: dict[Setup, ChanceMix] = {}
        self._spent: set[Setup] = set()
        """Those that were gathered in vain: no seats are asked for them again."""

    def begin(self, spec: MatchSpec) -> None:
        """A match is to be played; if it is one of a block, the block is open until `close`."""
        if (block := spec.shared_setup) is not None:
            self._open.add(block)

    def close(self, block: Block) -> None:
        """The last match of a block is over."""
        self._open.discard(block)
        self._mixes = {setup: mix for setup, mix in self._mixes.items() if setup[0] != block}
        self._spent = {setup for setup in self._spent if setup[0] != block}
        self._journal.append(BlockOver(block))

    def hides(self, spec: MatchSpec) -> bool:
        """Whether the set-up of a match is still a secret because of its siblings."""
        return spec.shared_setup in self._open

    def mix_for(self, spec: MatchSpec) -> ChanceMix | None:
        """The bytes that an earlier match of its block has gathered for its set-up, if one has."""
        block = spec.shared_setup
        return None if block is None else self._mixes.get((block, spec.seed))

    def gathered(self, spec: MatchSpec, mix: ChanceMix | None) -> None:
        """A match has gathered all bytes: they hold for the other matches of its block."""
        block = spec.shared_setup
        if block is not None and mix is not None and not mix.withheld:
            self._mixes.setdefault((block, spec.seed), mix)

    def spend(self, spec: MatchSpec) -> None:
        """A match has shown commitments and comes to nothing: its secret serves no other gathering."""
        if spec.shared_setup is not None:
            self._spent.add((spec.shared_setup, spec.seed))

    def secret(self, block: Block, first: bytes) -> bytes:
        """The referee's secret for a set-up of a block now: `first`, or one that follows from it."""
        while (block, first) in self._spent:
            first = next_secret(first)
        return first

    def restore(self, mixes: Iterable[tuple[Setup, ChanceMix]], spent: Iterable[Setup]) -> None:
        """Remember the set-ups that were gathered, or in vain, before the referee stopped."""
        self._mixes.update(mixes)
        self._spent.update(spent)

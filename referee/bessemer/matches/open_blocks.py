"""
The blocks that are being played: nobody is told the seed of one before its last match is over.

All matches of a block share a set-up. Whoever knew its seed, or saw one of them, would know the
cards of those that are still to be played.
"""

from bessemer.matches.journal import Journal
from bessemer.matches.records import Block, BlockOver, MatchSpec


class OpenBlocks:
    """The blocks of which a match was played here and whose last match is not over."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._open: set[Block] = set()

    def begin(self, spec: MatchSpec) -> None:
        """A match is to be played; if it is one of a block, the block is open until `close`."""
        if (block := spec.shared_setup) is not None:
            self._open.add(block)

    def close(self, block: Block) -> None:
        """The last match of a block is over."""
        self._open.discard(block)
        self._journal.append(BlockOver(block))

    def hides(self, spec: MatchSpec) -> bool:
        """Whether the set-up of a match is still a secret because of its siblings."""
        return spec.shared_setup in self._open

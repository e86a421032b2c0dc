"""
What the matches of blocks have gathered for their chance, at whichever worker.

The first match of a block asks its seats. The others follow when it is over, perhaps at other workers,
which are told what it has gathered.
"""

from collections.abc import Iterable, Sequence

from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.chance.open_blocks import Setup
from bessemer.matches.records import Block
from bessemer.runner.cluster.messages import Gathered, WorkerResult


class GatheredSetups:
    """The set-ups of all blocks that are not over."""

    def __init__(
        self, mixes: Iterable[tuple[Setup, ChanceMix]] = (), spent: Iterable[Setup] = ()
    ) -> None:
        """With what the store has of them, if the run was interrupted."""
        self._mixes = dict(mixes)
        self._spent = set(spent)

    def add(self, played: WorkerResult) -> None:
        """A match is over."""
        block, mix = played.spec.shared_setup, played.mix
        if block is None or played.spec.is_repeatable:
            return
        setup = block, played.spec.seed
        if mix is not None and not mix.withheld:
            self._mixes.setdefault(setup, mix)
        elif played.commitments:
            self._spent.add(setup)

    def close(self, block: Block) -> None:
        """The last match of a block is over."""
        self._mixes = {setup: mix for setup, mix in self._mixes.items() if setup[0] != block}
        self._spent = {setup for setup in self._spent if setup[0] != block}

    def known_for(self, pairings: Sequence[Pairing]) -> Gathered:
        """What a worker must know to play these."""
        names = {pairing.block for pairing in pairings}
        mixes = tuple(item for item in self._mixes.items() if item[0][0].name in names)
        return Gathered(mixes, tuple(setup for setup in self._spent if setup[0].name in names))

"""
What the players of a block bring to its chance: the first match gathers it, the others wait for that.

Were each match to gather, the referee could choose which of them was first.
"""

from collections import deque
from typing import NamedTuple

from bessemer.ladder.formats.blocks import Place
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.chance.open_blocks import OpenBlocks, Setup
from bessemer.matches.match import Match
from bessemer.matches.records import MatchSpec


class Opening(NamedTuple):
    """A match that is about to be opened."""

    pairing: Pairing
    spec: MatchSpec
    places: list[Place]
    """By seat: who sits there, and which instance of them."""

    @property
    def setup(self) -> Setup | None:
        """What it shares with others of its block, if their seed is to be gathered."""
        block = self.spec.shared_setup
        return None if block is None or self.spec.is_repeatable else (block, self.spec.seed)


class BlockGatherings:
    """Which match of a block gathers, and which wait."""

    def __init__(self, open_blocks: OpenBlocks) -> None:
        self._open_blocks = open_blocks
        self._gathering: dict[Setup, str] = {}
        """By set-up: the match that gathers."""
        self._waiting: dict[Setup, deque[Opening]] = {}

    @property
    def waiting(self) -> int:
        """How many matches wait for another to gather."""
        return sum(map(len, self._waiting.values()))

    def mix_for(self, opening: Opening) -> ChanceMix | None:
        """What another match of its block has gathered."""
        return None if opening.setup is None else self._open_blocks.mix_of(opening.setup)

    def must_wait(self, opening: Opening) -> bool:
        """Whether another match of its block gathers; if none does and none has, this one does."""
        setup = opening.setup
        if setup is None or self._open_blocks.mix_of(setup) is not None:
            return False
        if setup in self._gathering:
            self._waiting.setdefault(setup, deque()).append(opening)
            return True
        self._gathering[setup] = opening.spec.match_id
        return False

    def resume(self, match: Match) -> None:
        """Let a match that continues after a restart gather, if it was to and has not yet."""
        block = match.spec.shared_setup
        if block is not None and match.started is None and match.gathering is not None:
            self._gathering.setdefault((block, match.spec.seed), match.spec.match_id)

    def gathered(self, setup: Setup) -> list[Opening]:
        """The seed of a set-up is known: the matches that waited for it."""
        self._gathering.pop(setup, None)
        return list(self._waiting.pop(setup, ()))

    def ended(self, spec: MatchSpec) -> list[Opening]:
        """A match is over: if it was to gather and has not, those that waited; the next gathers."""
        block = spec.shared_setup
        if block is None or self._gathering.get((block, spec.seed)) != spec.match_id:
            return []
        return self.gathered((block, spec.seed))

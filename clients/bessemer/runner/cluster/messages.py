"""The messages to the workers of a cluster, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches import records
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.chance.open_blocks import Setup
from bessemer.matches.records import MatchResult, MatchSpec, Record
from bessemer.processes.process import ProcessEvent, ProcessState
from bessemer.ratings.results import Result
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.instances import Instances
from bessemer.runner.sandbox.limits import ResourceLimits


class ClusterFailed(Exception):
    """The run cannot go on; the message says why and what to do."""


class PackedBot(NamedTuple):
    """A bot on its way to a worker."""

    spec: BotSpec
    """As it is where the command was given: its folder and the paths in its command are there."""
    files: Mapping[str, tuple[bytes, bool]] | None
    """By path in its folder: the content, and whether it can be run; `None` for a shipped bot."""


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """All that a worker needs to know to play for a ladder."""

    python: str
    """The Python in the command lines; each worker has its own."""
    ladder: Ladder
    bots: Sequence[PackedBot]
    limits: ResourceLimits
    readable: tuple[Path, ...]
    concurrency: int
    thinkers: int
    """At each worker; 0 for as many as its machine has processors."""
    instances: Instances
    """The number of instances of each bot at each worker."""
    ponder: bool = False
    """Whether bots may use the processors while they are asked nothing."""


class WorkerHello(NamedTuple):
    """A worker's answer when its referee serves."""

    version: str
    warning: str
    """A warning about what its sandbox does not protect from; empty if nothing."""


class WorkerResult(NamedTuple):
    """A match that has ended: all that the store needs."""

    pairing: Pairing
    result: Result | None
    """`None` if it must be played again."""
    spec: MatchSpec
    players: tuple[str, ...]
    started: float | None
    match_result: MatchResult
    replay: bytes | None
    refused: tuple[tuple[str, ...], ...]
    """By seat: why answers were refused."""
    late: tuple[tuple[str, ...], ...]
    """By seat: what became of time that ran out."""
    mix: ChanceMix | None
    """The parts that its seed was mixed from, or what was brought if somebody withheld."""
    commitments: tuple[bytes, ...]
    """By seat, if they were shown."""

    def records(self) -> list[Record]:
        """The records that the journal of a referee would have written of it."""
        match_id = self.spec.match_id
        status = self.match_result.status
        is_withheld = status is records.Status.WITHHELD
        is_rated = is_withheld or status is records.Status.FINISHED
        found: list[Record] = [records.Created(self.spec, (), (), self.commitments)]
        if self.started is not None:
            found.append(records.Started(match_id, self.players, self.started, self.mix))
        found.append(
            records.Ended(
                match_id,
                self.match_result,
                self.replay,
                is_rated=bool(self.spec.ladder) and is_rated,
                mix=self.mix if is_withheld else None,
            )
        )
        return found


class Gathered(NamedTuple):
    """What matches of blocks have gathered for their chance."""

    mixes: tuple[tuple[Setup, ChanceMix], ...] = ()
    spent: tuple[Setup, ...] = ()
    """Those that came to nothing: another secret follows."""


NOTHING_GATHERED: Final = Gathered()


class WorkerEvents(NamedTuple):
    """The events at a worker since it was last asked."""

    played: list[WorkerResult]
    events: list[ProcessEvent]
    states: list[ProcessState]
    failure: str
    """Why it cannot go on; "" if it can."""
    logs: Mapping[str, bytes]
    """The output of each bot."""

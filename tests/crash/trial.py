"""
One trial: several matches at once, and a referee that is killed again and again meanwhile.

If the plan says so, a ladder, spectators and pages are beside them, and what rates and what shows
the pages are killed, too.

A kill takes the process away at any instant; what the operating system was given stays. So this
shows that the referee tells nothing before it is written, not that the disk keeps it when the
power fails.
"""

import asyncio
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc

from bessemer.v1 import match_service_pb2_grpc
from tests.crash.beside import LADDER, Beside
from tests.crash.checks import Check, Finished, Violation, check_match
from tests.crash.organiser import Organiser
from tests.crash.players import WAYS, CrashPlayer, CrashSpectator
from tests.crash.referee import CrashingReferee, RefereeFailed
from tests.crash.witness import Forgotten, PlayerRefused, Witness

_SERVING_SECONDS: Final = (0.02, 0.3)
_SERVING_LADDER_SECONDS: Final = (0.02, 1.5)
"""With a ladder: its players wait a while before they connect again."""
_BESIDE_SHARE: Final = 0.4
_STARTING_SHARE: Final = 0.25
_STARTING_PART: Final = (0.4, 1.1)
"""Of the usual time: before that Python still imports, and nothing can break."""
_FIRST_GUESS: Final = 1.0
_STILL_SECONDS: Final = 600.0
_CHANNEL: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    # Back within a moment: the next life may be short.
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 60),
    ("grpc.min_reconnect_backoff_ms", 2000),  # how long an attempt may take, in spite of its name
)


class TrialPlan(NamedTuple):
    """The settings of a trial."""

    store: str
    """Its name, which goes into the seeds."""
    database: str
    """Its URL, "" for SQLite in the folder."""
    folder: Path
    kills: int
    matches: int
    """At once."""
    seed: int
    has_ladder: bool = False
    """Whether there are a ladder, spectators and pages beside the matches."""


@dataclass
class CrashFindings:
    """The results of a trial."""

    kills: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    """Of the kills, by what was killed."""
    kills_starting: int = 0
    """Of the kills: those before the referee served again."""
    matches: int = 0
    moves: int = 0
    sent_again: int = 0
    """Answers that were sent in more than one life of the referee."""
    start_seconds: list[float] = field(default_factory=list)
    """From the start of a process until it served."""
    looked_at: Counter[Check] = field(default_factory=Counter)
    violations: list[Violation] = field(default_factory=list)


class CrashTrial:
    """A trial as it runs."""

    def __init__(self, plan: TrialPlan, report: Callable[[CrashFindings], None]) -> None:
        self.findings = CrashFindings()
        self._plan = plan
        self._report = report
        self._referee = CrashingReferee(
            plan.folder, plan.database, LADDER if plan.has_ladder else ""
        )
        self._luck = random.Random(f"{plan.seed} {plan.store}")
        self._numbers = count(1)
        self._playing: dict[int, Witness] = {}
        self._beside = (
            Beside(self._referee, plan.folder, plan.database) if plan.has_ladder else None
        )

    async def run(self) -> CrashFindings:
        """Kill the referee as often as planned, let the last matches finish, and check them all."""
        found, referee, beside = self.findings, self._referee, self._beside
        try:
            async with asyncio.TaskGroup() as tasks:
                if beside is not None:
                    await referee.start()
                    await referee.serve()
                    await beside.begin()
                watch = tasks.create_task(self._watch())
                slots = [tasks.create_task(self._keep_playing()) for _ in range(self._plan.matches)]
                while found.kills < self._plan.kills:
                    await self._live_and_die()
                    self._report(found)
                if not referee.is_up:
                    await referee.start()
                await referee.serve()
                if beside is not None:
                    slots.append(tasks.create_task(beside.finish()))
                await referee.outlive(slots)
                watch.cancel()
            if not found.violations:  # else matches may be left, and closing waits for them
                await referee.stop()
            if beside is not None:
                await asyncio.to_thread(beside.check_history)
        except* RefereeFailed as failed:
            found.violations += [Violation(Check.STARTS, str(error)) for error in _leaves(failed)]
        finally:
            if beside is not None:
                await beside.abandon()
                found.looked_at += beside.looked_at
                found.violations += beside.violations
            await referee.abandon()
        found.start_seconds = [
            life.start_seconds for life in referee.lives if life.start_seconds is not None
        ]
        found.looked_at[Check.STARTS] = len(found.start_seconds)
        found.looked_at[Check.QUIET] = len(referee.lives)
        found.violations += [Violation(Check.QUIET, line) for line in referee.faults()]
        return found

    async def _live_and_die(self) -> None:
        """One life of the referee, or a part of it and the death of a process beside it."""
        found, referee, luck = self.findings, self._referee, self._luck
        is_new = not referee.is_up
        if is_new:
            await referee.start()
        if is_new and luck.random() < _STARTING_SHARE:
            starts = [life.start_seconds for life in referee.lives if life.start_seconds]
            usual = statistics.median(starts) if starts else _FIRST_GUESS
            await asyncio.sleep(usual * luck.uniform(*_STARTING_PART))
        else:
            await referee.serve()
            await asyncio.sleep(
                luck.uniform(*(_SERVING_LADDER_SECONDS if self._beside else _SERVING_SECONDS))
            )
            if self._beside is not None and luck.random() < _BESIDE_SHARE:
                killed = await asyncio.to_thread(self._beside.kill_one, luck)
                found.kills += killed is not None
                found.killed += Counter([killed] if killed else [])
                return
        await referee.kill()
        found.kills += 1
        found.killed["referee"] += 1
        found.kills_starting += referee.lives[-1].start_seconds is None

    async def _keep_playing(self) -> None:
        """One match after the other, until there were enough kills."""
        while True:
            await self._play(next(self._numbers))
            self._report(self.findings)
            if self.findings.kills >= self._plan.kills:
                return

    async def _play(self, number: int) -> None:
        """One match from its creation to its replay, checked."""
        found, referee = self.findings, self._referee
        seed = f"crash {self._plan.seed} {self._plan.store} {number}".encode()
        witness = self._playing[number] = Witness(seed, lambda: referee.life)
        match_id = "not created"
        async with grpc.aio.insecure_channel(referee.address, options=_CHANNEL) as channel:
            stub = match_service_pb2_grpc.MatchServiceStub(channel)
            organiser = Organiser(stub, referee)
            try:
                created = await organiser.create(seed)
                match_id = created.match.match_id
                async with asyncio.TaskGroup() as tasks:
                    for seat, token in enumerate(created.seat_tokens):
                        player = CrashPlayer(stub, witness, match_id, seat, token)
                        tasks.create_task(player.play(WAYS[(number + seat) % len(WAYS)]))
                    if self._beside is not None:
                        spectator = CrashSpectator(stub, witness, match_id, self._beside.spectator)
                        tasks.create_task(spectator.watch())
                replay = await organiser.replay(match_id)
            except* PlayerRefused as refused:
                found.violations += [
                    Violation(_broken_by(error), str(error), match_id, seed.decode())
                    for error in _leaves(refused)
                ]
            else:
                served = {life: one.serving_seconds for life, one in enumerate(referee.lives)}
                finished = Finished(match_id, witness, replay, served)
                found.violations += check_match(finished, found.looked_at)
                found.matches += 1
                found.moves += len(witness.sent)
                found.sent_again += sum(len(lives) > 1 for lives in witness.sent_in.values())
        del self._playing[number]

    async def _watch(self) -> None:
        """
        See that the matches go on.

        Raises:
            RefereeFailed: nobody has heard of a move for ten minutes.
        """
        before = None
        while True:
            playing = dict(self._playing)
            now = {number: len(witness.heard) for number, witness in playing.items()}
            if now == before:
                where = ", ".join(
                    f"{witness.seed.decode()!r} at turn {len(witness.heard)}"
                    for witness in playing.values()
                )
                raise RefereeFailed(f"nothing moves for {_STILL_SECONDS:g} s: {where}")
            before = now
            await asyncio.sleep(_STILL_SECONDS)


def _broken_by(error: BaseException) -> Check:
    return Check.ACKNOWLEDGED if isinstance(error, Forgotten) else Check.REFUSED


def _leaves(group: BaseExceptionGroup[Any]) -> Iterator[BaseException]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error

"""An order for choices: one in which nothing is spent before it is there."""

from collections.abc import Sequence
from enum import IntEnum
from math import inf
from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import KINDS, Turn
from bessemer.bots.furnace.planning.limits import Deadline, OutOfTime
from bessemer.bots.furnace.planning.packed import Packing


class CardRole(IntEnum):
    """The place of a card's turn before or after the start-up's."""

    FREE = 0
    BEFORE = 1
    STARTUP = 2
    AFTER = 3


class Job(NamedTuple):
    """One card's turn with fixed counts."""

    role: CardRole
    turn: Turn
    need: tuple[int, ...]
    net: tuple[int, ...]


class Order(NamedTuple):
    """All jobs in an order that can be paid for, or else in one that can be for a long time."""

    turns: list[Turn]
    is_payable: bool


def in_order(
    stock: Sequence[int],
    jobs: Sequence[Job],
    packing: Packing,
    deadline: Deadline,
    most_tries: int | None = None,
) -> Order:
    """
    The jobs in an order in which each is affordable from `stock` on, if there is one.

    What takes nothing that another job gives may come first, and what gives nothing that another
    one takes may come last: neither makes a difference to whether there is an order. What is left
    then waits for one another in circles, and is tried out: the time for it can double with each
    job. With `most_tries` it is given up at some point as if there were no order.

    Raises:
        OutOfTime: before it is known whether there is one.
    """
    first: list[Job] = []
    last: list[Job] = []
    # Of several that may come first, what takes nothing does: so people would plan.
    held, waiting = list(stock), sorted(jobs, key=lambda job: any(job.need))
    while waiting:
        totals = [sum([job.need[kind] for job in waiting]) for kind in range(KINDS)]
        scarce = [kind for kind in range(KINDS) if totals[kind] > held[kind]]
        job = _next_first(waiting, scarce)
        if job is not None and all(held[kind] >= job.need[kind] for kind in scarce):
            held = [amount + change for amount, change in zip(held, job.net, strict=True)]
            first.append(job)
        elif job is None and (job := _next_last(waiting, scarce)) is not None:
            last.append(job)
        else:
            break
        waiting = [other for other in waiting if other is not job]
    circle = _Circle(waiting, packing)
    middle, is_done = circle.tried(packing.pack(held), deadline, most_tries)
    order = first + middle + last[::-1]
    return Order([job.turn for job in order], is_done and _is_payable(stock, order))


def _next_first(waiting: Sequence[Job], scarce: Sequence[int]) -> Job | None:
    """A job that takes nothing scarce that any other one gives."""
    roles = {job.role for job in waiting}
    givers = [sum([_gives(job, kind) for job in waiting]) for kind in range(KINDS)]
    for job in waiting:
        if (job.role is CardRole.STARTUP and CardRole.BEFORE in roles) or (
            job.role is CardRole.AFTER and CardRole.STARTUP in roles
        ):
            continue
        if all(not job.need[kind] or givers[kind] == _gives(job, kind) for kind in scarce):
            return job
    return None


def _next_last(waiting: Sequence[Job], scarce: Sequence[int]) -> Job | None:
    """A job that gives nothing scarce that any other one takes."""
    roles = {job.role for job in waiting}
    takers = [sum([job.need[kind] > 0 for job in waiting]) for kind in range(KINDS)]
    for job in waiting:
        if (job.role is CardRole.STARTUP and CardRole.AFTER in roles) or (
            job.role is CardRole.BEFORE and CardRole.STARTUP in roles
        ):
            continue
        if all(not _gives(job, kind) or takers[kind] == (job.need[kind] > 0) for kind in scarce):
            return job
    return None


def _gives(job: Job, kind: int) -> bool:
    """Whether there is ever more of it for the job being done, even if it takes some before."""
    return job.net[kind] + job.need[kind] > 0


class _Circle:
    """Jobs that wait for one another: sets of them as bits, figures packed."""

    def __init__(self, jobs: Sequence[Job], packing: Packing) -> None:
        self._jobs = jobs
        self._guards = packing.guards
        self._figures = [
            (
                1 << place,
                _waits_for(job, jobs),
                packing.pack(job.need),
                packing.pack(job.net),
                packing.pack([max(0, amount) for amount in job.net]),
                min(job.net) >= 0,
            )
            for place, job in enumerate(jobs)
        ]

    def tried(
        self, held: int, deadline: Deadline, most_tries: int | None
    ) -> tuple[list[Job], bool]:
        """Try every affordable job next, never a set twice; if none works, what went longest."""
        guards, everything = self._guards, (1 << len(self._jobs)) - 1
        longest: list[int] = []
        seen = {0}
        stack: list[tuple[int, int, list[int]]] = [(0, held, [])]
        tries = 0
        while stack and tries != most_tries:
            done, held, order = stack.pop()
            tries += 1
            if not tries & 255 and deadline.is_past:
                raise OutOfTime(inf)
            if len(order) > len(longest):
                longest = order
            if done == everything:
                return [self._jobs[place] for place in order], True
            if not self._is_hopeful(done, held):
                continue
            guarded = held | guards
            following = []
            for place, (bit, before, need, net, _, only_adds) in enumerate(self._figures):
                if done & bit or before & ~done or guarded - need & guards != guards:
                    continue
                if only_adds:  # it is in nobody's way: no need to try anything else first
                    following = [(done | bit, held + net, [*order, place])]
                    break
                following.append((done | bit, held + net, [*order, place]))
            for entry in reversed(following):
                if entry[0] not in seen:
                    seen.add(entry[0])
                    stack.append(entry)
        rest = [place for place in range(len(self._jobs)) if place not in longest]
        return [self._jobs[place] for place in (*longest, *rest)], False

    def _is_hopeful(self, done: int, held: int) -> bool:
        """Whether all jobs could be done if they only gave and never took."""
        guards, everything = self._guards, (1 << len(self._jobs)) - 1
        is_changed = True
        while is_changed and done != everything:
            is_changed = False
            for bit, before, need, _, gain, _ in self._figures:
                if done & bit or before & ~done or (held | guards) - need & guards != guards:
                    continue
                held += gain
                done |= bit
                is_changed = True
        return done == everything


def _waits_for(job: Job, jobs: Sequence[Job]) -> int:
    """The jobs that must be done before this one for its role's sake, as bits."""
    role = {CardRole.STARTUP: CardRole.BEFORE, CardRole.AFTER: CardRole.STARTUP}.get(job.role)
    return sum(1 << place for place, other in enumerate(jobs) if other.role is role)


def _is_payable(stock: Sequence[int], order: Sequence[Job]) -> bool:
    held = list(stock)
    for job in order:
        for kind in range(KINDS):
            if held[kind] < job.need[kind]:
                return False
            held[kind] += job.net[kind]
    return True

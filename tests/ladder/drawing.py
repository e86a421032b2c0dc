"""Schedules as tests ask them: all processes are restarted whenever a match waits for that."""

from collections.abc import Iterable

from bessemer.ladder.lobby.schedule import Availability, Pairing, Schedule


def drawn(schedule: Schedule, there: Iterable[Availability]) -> Pairing | None:
    """The next match, for which everybody who has played is restarted if need be."""
    offers = list(there)
    pairing = schedule.next_pairing(offers)
    if pairing is None and schedule.needs_restart:
        schedule.restarted()
        pairing = schedule.next_pairing(offers)
    return pairing

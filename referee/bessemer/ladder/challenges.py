"""
Challenges: unrated matches that a player asks for, with opponents on its ladder who take them.

A challenge waits in the lobby until each of its players has a seat free; from then on until it begins,
this seat is kept from the schedule.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bessemer.ladder.formats.blocks import Place
from bessemer.matches.records import ALONE, MatchSpec

_BLOCK: Final = f"{ALONE}challenge/"


def challenge_block(ladder: str) -> str:
    """What matches have for their block that are challenges among the players of a ladder."""
    return f"{_BLOCK}{ladder}"


def ladder_of(spec: MatchSpec) -> str:
    """The ladder whose players play a match, rated or as a challenge; "" if they come from nowhere."""
    is_challenge = not spec.ladder and spec.block.startswith(_BLOCK)
    return spec.block.removeprefix(_BLOCK) if is_challenge else spec.ladder


@dataclass(eq=False, slots=True)
class Challenge:
    """A match that is asked for."""

    places: tuple[Place, ...]
    """By seat."""
    creator: str
    """The player who asks."""
    match_id: "asyncio.Future[str]" = field(default_factory=asyncio.Future)
    """Done when the match begins; cancelled when nobody waits for it any longer."""


class Challenges:
    """The challenges that have yet to begin, the oldest first."""

    def __init__(self) -> None:
        self._waiting: list[Challenge] = []

    def add(self, challenge: Challenge) -> None:
        """Have a match begin once its players have seats free."""
        self._waiting.append(challenge)

    @property
    def reserved(self) -> Counter[Place]:
        """The seats that are kept for them."""
        self._waiting = [one for one in self._waiting if not one.match_id.done()]
        return Counter(place for one in self._waiting for place in one.places)

    def next_ready(self, free: Callable[[Place], int]) -> Challenge | None:
        """The first whose players all have a seat free; it waits no longer."""
        for one in self._waiting:
            if not one.match_id.done() and all(free(place) > 0 for place in one.places):
                self._waiting.remove(one)
                return one
        return None

"""
Entrants: a name, or one version of it, written `name:version`; each is rated as a player of its own.

A bot that was improved is another bot: its old results say little of it. So the results of each
version count for that version alone, and a new one begins as a newcomer does.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Self

from bessemer.ladder.ladder import RatedMatch

VERSION_RULE: Final = "a version has 1 to 32 letters, digits, '-', '_' or '.'"

_VERSION: Final = re.compile(r"[A-Za-z0-9._-]{1,32}")
_BETWEEN: Final = ":"  # no name has one


class Entrant(NamedTuple):
    """A player on a ladder; as a text, what matches and histories call it."""

    name: str
    """Whose token it plays with."""
    version: str = ""
    """"" for a bot that says none."""

    def __str__(self) -> str:
        return f"{self.name}{_BETWEEN}{self.version}" if self.version else self.name

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `str` wrote."""
        name, _, version = text.partition(_BETWEEN)
        return cls(name, version)


def is_version(text: str) -> bool:
    """Whether this can be a version: see `VERSION_RULE`."""
    return _VERSION.fullmatch(text) is not None


def is_meant(entrant: str, asked: str) -> bool:
    """Whether `asked` means this entrant: a name means all its versions, `name:` the one without."""
    mine, (name, has_version, version) = Entrant.parse(entrant), asked.partition(_BETWEEN)
    return mine.name == name and (not has_version or mine.version == version)


def is_among(entrant: str, asked: Iterable[str]) -> bool:
    """Whether one of `asked` means this entrant."""
    return any(is_meant(entrant, one) for one in asked)


def first_drawn(history: Iterable[RatedMatch]) -> dict[str, float]:
    """When the first match of each entrant was drawn."""
    first: dict[str, float] = {}
    for match in history:
        for player in match.result.players:
            first[player] = min(first.get(player, match.created), match.created)
    return first


def retired(history: Sequence[RatedMatch]) -> frozenset[str]:
    """
    The versions that were given up: a newer one of their name began to play after their last match.

    What counts is when matches were drawn: those of a version that was stopped may end later. A
    version that plays on beside a newer one, or comes back, is not retired.
    """
    newest: dict[str, float] = {}
    for player, drawn in first_drawn(history).items():
        name = Entrant.parse(player).name
        newest[name] = max(newest.get(name, drawn), drawn)
    playing = {
        player
        for match in history
        for player in match.result.players
        if match.created >= newest[Entrant.parse(player).name]
    }
    return frozenset(player for match in history for player in match.result.players) - playing

"""
The hosts that run the versions which play, which of them runs which, and their tokens.

A host asks again and again what it is to run. The versions of a player in a game stay where they are
while their host asks. Those of a host that has gone, and new ones, go to the host that has the fewest for
its processors; when a host comes, others give it some, one at a time. Nothing of this is kept: after a
restart of the referee the hosts ask again.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bessemer.submissions.records import Submission

_GONE_SECONDS: Final = 15.0
"""After which a host that does not ask has gone."""
_MOVING_SECONDS: Final = 3.0
"""For so long nobody runs what moves: its old host ends it first."""
_LEAVING_SECONDS: Final = 1800.0
"""The token of a version that was replaced is good for so long, to end its matches."""

Key = tuple[str, str]
"""A player and a game: one version of it plays."""


@dataclass(slots=True)
class _Host:
    processors: int
    asked_at: float
    keys: set[Key] = field(default_factory=set)

    @property
    def load(self) -> float:
        """Versions for each processor."""
        return len(self.keys) / self.processors


class Hosts:
    """Shares what plays among hosts."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._hosts: dict[str, _Host] = {}
        self._moved: dict[Key, float] = {}

    def share_of(self, name: str, processors: int, playing: Collection[Key]) -> set[Key]:
        """What a host runs, which has just asked, of all that plays."""
        now = self._now()
        host = self._hosts.setdefault(name, _Host(processors, now))
        host.processors, host.asked_at = processors, now
        for gone in [key for key, one in self._hosts.items() if now - one.asked_at > _GONE_SECONDS]:
            del self._hosts[gone]
        hosts = self._hosts.values()
        for one in hosts:
            one.keys &= set(playing)
        taken = {key for one in hosts for key in one.keys}
        for key in sorted(set(playing) - taken):
            min(hosts, key=lambda one: one.load).keys.add(key)
        self._moved = {key: at for key, at in self._moved.items() if now - at < _MOVING_SECONDS}
        if not self._moved:
            self._even_out(now)
        return host.keys - self._moved.keys()

    def _even_out(self, now: float) -> None:
        """Move something from the host with the most to that with the fewest, if it is better then."""
        most = max(self._hosts.values(), key=lambda one: one.load)
        least = min(self._hosts.values(), key=lambda one: one.load)
        if (len(least.keys) + 1) / least.processors < most.load:
            key = max(most.keys)
            most.keys.discard(key)
            least.keys.add(key)
            self._moved[key] = now


class _HostedToken(NamedTuple):
    token_id: str
    key: Key
    version: int
    made_at: float


class HostedTokens:
    """The tokens by which hosted versions play."""

    def __init__(self, end: Callable[[str], None], now: Callable[[], float]) -> None:
        """`end` makes a token worthless, and ends what was opened with it."""
        self._end = end
        self._now = now
        self._tokens: list[_HostedToken] = []
        self._replaced: dict[tuple[Key, int], float] = {}
        """When a version was first seen not to play any longer while another one of its player does."""

    def add(self, submission: Submission, token_id: str) -> None:
        """A token was made for a version."""
        key = submission.player, submission.game
        self._tokens.append(_HostedToken(token_id, key, submission.version, self._now()))

    def keep(self, playing: Sequence[Submission]) -> None:
        """End the tokens of versions that were withdrawn, or replaced long ago."""
        now, versions = self._now(), {(one.player, one.game): one.version for one in playing}
        kept = []
        for one in self._tokens:
            is_playing = versions.get(one.key) == one.version
            since = now if is_playing else self._replaced.setdefault((one.key, one.version), now)
            if one.key in versions and now - since < _LEAVING_SECONDS:
                kept.append(one)
            else:
                self._end(one.token_id)
            if is_playing:
                self._replaced.pop((one.key, one.version), None)
        self._tokens = kept

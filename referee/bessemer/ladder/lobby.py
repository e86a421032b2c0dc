"""
Where players wait for matches: whoever is free is seated as soon as the schedule finds a match.

The lobby opens matches and learns when they end. It knows neither the wire nor the
database: players come as `LobbyPlayer`s, and ratings as a `LiveRatings`.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import structlog

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.schedule import Availability, Pairing, Schedule
from bessemer.matches.errors import LadderClosed, RefereeError
from bessemer.matches.match import Match
from bessemer.matches.records import Created, Durability, MatchSpec
from bessemer.matches.registry import MatchRegistry
from bessemer.ratings.results import Result, is_theirs, result_from

_REFRESH_SECONDS: Final = 1.0


class LobbyPlayer(Protocol):
    """A player who is there to play."""

    name: str
    """Its own, or with a version: see `bessemer.ladder.entrants`."""
    author: str
    concurrency: int
    """How many seats it takes at once."""

    def seat(self, match: Match, seat: Seat) -> None:
        """It has a seat in a match that is about to begin, or still runs."""

    def dismiss(self, failure: RefereeError) -> None:
        """It may go, and why."""


class Lobby:
    """The players of one ladder who are there, and the matches that they play."""

    def __init__(
        self,
        registry: MatchRegistry,
        ratings: LiveRatings,
        schedule: Schedule,
        *,
        durability: Durability,
        on_match_ended: Callable[[Pairing, Match], None] = lambda _pairing, _match: None,
    ) -> None:
        """
        A lobby in which nobody waits yet.

        Args:
            registry: where its matches are opened.
            ratings: the ladder with the ratings of its players.
            schedule: says which match comes next.
            durability: of its matches.
            on_match_ended: called with every match of the schedule that has ended.
        """
        self._registry = registry
        self.ratings = ratings
        self.schedule = schedule
        self._durability = durability
        self.players: dict[str, LobbyPlayer] = {}
        """By name: a player has one place, and the newest connection takes it."""
        self.on_match_ended = on_match_ended
        self._leaving: set[str] = set()
        self._busy: Counter[str] = Counter()
        self._pairings: dict[str, Pairing] = {}
        self._is_pairing = False
        self._log = structlog.get_logger()
        for match in registry.matches.values():  # those that went on after a restart
            if self._is_ours(match):
                self._busy.update(match.spec.players)

    @property
    def running(self) -> int:
        """How many matches of the schedule are being played."""
        return len(self._pairings)

    def enlist(self, player: LobbyPlayer) -> list[Match]:
        """
        A player comes in; its matches that still run, in which `reseat` seats it.

        Raises:
            LadderClosed: nobody can come in now.
        """
        if self.ratings.ladder.is_frozen:
            raise LadderClosed(
                f"the ladder {self.ratings.ladder.name} is frozen", field="enlistment.ladder"
            )
        self.players[player.name] = player
        self._leaving.discard(player.name)
        self.pair_soon()
        return [
            match
            for match in self._registry.matches.values()
            if self._is_ours(match) and match.result is None and player.name in match.spec.players
        ]

    def reseat(self, player: LobbyPlayer, matches: list[Match]) -> None:
        """Give a player back its seats."""
        for match in matches:
            self._seat(match, player)

    def stop_pairing(self, player: LobbyPlayer) -> None:
        """A player takes no more matches; it may play those that run to their end."""
        if self.players.get(player.name) is player:
            self._leaving.add(player.name)

    def leave(self, player: LobbyPlayer) -> None:
        """A player has gone, unless a newer connection has its place."""
        if self.players.get(player.name) is player:
            del self.players[player.name]
            self._leaving.discard(player.name)

    def ended(self, match: Match) -> None:
        """A match of the registry is over."""
        spec = match.spec
        pairing = self._pairings.pop(spec.match_id, None)
        if pairing is None and not self._is_ours(match):
            return
        self._busy.subtract(spec.players)
        if pairing is not None:
            self.schedule.played(pairing, _result_of(match))
            self.on_match_ended(pairing, match)
        self.pair_soon()

    async def refresh_ratings(self) -> None:
        """Keep the ratings up to date, for ever."""
        while True:
            await asyncio.sleep(_REFRESH_SECONDS)
            try:
                await asyncio.to_thread(self.ratings.refresh)
            except Exception:  # noqa: BLE001 - a database that is away comes back
                self._log.warning("ladder cannot be read", ladder=self.ratings.ladder.name)
            else:
                # A ladder that was thawed goes on by itself.
                self.pair_soon()

    # --------------------------------------------------------------------------------- private

    def _is_ours(self, match: Match) -> bool:
        spec = match.spec
        return spec.ladder == self.ratings.ladder.name or spec.match_id in self._pairings

    def pair_soon(self) -> None:
        """Look for matches to be played; for whoever has changed the schedule."""
        if not self._is_pairing:
            self._is_pairing = True
            asyncio.get_running_loop().call_soon(self._pair)

    def _pair(self) -> None:
        self._is_pairing = False
        while (
            self._may_pair()
            and (pairing := self.schedule.next_pairing(self._available())) is not None
        ):
            try:
                self._open(pairing)
            except RefereeError as error:
                self._log.warning("match not opened", why=str(error))
                self.schedule.played(pairing, None)
                return

    def _may_pair(self) -> bool:
        registry = self._registry
        return not (registry.is_draining or registry.is_paused or self.ratings.ladder.is_frozen)

    def _available(self) -> list[Availability]:
        return [
            Availability(name, player.author, player.concurrency - self._busy[name])
            for name, player in self.players.items()
            if name not in self._leaving and player.concurrency > self._busy[name]
        ]

    def _open(self, pairing: Pairing) -> None:
        ladder = self.ratings.ladder
        spec = MatchSpec(
            match_id=secrets.token_hex(8),
            game=ladder.game,
            rules_version=GAMES[ladder.game].rules_version,
            options=ladder.options,
            players=pairing.seating,
            seed=pairing.seed or secrets.token_bytes(32),
            clock=ladder.clock,
            durability=self._durability,
            created=self._registry.wall(),
            ladder=ladder.name,
            season=ladder.season,
            block=pairing.block,
        )
        match = Match(spec)
        self._pairings[spec.match_id] = pairing
        self._busy.update(pairing.seating)
        try:
            # Nobody needs a token: a seat is kept for its player's name.
            self._registry.open(match, Created(spec, (), ()), partial(self._seat_all, match))
        except RefereeError:
            del self._pairings[spec.match_id]
            self._busy.subtract(pairing.seating)
            raise

    def _seat_all(self, match: Match) -> None:
        for name in dict.fromkeys(match.spec.players):
            player = self.players.get(name)
            if player is not None:  # else it left just now, and may come back in time
                self._seat(match, player)

    def _seat(self, match: Match, player: LobbyPlayer) -> None:
        for number, name in enumerate(match.spec.players):
            if name == player.name:
                player.seat(match, Seat(number))


def _result_of(match: Match) -> Result | None:
    """What came out; `None` if it must be played again."""
    result = result_from(match.spec, match.spec.players, match.result)
    return result if result is not None and is_theirs(result) else None

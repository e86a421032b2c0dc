"""
Where players wait for matches: a free player is seated as soon as the schedule finds a match.

The lobby opens matches and learns when they end. It knows neither the wire nor the
database: players come as `LobbyPlayer`s, and ratings as a `LiveRatings`.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Final

import structlog

from bessemer.engine.game import Seat
from bessemer.errors import LadderClosed, NotAllowed, RefereeError
from bessemer.ladder.challenges import Challenge, Challenges, challenge_block, ladder_of
from bessemer.ladder.entrants import Entrant, is_among
from bessemer.ladder.entry_terms import lock_sentence
from bessemer.ladder.formats.blocks import Place
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby_player import LobbyPlayer
from bessemer.ladder.lobby.new_matches import NewMatches
from bessemer.ladder.lobby.places import TakenSeats, WaitingTimes, places_of
from bessemer.ladder.lobby.schedule import Availability, Pairing, Schedule
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import Created, Durability
from bessemer.matches.registry import MatchRegistry
from bessemer.ratings.results import Result, is_theirs, result_from
from bessemer.runtime.threads import finished

_REFRESH_SECONDS: Final = 1.0
MOST_VERSIONS: Final = 100
"""Of one player in a season; each is a row of the standings, and waits for matches by itself."""


class Lobby(MatchListener):
    """The players of one ladder who are there, and the matches that they play."""

    def __init__(
        self,
        registry: MatchRegistry,
        ratings: LiveRatings,
        schedule: Schedule,
        *,
        durability: Durability,
        on_match_ended: Callable[[Pairing, Match], None] = lambda _pairing, _match: None,
        restart: Callable[[], None] | None = None,
    ) -> None:
        """
        A lobby in which nobody waits yet.

        Args:
            registry: where its matches are opened.
            ratings: the ladder with the ratings of its players.
            schedule: says which match comes next.
            durability: of its matches.
            on_match_ended: called with every match of the schedule that has ended.
            restart: called when no match can go on before the processes of the players have been
                restarted; then `restarted` is called. Without it they are not ours, and each of their
                matches has a set-up of its own anyway.
        """
        self._registry = registry
        self.ratings = ratings
        self.schedule = schedule
        self.players: dict[Place, LobbyPlayer] = {}
        """A player, or each of its instances, has one place, and the newest connection takes it."""
        self.challenges = Challenges()
        """The unrated matches that players have asked for."""
        self._new_matches = NewMatches(registry, ratings, durability, self.players)
        self.on_match_ended = on_match_ended
        self.waiting = WaitingTimes(registry.now)
        self._leaving: set[Place] = set()
        self._taken = TakenSeats()
        self._pairings: dict[str, Pairing] = {}
        self._is_pairing = False
        self._restart = restart or self._restarted
        self._is_restarting = False
        self._left = asyncio.Event()
        self._log = structlog.get_logger()
        for match in registry.matches.values():  # those that continue after a restart
            self.take_up(match)

    @property
    def running(self) -> int:
        """How many matches of the schedule are being played, or about to."""
        return len(self._pairings)

    def waiting_players(self) -> list[LobbyPlayer]:
        """Those who could take another seat now; of several instances of a player, one."""
        free = {
            player.name: player
            for place, player in self.players.items()
            if self._free(place, player) > 0
        }
        return list(free.values())

    def check_versions(self, name: str) -> None:
        """
        Refuse a new version of a player that has as many as it may have.

        Raises:
            NotAllowed: the season and the lobby know so many others of the same name.
        """
        player = Entrant.parse(name).name
        known = self.ratings.entrants | {present for present, _ in self.players}
        versions = {one for one in known if Entrant.parse(one).name == player}
        if name not in versions and len(versions) >= MOST_VERSIONS:
            raise NotAllowed(
                f"{player} has {len(versions)} versions in this season of the ladder "
                f"{self.ratings.ladder.name}, and no more are let in: enlist with one of them, or "
                "wait for the next season",
                field="enlistment.version",
            )

    def check_lock(self, name: str) -> None:
        """
        Refuse a player or a version that has not played when the ladder is locked.

        What was handed in before the deadline and is still being built comes in all the same: it has a
        token for its version, and is not asked.

        Raises:
            LadderClosed: naming the time.
        """
        ladder = self.ratings.ladder
        if not ladder.entry.is_locked(self._registry.wall()):
            return
        if name not in self.ratings.entrants | {present for present, _ in self.players}:
            raise LadderClosed(
                f"{lock_sentence(ladder.name, ladder.entry.locks)}: no player and no version comes in "
                "that has not played before",
                field="enlistment.version",
            )

    def enlist(self, player: LobbyPlayer) -> list[Match]:
        """
        A player comes in; its matches that still run, in which `reseat` seats it.

        Raises:
            LadderClosed: nobody can come in now.
            NotAllowed: it is disqualified.
        """
        if self.ratings.ladder.is_frozen:
            raise LadderClosed(
                f"the ladder {self.ratings.ladder.name} is frozen", field="enlistment.ladder"
            )
        if is_among(player.name, self.ratings.disqualified):
            raise NotAllowed(
                f"{player.name} is disqualified from the ladder {self.ratings.ladder.name}; "
                "ask its organiser",
                field="enlistment.ladder",
            )
        place = player.name, player.instance
        self.players[place] = player
        self._leaving.discard(place)
        self._note_free([place])
        self.pair_soon()
        return [
            match
            for match in self._registry.matches.values()
            if self._is_ours(match) and match.result is None and place in places_of(match)
        ]

    def take_up(self, match: Match) -> None:
        """A match that another process began continues here."""
        if self._is_ours(match):
            self._taken.take(match.spec, places_of(match))

    def reseat(self, player: LobbyPlayer, matches: list[Match]) -> None:
        """Give a player back its seats; what it will reveal may be other bytes, as long as that can change."""
        for match in matches:
            gathering = match.gathering
            for number, place in enumerate(places_of(match)):
                is_own = place == (player.name, player.instance)
                if (
                    is_own
                    and gathering is not None
                    and not gathering.is_settled
                    and match.mix is None
                ):
                    gathering.commit(Seat(number), player.take_commitment() or b"")
            self._seat(match, player)

    def stop_pairing(self, player: LobbyPlayer) -> None:
        """A player takes no more matches; it may play those that run to their end."""
        place = player.name, player.instance
        if self.players.get(place) is player:
            self._leaving.add(place)
            self.waiting.is_not(place)

    def awaits(self, player: LobbyPlayer) -> bool:
        """Whether a match is being opened in which a player, even one that takes no more, will sit."""
        return self._taken.promised[player.name, player.instance] > 0

    def leave(self, player: LobbyPlayer) -> None:
        """A player has gone, unless a newer connection has its place."""
        place = player.name, player.instance
        if self.players.get(place) is player:
            del self.players[place]
            self._leaving.discard(place)
            self.waiting.is_not(place)
            self._left.set()

    async def gone(self, places: Collection[Place]) -> None:
        """Return when none of these is here any longer."""
        while any(place in self.players for place in places):
            self._left.clear()
            await self._left.wait()

    def restarted(self) -> None:
        """All processes of instances that have played were restarted: they have seen no set-up."""
        self._new_matches.restarted()
        self._restarted()

    def _restarted(self) -> None:
        self._is_restarting = False
        self.schedule.restarted()
        self.pair_soon()

    def match_ended(self, match: Match) -> None:
        """Seats are free; who sat there may play the next match."""
        spec = match.spec
        pairing = self._pairings.pop(spec.match_id, None)
        if pairing is None and not self._is_ours(match):
            return
        self._taken.give_back(spec, places_of(match))
        self._note_free(places_of(match))
        self._new_matches.ended(match)
        if pairing is not None:
            self.schedule.played(pairing, _result_of(match))
            block = spec.shared_setup
            if block is not None and self.schedule.is_over(block.name):
                self._new_matches.block_ended(block)
            self.on_match_ended(pairing, match)
        self.pair_soon()

    async def refresh_ratings(self) -> None:
        """Keep the ratings up to date, for ever."""
        while True:
            await asyncio.sleep(_REFRESH_SECONDS)
            try:
                await finished(asyncio.to_thread(self.ratings.refresh))
                await self.look_after()
            except Exception:  # noqa: BLE001 - a database that is away comes back
                self._log.warning("ladder cannot be read", ladder=self.ratings.ladder.name)
            else:
                # A ladder that was thawed continues by itself.
                self.pair_soon()

    async def look_after(self) -> None:
        """Do what else is due; called after every refresh."""

    # --------------------------------------------------------------------------------- private

    def _is_ours(self, match: Match) -> bool:
        spec = match.spec
        return ladder_of(spec) == self.ratings.ladder.name or spec.match_id in self._pairings

    def pair_soon(self) -> None:
        """Look for matches to be played; call it after a change of the schedule."""
        if not self._is_pairing:
            self._is_pairing = True
            asyncio.get_running_loop().call_soon(self._pair)

    def _pair(self) -> None:
        self._is_pairing = False
        while self._may_pair() and (challenge := self.challenges.next_ready(self._free_at)):
            try:
                challenge.match_id.set_result(self._open_challenge(challenge))
            except RefereeError as error:
                challenge.match_id.set_exception(error)
        while (
            self._may_pair()
            and (pairing := self.schedule.next_pairing(self._available())) is not None
        ):
            try:
                self._open(pairing)
            except RefereeError:
                return
        if self._may_pair() and not self.running and self.schedule.needs_restart:
            self._is_restarting = True
            self._restart()

    def _may_pair(self) -> bool:
        registry = self._registry
        is_open = not (registry.is_draining or registry.is_paused)
        if not is_open or self._is_restarting or self.ratings.ladder.is_frozen:
            return False
        return not self.ratings.ladder.entry.is_quiet(registry.wall())

    def _available(self) -> list[Availability]:
        reserved = self.challenges.reserved
        return [
            Availability(
                player.name,
                player.author,
                max(0, self._free(place, player) - reserved[place]),
                player.instance,
                player.is_person,
                self._taken.with_people[place],
            )
            for place, player in self.players.items()
            if self._takes_matches(place)
        ]

    def _takes_matches(self, place: Place) -> bool:
        return place not in self._leaving and not is_among(place[0], self.ratings.disqualified)

    def _free(self, place: Place, player: LobbyPlayer) -> int:
        return player.concurrency - self._taken.all[place] if self._takes_matches(place) else 0

    def _free_at(self, place: Place) -> int:
        player = self.players.get(place)
        return 0 if player is None else self._free(place, player)

    def _note_free(self, places: Iterable[Place]) -> None:
        """Those of them that can take a match wait for one."""
        for place in places:
            player = self.players.get(place)
            if player is not None and self._free(place, player) > 0:
                self.waiting.is_free(place)

    def _open(self, pairing: Pairing) -> None:
        places = [place if place in self.players else (place[0], None) for place in pairing.places]
        match, commitments = self._new_matches.make(pairing, places)
        self._pairings[match.spec.match_id] = pairing
        try:
            self._begin(match, commitments, places)
        except RefereeError:
            del self._pairings[match.spec.match_id]
            self.schedule.played(pairing, None)
            raise

    def _open_challenge(self, challenge: Challenge) -> str:
        """Open the match of a challenge; its id."""
        names = tuple(name for name, _ in challenge.places)
        pairing = Pairing(names, block=challenge_block(self.ratings.ladder.name))
        places = challenge.places
        match, commitments = self._new_matches.make(pairing, places, challenge.creator)
        self._begin(match, commitments, places)
        return match.spec.match_id

    def _begin(self, match: Match, commitments: tuple[bytes, ...], places: Sequence[Place]) -> None:
        """
        Open a match in which these sit.

        Raises:
            RefereeError: it cannot be opened; everything is as it was.
        """
        spec = match.spec
        self._taken.take(spec, places)
        self._taken.promised.update(places)
        try:
            # Nobody needs a token: a seat is kept for its player's name.
            self._registry.open(
                match, Created(spec, (), (), commitments), partial(self._seat_all, match)
            )
        except RefereeError as error:
            self._log.warning("match not opened", why=str(error))
            self._taken.give_back(spec, places)
            self._taken.promised.subtract(places)
            for place in places:
                if (player := self.players.get(place)) is not None:
                    player.release()
            raise
        self.waiting.seated(places)
        self._note_free(places)

    def _seat_all(self, match: Match) -> None:
        self._taken.promised.subtract(places_of(match))
        for place in dict.fromkeys(places_of(match)):
            player = self.players.get(place)
            if player is not None:  # else it left just now, and may come back in time
                self._seat(match, player)

    def _seat(self, match: Match, player: LobbyPlayer) -> None:
        for number, place in enumerate(places_of(match)):
            if place == (player.name, player.instance):
                player.seat(match, Seat(number))


def _result_of(match: Match) -> Result | None:
    """What came out; `None` if it must be played again."""
    result = result_from(match.spec, match.spec.players, match.result)
    return result if result is not None and is_theirs(result) else None

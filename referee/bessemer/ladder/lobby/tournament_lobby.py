"""The lobby of a ladder with rounds: who may come in, when it starts, and what absent players lose."""

import asyncio

from bessemer.errors import Draining, RefereeError
from bessemer.ladder.ladder import Revision
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.lobby_player import LobbyPlayer
from bessemer.ladder.lobby.tournament import Tournament
from bessemer.ladder.tournament.stages import next_stage, stage_named
from bessemer.ladder.tournament.starting import REFEREE, TournamentStore, start
from bessemer.matches.match import Match
from bessemer.matches.records import Durability
from bessemer.matches.registry import MatchRegistry


class TournamentLobby(Lobby):
    """The players of a tournament who are there."""

    def __init__(
        self,
        registry: MatchRegistry,
        ratings: LiveRatings,
        store: TournamentStore,
        *,
        durability: Durability,
    ) -> None:
        """Its matches that continue after a restart are those of the plan."""
        self.tournament = Tournament(ratings.ladder.name, lambda: ratings.tournament, registry.now)
        self._store = store
        self._is_deciding = False
        self._why_not_started = ""
        self._followed: Revision | None = None
        self._is_followed_open = False
        super().__init__(registry, ratings, self.tournament, durability=durability)

    def take_up(self, match: Match) -> None:
        """A match that another process began continues here: it is one of the plan."""
        super().take_up(match)
        spec = match.spec
        if self._is_ours(match) and (pairing := self.tournament.resume(spec.block, spec.players)):
            self._pairings[spec.match_id] = pairing

    def enlist(self, player: LobbyPlayer) -> list[Match]:
        """
        A player comes in: before the start anybody, then those who take part, until it is over.

        Raises:
            LadderClosed: it is over, or frozen.
            NotAllowed: the player does not take part.
        """
        if (refusal := self.tournament.refusal(player.name)) is not None:
            raise refusal
        return super().enlist(player)

    async def look_after(self) -> None:
        """Start it when it is due, dismiss those who have nothing to play, and decide what is lost."""
        if self.tournament.players is None:
            await self._start_when_due()
        else:
            await self._decide_absent()
        if self.tournament.players is not None and not self.running:
            over = await self._sent_on()
            for player in tuple(self.players.values()):
                if (refusal := over or self.tournament.refusal(player.name)) is not None:
                    player.dismiss(refusal)

    async def _sent_on(self) -> RefereeError | None:
        """What players are told at the end of a stage that another follows: they come again for that one."""
        ladder = self.ratings.ladder
        if not (ladder.format.competition and self.tournament.is_done and self.players):
            return None
        following = await asyncio.to_thread(next_stage, self._store, ladder)
        if following is None:
            return None
        return Draining(f"{ladder.name} is over, {following.name} follows", retry_after=1.0)

    def _may_pair(self) -> bool:
        # What is being decided as lost must not be drawn meanwhile.
        return not self._is_deciding and super()._may_pair()

    async def _start_when_due(self) -> None:
        ladder, wall = self.ratings.ladder, self._registry.wall()
        terms = ladder.format
        present = tuple({name for name, _ in self.players})
        if terms.entrants and len(present) >= terms.entrants:
            reason = f"{terms.entrants} players are there"
        elif terms.starts and wall >= terms.starts:
            reason = "it is time"
        elif terms.follows and await self._is_over(terms.follows):
            reason = f"{terms.follows} is over"
        else:
            return
        try:
            await asyncio.to_thread(
                start, self._store, ladder.name, (), present, REFEREE, wall, reason
            )
        except RefereeError as error:
            if str(error) != self._why_not_started:
                self._why_not_started = str(error)
                self._log.warning("not started", ladder=ladder.name, why=str(error))
            return
        await asyncio.to_thread(self.ratings.refresh)

    async def _is_over(self, ladder: str) -> bool:
        """Whether the stage before is over; it is looked at again when something has happened there."""
        revision = await asyncio.to_thread(self._store.revision, ladder)
        if revision != self._followed or self._is_followed_open:
            self._followed = revision
            found = await asyncio.to_thread(stage_named, self._store, ladder)
            # The last match of a continuous ladder may end without counting.
            self._is_followed_open = found is not None and found.ladder.is_frozen
            return found is not None and found.is_over
        return False

    async def _decide_absent(self) -> None:
        if not self._may_pair():
            self.tournament.forget_absent()
            return
        ladder = self.ratings.ladder
        lost = self.tournament.overdue(ladder.format.absence, self._registry.wall())
        if not lost:
            return
        self._is_deciding = True
        try:
            await asyncio.to_thread(self._store.give, ladder.name, ladder.season, lost)
            await asyncio.to_thread(self.ratings.refresh)
        finally:
            self._is_deciding = False
        for one in lost:
            self._log.info("walkover", ladder=ladder.name, player=one.player, block=one.block)

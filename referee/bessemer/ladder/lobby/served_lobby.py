"""The lobby of a ladder that a referee serves to others, as its format says."""

import asyncio
import random

from bessemer.errors import Draining
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.continuous import Continuous
from bessemer.ladder.lobby.lobbies import OpenLobby
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.tournament_lobby import TournamentLobby
from bessemer.ladder.tournament.stages import next_stage
from bessemer.ladder.tournament.starting import REFEREE, TournamentStore
from bessemer.matches.records import Durability
from bessemer.matches.registry import MatchRegistry


def served_lobby(durability: Durability, store: TournamentStore) -> OpenLobby:
    """Makes the lobby of a ladder; `store` keeps it."""

    def open_lobby(registry: MatchRegistry, ratings: LiveRatings) -> Lobby:
        kind = TournamentLobby if ratings.ladder.format.has_rounds else ContinuousLobby
        return kind(registry, ratings, store, durability=durability)

    return open_lobby


class ContinuousLobby(Lobby):
    """The players of a ladder without rounds, which may have an end."""

    def __init__(
        self,
        registry: MatchRegistry,
        ratings: LiveRatings,
        store: TournamentStore,
        *,
        durability: Durability,
    ) -> None:
        ladder = ratings.ladder
        settings = MatchmakingSettings(seats=ladder.seats, authors_apart=ladder.authors_apart)
        schedule = Continuous(
            settings,
            ratings.rating,
            random.SystemRandom(),
            ratings.past,
            limits=lambda: ratings.ladder.limits,
        )
        self._store = store
        super().__init__(registry, ratings, schedule, durability=durability)

    async def look_after(self) -> None:
        """Freeze it at its end, and send the players on to the next stage."""
        ladder, wall = self.ratings.ladder, self._registry.wall()
        terms = ladder.format
        if ladder.is_frozen:
            if terms.competition and not self.running and self.players:
                await self._send_on()
            return
        if terms.matches and self.ratings.count >= terms.matches:
            reason = f"{terms.matches} matches are played"
        elif terms.ends and wall >= terms.ends:
            reason = "its time is over"
        else:
            return
        await asyncio.to_thread(self._store.freeze, ladder.name, REFEREE, wall, reason, frozen=True)
        await asyncio.to_thread(self.ratings.refresh)

    async def _send_on(self) -> None:
        name = self.ratings.ladder.name
        following = await asyncio.to_thread(next_stage, self._store, self.ratings.ladder)
        if following is not None:
            why = f"{name} is over, {following.name} follows"
            for player in tuple(self.players.values()):
                player.dismiss(Draining(why, retry_after=1.0))

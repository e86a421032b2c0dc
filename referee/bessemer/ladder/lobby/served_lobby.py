"""The lobby of a ladder that a referee serves to others, as its format says."""

import random

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobbies import OpenLobby
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Continuous
from bessemer.ladder.lobby.tournament_lobby import TournamentLobby
from bessemer.ladder.tournament.starting import TournamentStore
from bessemer.matches.records import Durability
from bessemer.matches.registry import MatchRegistry


def served_lobby(durability: Durability, store: TournamentStore) -> OpenLobby:
    """Makes the lobby of a ladder; `store` keeps it."""

    def open_lobby(registry: MatchRegistry, ratings: LiveRatings) -> Lobby:
        ladder = ratings.ladder
        if ladder.format.has_rounds:
            return TournamentLobby(registry, ratings, store, durability=durability)
        settings = MatchmakingSettings(seats=ladder.seats, authors_apart=ladder.authors_apart)
        schedule = Continuous(
            settings,
            ratings.rating,
            random.SystemRandom(),
            ratings.past,
            limits=lambda: ratings.ladder.limits,
        )
        return Lobby(registry, ratings, schedule, durability=durability)

    return open_lobby

"""The lobby of a referee that serves others: its ladder is played for ever."""

import random

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobbies import OpenLobby
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Continuous
from bessemer.matches.records import Durability
from bessemer.matches.registry import MatchRegistry


def continuous_lobby(durability: Durability) -> OpenLobby:
    """Makes the lobby of a ladder that is played for ever."""

    def open_lobby(registry: MatchRegistry, ratings: LiveRatings) -> Lobby:
        ladder = ratings.ladder
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

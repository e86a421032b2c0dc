"""
The lobbies of the ladders that a referee plays, each opened when it starts or when it is first asked for.

It plays the ladders that it was told, or all of its database, those made while it runs as well.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import structlog

from bessemer.errors import BadRequest, LadderClosed, LadderNotFound
from bessemer.ladder.ladder import LadderStore
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry

_LOOK_SECONDS: Final = 5.0
"""So often it is looked for new ladders; one that a player names is found at once."""

OpenLobby = Callable[[MatchRegistry, LiveRatings], Lobby]
"""Makes the lobby of a ladder, with the schedule that it is played by."""


class PlayedLadders(NamedTuple):
    """Which ladders a referee plays."""

    names: tuple[str, ...] = ()
    plays_all: bool = False
    """Whether it plays all of its database, and `names` are not needed."""
    is_rated: bool = True
    """Whether their players are rated as they play."""


class Lobbies(MatchListener):
    """One lobby for each ladder that is played here."""

    def __init__(
        self,
        registry: MatchRegistry,
        store: LadderStore,
        played: PlayedLadders,
        open_lobby: OpenLobby,
    ) -> None:
        """None is open yet: see `open_first`."""
        self._registry = registry
        self._store = store
        self._played = played
        self._open_lobby = open_lobby
        self._lobbies: dict[str, Lobby] = {}
        self._opening = asyncio.Lock()
        self._tasks: asyncio.TaskGroup | None = None
        """Those that keep the lobbies up to date, while it runs."""
        self._log = structlog.get_logger()

    def __iter__(self) -> Iterator[Lobby]:
        """The lobbies that are open; also for other threads."""
        return iter(tuple(self._lobbies.values()))

    def open_first(self) -> None:
        """
        Open the lobbies of the ladders that are played from the start. Blocking.

        Raises:
            LadderNotFound: there is no such ladder.
        """
        for name in self._names():
            self._add(LiveRatings(self._store, name, is_rated=self._played.is_rated))

    def match_ended(self, match: Match) -> None:
        """Tell the lobby of its ladder."""
        if (lobby := self._lobbies.get(match.spec.ladder)) is not None:
            lobby.match_ended(match)

    async def of(self, ladder: str, field: str) -> Lobby:
        """
        The lobby of a ladder; without a name that of the only one.

        Raises:
            LadderClosed: it is not played here.
            BadRequest: none is named, and several are played; the error is about `field`.
        """
        name = ladder or self._only(field)
        if name not in self._lobbies and self._played.plays_all:
            await self._open(name)
        lobby = self._lobbies.get(name)
        if lobby is None:
            raise LadderClosed(
                f"this referee does not run the ladder {name[:40]!r}: {self._said()}", field=field
            )
        return lobby

    async def run(self) -> None:
        """Keep the ratings up to date and, if all ladders are played, look for new ones; for ever."""
        async with asyncio.TaskGroup() as tasks:
            self._tasks = tasks
            for lobby in self:
                tasks.create_task(lobby.refresh_ratings())
            while self._played.plays_all:
                await asyncio.sleep(_LOOK_SECONDS)
                await self._open_new()

    # --------------------------------------------------------------------------------- private

    def _names(self) -> list[str]:
        """The ladders that are to be played. Blocking."""
        if not self._played.plays_all:
            return list(dict.fromkeys(self._played.names))
        # One that is frozen waits until somebody asks for it: its history may be long.
        return [ladder.name for ladder in self._store.ladders() if not ladder.is_frozen]

    def _only(self, field: str) -> str:
        if len(self._lobbies) > 1:
            raise BadRequest(
                f"this referee runs several ladders, and none is named: {self._said()}", field=field
            )
        return next(iter(self._lobbies), "")

    def _said(self) -> str:
        return f"it runs {', '.join(sorted(self._lobbies))}" if self._lobbies else "it runs none"

    async def _open_new(self) -> None:
        try:
            names = await asyncio.to_thread(self._names)
        except Exception:  # noqa: BLE001 - a database that is away comes back
            self._log.warning("ladders cannot be read")
            return
        for name in names:
            if name not in self._lobbies:
                await self._open(name)

    async def _open(self, name: str) -> None:
        """Open the lobby of a ladder, if there is such a ladder."""
        async with self._opening:
            if name in self._lobbies:
                return
            is_rated = self._played.is_rated
            try:
                ratings = await asyncio.to_thread(LiveRatings, self._store, name, is_rated=is_rated)
            except LadderNotFound:
                return
            lobby = self._add(ratings)
            if self._tasks is not None:
                self._tasks.create_task(lobby.refresh_ratings())
            self._log.info("ladder opened", ladder=name)

    def _add(self, ratings: LiveRatings) -> Lobby:
        lobby = self._open_lobby(self._registry, ratings)
        self._lobbies[ratings.ladder.name] = lobby
        return lobby

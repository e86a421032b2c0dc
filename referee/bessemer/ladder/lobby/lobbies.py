"""
The lobbies of the ladders that a referee plays, each opened when it starts or when it is first asked for.

It plays the ladders that it was told, or all of its database, those made while it runs as well. Where
several referees share the database, one of them has the lobby of a ladder, and the others pass on to it
whoever asks for it (`bessemer.matches.durable.sharing`).
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import structlog

from bessemer.errors import BadRequest, LadderClosed, LadderNotFound
from bessemer.ladder.challenges import ladder_of
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.tournament.stages import StageStore, present_stage
from bessemer.matches.durable.sharing import Sharing
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
        store: StageStore,
        played: PlayedLadders,
        open_lobby: OpenLobby,
        sharing: Sharing,
    ) -> None:
        """None is open yet: see `open_first`."""
        self._registry = registry
        self._store = store
        self._played = played
        self._open_lobby = open_lobby
        self._sharing = sharing
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
            if (ratings := self._claimed(name)) is not None:
                self._add(ratings)

    @property
    def wanted(self) -> tuple[str, ...] | None:
        """The ladders that it plays if no other referee does; `None` for all."""
        return None if self._played.plays_all else self._played.names

    def take_up(self, matches: Iterable[Match]) -> None:
        """These matches of another referee continue here: their players are busy."""
        for match in matches:
            if (lobby := self._lobbies.get(ladder_of(match.spec))) is not None:
                lobby.take_up(match)

    def match_ended(self, match: Match) -> None:
        """Tell the lobby of its ladder."""
        if (lobby := self._lobbies.get(ladder_of(match.spec))) is not None:
            lobby.match_ended(match)

    async def of(self, ladder: str, field: str) -> Lobby:
        """
        The lobby of a ladder, or of the present stage of a competition; without a name that of the only one.

        Raises:
            Elsewhere: another referee has it.
            Draining: it is about to be opened.
            LadderClosed: it is not played here.
            BadRequest: none is named, and several are played; the error is about `field`.
        """
        name = ladder or self._only(field)
        if name not in self._lobbies:
            # A competition means the stage that it is in.
            stage = await asyncio.to_thread(present_stage, self._store, name)
            name = stage.name if stage is not None else name
        if name not in self._lobbies and self._played.plays_all:
            await self._open(name)
        lobby = self._lobbies.get(name)
        if lobby is None:
            await asyncio.to_thread(self._sharing.seek_ladder, name)
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
            while True:
                await asyncio.sleep(_LOOK_SECONDS)
                if self._played.plays_all:
                    await self.open_new()

    # --------------------------------------------------------------------------------- private

    def _names(self) -> list[str]:
        """The ladders that are to be played. Blocking."""
        if not self._played.plays_all:
            return list(dict.fromkeys(self._played.names))
        # One that is frozen waits until somebody asks for it: its history may be long.
        return [ladder.name for ladder in self._store.ladders() if not ladder.is_frozen]

    def _only(self, field: str) -> str:
        known = {*self._lobbies, *self._played.names}
        if len(known) > 1:
            raise BadRequest(
                f"this referee runs several ladders, and none is named: {self._said()}", field=field
            )
        return next(iter(known), "")

    def _said(self) -> str:
        known = {*self._lobbies, *self._played.names}
        return f"it runs {', '.join(sorted(known))}" if known else "it runs none"

    async def open_new(self) -> None:
        """Open the ladders that we play and have not opened, unless other referees have them."""
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
            try:
                ratings = await asyncio.to_thread(self._claimed, name)
            except LadderNotFound:
                return
            if ratings is None:
                return
            lobby = self._add(ratings)
            if self._tasks is not None:
                self._tasks.create_task(lobby.refresh_ratings())
            self._log.info("ladder opened", ladder=name)

    def _claimed(self, name: str) -> LiveRatings | None:
        """The ratings of a ladder, unless another referee has it. Blocking."""
        if not self._sharing.claim(name):
            return None
        return LiveRatings(self._store, name, is_rated=self._played.is_rated)

    def _add(self, ratings: LiveRatings) -> Lobby:
        lobby = self._open_lobby(self._registry, ratings)
        self._lobbies[ratings.ladder.name] = lobby
        return lobby

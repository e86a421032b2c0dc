"""
Where the server finds ladders and matches: folders with databases, and referees that play.

Ladders are read from a database if there is one, else asked of the referee; what is being played is always asked of the
referee itself, as any spectator would.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc

from bessemer.faces.language import key, tr
from bessemer.matches.durable.store import StoreError
from bessemer.replays.difference import ReplayDiffers
from bessemer.replays.reader import read_replay
from bessemer.runner.queries import opened, report_of
from bessemer.runner.report.facts import LadderReport
from bessemer.sdk.connection.channels import metadata_of, open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.connection.tls import Tls
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import (
    ladder_service_pb2_grpc,
    match_pb2,
    match_service_pb2_grpc,
)
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.frames import Frame
from bessemer.web.pages import Link, slug
from bessemer.web.replay_frames import replay_frames
from bessemer.web.server.forms import Refused
from bessemer.web.server.ladder.remote_ladders import remote_reports
from bessemer.web.site.ladder_site import FramesOf, LadderSite

_FRESH_SECONDS: Final = 5.0
"""So old may the pages of a ladder be."""
_READING_SHARE: Final = 30.0
"""Ladders with thousands of matches take seconds to read: no more than one part in so many of the time."""
_LIST_SECONDS: Final = 1.0
"""So old may the list of running matches be."""
_MOST_LISTED: Final = 100
_ANSWER_SECONDS: Final = 5.0
_PATIENCE: Final = 60.0
"""Seconds for the lists of a ladder: they may be long, and the referee has better things to do."""
_NO_MATCH: Final = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.INVALID_ARGUMENT)


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """A folder, a referee, or both."""

    data: Path | None = None
    database: str = ""
    referee: str = ""
    token: str = ""
    tls: Tls | None = None
    register: Callable[[str], Awaitable[str]] | None = None
    """Registers a new player of this name, if this referee takes guests; the player's token."""
    bot_token: Callable[[str], Awaitable[str]] | None = None
    """A token of the shipped bot of this name, where these are registered."""
    organiser_token: str = ""
    """Creates matches with a prepared set-up, for lessons; "" where the pages may not."""
    takes_matches: bool = True
    """Whether players may create matches at the referee."""

    @property
    def key(self) -> str:
        """Names the referee, also after a restart; "" if there is none."""
        return str(self.data.resolve()) if self.data and self.referee else self.referee


class Source:
    """One folder or referee, and what is known of it; everything is read when it is asked for."""

    def __init__(self, config: SourceConfig, *, offers_seats: bool = False) -> None:
        self.config = config
        self.offers_seats = offers_seats
        """Whether people can take a seat on its ladders."""
        self._sites: dict[str, LadderSite] = {}
        self._read_again = -1e9
        self._reading = asyncio.Lock()
        self._listed: dict[int, tuple[float, list[match_pb2.Match]]] = {}
        """By the state that was asked for: when the matches were listed, and which they were."""
        self._listing = asyncio.Lock()
        self._channel: grpc.aio.Channel | None = None
        self._is_spectator = False
        """Whether our token is known to be no organiser's."""
        self.trouble = ""
        """Why the referee could not be asked; empty if it could."""
        self.is_away = False
        """Whether it did not answer when it was asked what our token may do."""

    async def close(self) -> None:
        """Let go of the referee."""
        if self._channel is not None:
            await self._channel.close()

    # --- Ladders ----------------------------------------------------------------------------------

    async def sites(self) -> dict[str, LadderSite]:
        """The ladders by the names of their folders."""
        async with self._reading:
            begun = time.monotonic()
            if begun > self._read_again:
                found = await self._find_sites()
                if found is not None:
                    self._sites = found
                    await self._offer_seats()
                now = time.monotonic()
                share = 0.0 if found is None else _READING_SHARE
                self._read_again = now + max(_FRESH_SECONDS, share * (now - begun))
        return self._sites

    async def _find_sites(self) -> dict[str, LadderSite] | None:
        """All ladders; `None` if nobody can tell us now."""
        if self.config.data is not None or self.config.database:
            return await asyncio.to_thread(self._read_sites)
        return await self._ask_for_sites() if self.config.referee else {}

    async def _offer_seats(self) -> None:
        """Lead from the pages of a ladder that is played now to a seat on it."""
        for site in self._sites.values() if self.offers_seats else ():
            lobby = await self.lobby(site.report.facts.name)
            if lobby is not None and not lobby.ladder.frozen:
                site.add_link(Link(key("Play here"), f"{site.folder}play"))

    async def _ask_for_sites(self) -> dict[str, LadderSite] | None:
        """From the referee, page by page."""
        if await self.spectating() is None:
            return None
        try:
            reports = await remote_reports(self.calls(seconds=_PATIENCE))
        except CallFailed as error:
            self.trouble = str(error)
            return None
        loop = asyncio.get_running_loop()

        def frames_of(match_id: str) -> Frame | None:
            """As from a database: it is asked in a thread."""
            asked = asyncio.run_coroutine_threadsafe(self.replay(match_id), loop)
            return frames_or_none(asked.result())

        return {slug(one.facts.name): self._site(one, frames_of) for one in reports}

    def _read_sites(self) -> dict[str, LadderSite]:
        data = self.config.data or Path()
        try:
            with opened(data, self.config.database) as store:
                ladders = SqlLadderStore(store).ladders()
                reports = [report_of(store, one.name, data=self.config.data) for one in ladders]
        except StoreError:
            return self._sites
        return {slug(one.facts.name): self._site(one, self.frames_from_database) for one in reports}

    def _site(self, report: LadderReport, frames_of: FramesOf) -> LadderSite:
        return LadderSite(report, f"ladders/{slug(report.facts.name)}/", frames_of)

    def frames_from_database(self, match_id: str) -> Frame | None:
        """A finished match, if everybody may see it. Blocking."""
        try:
            with opened(self.config.data or Path(), self.config.database) as store:
                saved = store.match(match_id)
                if saved is None or saved.is_secret:
                    return None
                content = store.replay(match_id)
        except StoreError:
            return None
        return frames_or_none(content or b"")

    # --- The referee ------------------------------------------------------------------------------

    @property
    def stub(self) -> Any:  # noqa: ANN401 - grpc's stubs know no asyncio
        """The referee's service, if there is a referee."""
        return (
            match_service_pb2_grpc.MatchServiceStub(self.channel) if self.config.referee else None
        )

    @property
    def channel(self) -> grpc.aio.Channel:
        """The connection to the referee, if there is a referee."""
        if self._channel is None:
            self._channel = open_channel(self.config.referee, tls=self.config.tls)
        return self._channel

    @property
    def ladders(self) -> Any:  # noqa: ANN401 - grpc's stubs know no asyncio
        """The referee's ladder, if there is a referee."""
        return (
            ladder_service_pb2_grpc.LadderServiceStub(self.channel) if self.config.referee else None
        )

    async def lobby(self, ladder: str, token: str = "") -> ladder_pb.GetLobbyResponse | None:
        """Who waits on a ladder, asked with our token or another; `None` if it is not played now."""
        if not self.config.referee:
            return None
        try:
            found: ladder_pb.GetLobbyResponse = await self.calls(token)(
                ladder_pb.GetLobbyRequest(ladder=ladder)
            )
        except CallFailed:
            return None
        return found

    def calls(self, token: str = "", seconds: float = _ANSWER_SECONDS) -> RefereeCalls:
        """Calls of the referee with our token or another."""
        return RefereeCalls(self.channel, token or self.config.token, seconds=seconds)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Who asks."""
        return tuple(metadata_of(self.config.token))

    async def spectating(self) -> RefereeCalls | None:
        """
        The referee's calls, if we may show what it tells us; else `None`.

        An organiser may watch what spectators must not see yet, and a page would show it to everybody.
        """
        if not self.config.referee:
            return None
        calls = self.calls()
        if self._is_spectator:
            return calls
        try:
            await calls(admin.GetStatusRequest())
        except CallFailed as error:
            if error.status is grpc.StatusCode.PERMISSION_DENIED:
                self._is_spectator = True
                return calls
            self.trouble, self.is_away = str(error), True
            return None
        self.is_away = False
        self.trouble = (
            "BESSEMER_TOKEN is an organiser's, who sees more than spectators may: use a spectator's"
        )
        return None

    async def matches(
        self, status: match_pb2.MatchStatus.ValueType = match_pb2.MATCH_STATUS_UNSPECIFIED
    ) -> list[match_pb2.Match]:
        """
        The newest matches of the referee, in any state or in one; those of the last moment if it does not answer.
        """
        if not self.config.referee:
            return []
        async with self._listing:
            asked, known = self._listed.get(status, (-1e9, []))
            if time.monotonic() - asked < _LIST_SECONDS:
                return known
            if (calls := await self.spectating()) is None:
                return known
            try:
                found = await calls(pb.ListMatchesRequest(page_size=_MOST_LISTED, status=status))
                known, self.trouble = list(found.matches), ""
            except CallFailed as error:
                self.trouble = str(error)
            self._listed[status] = (time.monotonic(), known)
            return known

    async def replay(self, match_id: str) -> bytes:
        """
        The replay of a match that is over; empty if the referee does not give it.

        Raises:
            Refused: the referee is too busy, or does not answer.
        """
        calls = await self.spectating()
        if calls is None:
            return b""
        try:
            # All visitors share what the referee allows this server: it is waited for a little.
            found = await calls(pb.GetReplayRequest(match_id=match_id))
        except CallFailed as error:
            if not error.is_away:
                return b""
            sentence = tr("The referee does not answer now; try again in a moment.")
            raise Refused(503, sentence, max(1, math.ceil(error.wait))) from None
        return bytes(found.replay)


def frames_or_none(content: bytes) -> Frame | None:
    """The frames of a replay; `None` if it is none that these rules can play."""
    try:
        return replay_frames(read_replay(content)) if content else None
    except ReplayDiffers:
        return None


async def with_match(sources: Sequence[Source], match_id: str) -> Source:
    """
    The source whose referee has the match.

    Raises:
        Refused: none has it, or one that may have it does not answer.
    """
    source, _ = await found_match(sources, match_id)
    return source


async def found_match(sources: Sequence[Source], match_id: str) -> tuple[Source, match_pb2.Match]:
    """
    The source whose referee has the match, and the match.

    Raises:
        Refused: none has it, or one that may have it does not answer.
    """
    is_away = False
    for source in sources:
        calls = await source.spectating()
        if calls is None:
            is_away = is_away or source.is_away
            continue
        try:
            return source, await calls.match(match_id)
        except CallFailed as error:
            is_away = is_away or error.status not in _NO_MATCH
    if is_away:
        raise Refused(503, tr("The referee does not answer now; try again in a moment."), 2)
    raise Refused(404, tr("No referee here plays this match."))

"""The calls of LadderService about standings: from the database, where they are kept up to date."""

import asyncio
from collections import OrderedDict
from typing import Final

from bessemer.errors import LadderNotFound, PlayerNotFound
from bessemer.ladder.ladder import Revision
from bessemer.rpc.ladders.ladder_messages import ladder_message, rated_message, standing_message
from bessemer.rpc.ladders.rating_process import RatingProcess
from bessemer.rpc.matches.listing import number_page, page_size
from bessemer.storage.ladders.kept_standings import SeasonState, SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.v1 import ladder_service_pb2 as pb

_SHORTEST_PAUSE: Final = 1.0
"""So many seconds are between two updates, and so many times as long as the last one took:"""
_PAUSE_BY_TIME: Final = 4.0
_MOST_PAGES: Final = 256


class Standings:
    """See proto/bessemer/v1/ladder_service.proto for what each call promises."""

    def __init__(self, kept: SqlStandings, store: SqlLadderStore, rating: RatingProcess) -> None:
        self._kept = kept
        self._store = store
        self._rating = rating
        self._updating = asyncio.Lock()
        self._next_update = 0.0
        self._shown_until: dict[tuple[str, int], float] = {}
        """By ladder and season: until when what was made last is recent enough to be listed."""
        self._pages: OrderedDict[tuple[str, int, int, int], tuple[Revision, bytes]] = OrderedDict()
        """Pages as they were last sent, and of which revision they are."""

    async def state(self, ladder: str, season: int = 0) -> SeasonState:
        """
        A season, the one that runs if none is given, with standings of all that was rated before the call.

        Raises:
            LadderNotFound: there is no such ladder.
        """
        state = await self._read(ladder, season)
        if state.is_current:
            return state
        async with self._updating:  # others who ask meanwhile wait for the same update
            state = await self._read(ladder, season)
            if not state.is_current:
                loop = asyncio.get_running_loop()
                # While matches end all the time, one update serves all who asked since the last.
                await asyncio.sleep(max(0.0, self._next_update - loop.time()))
                began = loop.time()
                await self._rating.update(ladder, state.season)
                pause = max(_SHORTEST_PAUSE, _PAUSE_BY_TIME * (loop.time() - began))
                self._next_update = self._shown_until[ladder, state.season] = loop.time() + pause
        return await self._read(ladder, season)

    async def _recent_state(self, ladder: str, season: int) -> SeasonState:
        """
        The same, but while matches end all the time nobody waits for those of the last moment.

        What an organiser has done since is in it all the same.
        """
        state = await self._read(ladder, season)
        shown_until = self._shown_until.get((ladder, state.season), 0.0)
        is_recent = asyncio.get_running_loop().time() < shown_until
        if is_recent and state.kept.audit == state.history.audit:
            return state
        return await self.state(ladder, season)

    async def ListStandings(self, request: pb.ListStandingsRequest) -> bytes:
        size, after = page_size(request.page_size), number_page(request.page_token)
        state = await self._recent_state(request.ladder, request.season)
        key = request.ladder, state.season, size, after
        known = self._pages.pop(key, None)
        if known is None or known[0] != state.kept:
            known = state.kept, await asyncio.to_thread(self._encoded, state, size, after)
        self._pages[key] = known
        if len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)
        return known[1]

    async def GetStanding(self, request: pb.GetStandingRequest) -> pb.GetStandingResponse:
        state = await self.state(request.ladder)
        found = await asyncio.to_thread(self._kept.of_player, state, request.player)
        if not found:
            raise PlayerNotFound("nobody of this name was rated in this season", field="player")
        found.sort(key=lambda row: row.first_drawn, reverse=True)
        versions = list(map(standing_message, found))
        return pb.GetStandingResponse(standing=versions[0], versions=versions)

    async def ListPlayerMatches(self, request: pb.ListPlayerMatchesRequest) -> bytes:
        size, before = page_size(request.page_size), number_page(request.page_token)
        state = await self.state(request.ladder)
        return await asyncio.to_thread(self._encoded_matches, state, request.player, before, size)

    async def ListRatedMatches(self, request: pb.ListRatedMatchesRequest) -> bytes:
        # The standings are made of these matches, so they need not be up to date.
        size, after = page_size(request.page_size), number_page(request.page_token)
        state = await self._read(request.ladder, request.season)
        return await asyncio.to_thread(self._encoded_history, state, after, size)

    def _encoded_history(self, state: SeasonState, after: int, size: int) -> bytes:
        found = self._store.history(state.ladder.name, state.season, after, size + 1)
        return pb.ListRatedMatchesResponse(
            ladder=ladder_message(state.ladder),
            season=state.season,
            matches=map(rated_message, found[:size]),
            next_page_token=str(found[size - 1].number) if len(found) > size else "",
        ).SerializeToString()

    def _encoded_matches(self, state: SeasonState, player: str, before: int, size: int) -> bytes:
        found = self._kept.matches_of(state, player, before, size + 1)
        return pb.ListPlayerMatchesResponse(
            matches=map(rated_message, found[:size]),
            next_page_token=str(found[size - 1].number) if len(found) > size else "",
        ).SerializeToString()

    def _encoded(self, state: SeasonState, size: int, after: int) -> bytes:
        rows = self._kept.page(state, after, size + 1)
        return pb.ListStandingsResponse(
            ladder=ladder_message(state.ladder),
            standings=map(standing_message, rows[:size]),
            next_page_token=str(after + size) if len(rows) > size else "",
        ).SerializeToString()

    async def _read(self, ladder: str, season: int) -> SeasonState:
        state = await asyncio.to_thread(self._kept.state, ladder, season)
        if state is None:
            raise LadderNotFound(
                "there is no ladder of this name; ListLadders tells which there are",
                field="ladder",
            )
        return state

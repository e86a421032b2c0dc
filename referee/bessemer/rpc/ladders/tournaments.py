"""The call of LadderService about tournaments: how a ladder with rounds stands."""

import asyncio
from collections import OrderedDict
from typing import Final

from bessemer.errors import LadderNotFound
from bessemer.ladder.ladder import RatedMatch, Revision
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.rpc.ladders.tournament_messages import tournament_message
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.v1 import ladder_service_pb2 as pb

_MOST_KEPT: Final = 64


class Tournaments:
    """See proto/bessemer/v1/ladder_service.proto for what the call promises."""

    def __init__(self, store: SqlLadderStore) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, int], tuple[Revision, bytes]] = OrderedDict()
        """What was sent last of each season, and of which revision it is."""

    async def GetTournament(self, request: pb.GetTournamentRequest) -> bytes:
        return await asyncio.to_thread(self._encoded, request.ladder, request.season)

    def _encoded(self, name: str, season: int) -> bytes:
        ladder = self._store.ladder(name)
        if ladder is None or not 0 <= season <= ladder.season:
            what = "no ladder of this name" if ladder is None else "no such season of this ladder"
            raise LadderNotFound(f"there is {what}", field="ladder" if ladder is None else "season")
        revision = self._store.revision(name)
        key = name, season or ladder.season
        known = self._kept.get(key)
        if known is None or known[0] != revision:
            # A continuous ladder has nothing to say, however long its history is.
            history: list[RatedMatch] | None = None if ladder.format.has_rounds else []
            record = TournamentRecord.read(self._store, ladder, key[1], history)
            known = revision, tournament_message(ladder, record).SerializeToString()
        self._kept[key] = known
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return known[1]

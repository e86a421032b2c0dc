"""
Notices that a ladder with rounds has its result.

The result follows from what is in the database, so no moment of it is lost: after a kill it is noticed
again, and queued unless it was.
"""

import asyncio
from contextlib import suppress
from typing import Final

from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.matches.durable.store import StoreError
from bessemer.rpc.webhooks.alerts import LOOK_SECONDS
from bessemer.rpc.webhooks.delivery import WebhookDelivery
from bessemer.runtime.threads import finished
from bessemer.storage.webhooks.queueing import Event, Topic

_NONE: Final = TournamentRecord()


class StageWatch:
    """Tells webhooks of stages that are finished."""

    def __init__(self, delivery: WebhookDelivery, lobbies: Lobbies) -> None:
        self._delivery = delivery
        self._lobbies = lobbies
        self._seen: dict[str, TournamentRecord] = {}

    async def run(self) -> None:
        """Look, for ever."""
        while True:
            with suppress(StoreError):  # it is looked at again
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """
        Queue what is finished.

        Raises:
            StoreError: it cannot be queued now.
        """
        for lobby in self._lobbies:
            ladder, record = lobby.ratings.ladder.name, lobby.ratings.tournament
            if record is self._seen.get(ladder, _NONE):
                continue
            if await asyncio.to_thread(_is_over, record):
                event = finished_stage(ladder, record)
                await finished(asyncio.to_thread(self._delivery.store.queue, event))
                self._delivery.look()
            self._seen[ladder] = record


def _is_over(record: TournamentRecord) -> bool:
    result = record.result
    return result is not None and result.is_over


def finished_stage(ladder: str, record: TournamentRecord) -> Event:
    """The event of a ladder's season that is over."""
    result = record.result
    assert result is not None, ladder
    times = [one.ended for one in record.past] + [one.time for one in record.walkovers]
    return Event(
        f"stage-{ladder}-{record.season}-{len(times)}",
        Topic.STAGE_FINISHED,
        ladder,
        {
            "ladder": ladder,
            "season": record.season,
            "format": result.format.value,
            "rounds": result.rounds_in_all,
            "winners": list(result.winners),
            "table": [
                {"place": row.place, "player": row.player, "points": float(row.points)}
                for row in result.table
            ],
        },
        max(times, default=0.0),
    )

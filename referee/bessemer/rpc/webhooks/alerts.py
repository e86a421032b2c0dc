"""
Notices what an organiser must know of at once, and what is over again.

Prometheus notices more (docs/alerts.md). This is for those who run none: what stops play, or soon will.
"""

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import structlog

from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.matches.durable.journal import Journal
from bessemer.matches.durable.store import StoreError
from bessemer.rpc.webhooks.delivery import WebhookDelivery
from bessemer.rpc.webhooks.posting import NotDelivered
from bessemer.runtime.threads import finished
from bessemer.storage.webhooks.queueing import Event, Topic, Webhook
from bessemer.storage.webhooks.webhook_store import Queued

LOOK_SECONDS: Final = 1.0
_LOW: Final = 1 << 30
"""Bytes: a ladder writes some hundred megabytes an hour."""


class Alert(NamedTuple):
    """Something that stops play, or soon will."""

    name: str
    ladder: str = ""


Messages = dict[Alert, str]
"""The alerts that ring, each with what to say of it."""


class AlertWatch:
    """Tells webhooks of alerts that begin, and of those that are over."""

    def __init__(
        self,
        delivery: WebhookDelivery,
        ringing: Callable[[], Messages],
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._delivery = delivery
        self._ringing = ringing
        self._wall = wall
        self._known: Messages = {}
        self._untold: list[Event] = []
        self._webhooks: list[Webhook] = []
        """As the database had them when it could last be read."""

    async def run(self) -> None:
        """Look, for ever."""
        await self._read()
        while True:
            await self.look()
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Queue what has changed; what cannot be queued is sent at once."""
        now = await asyncio.to_thread(self._ringing)
        news = [
            _event(alert, "began", now[alert], self._wall()) for alert in now.keys() - self._known
        ]
        news += [
            _event(alert, "over", self._known[alert], self._wall())
            for alert in self._known.keys() - now
        ]
        self._known = now
        self._untold += news
        try:
            while self._untold:
                await finished(asyncio.to_thread(self._delivery.store.queue, self._untold[0]))
                del self._untold[0]
                self._delivery.look()
        except StoreError:
            # Perhaps that is the news. It is queued as well, as soon as that is possible.
            await self._send(news)
        else:
            if news:
                await self._read()

    async def _read(self) -> None:
        with suppress(StoreError):
            found = await finished(asyncio.to_thread(self._delivery.store.all))
            self._webhooks = [webhook for webhook, _ in found]

    async def _send(self, news: list[Event]) -> None:
        if not news:
            return
        await self._read()
        for event in news:
            for webhook in self._webhooks:
                if webhook.wants(event.kind, event.ladder):
                    queued = Queued(
                        0, event.event_id, event.kind, event.data, None, self._wall(), 0
                    )
                    try:
                        await self._delivery.send(webhook, queued)
                    except NotDelivered as error:
                        structlog.get_logger().warning(
                            "webhook fails", webhook=webhook.name, why=str(error)
                        )


def ringing(
    journal: Journal, lobbies: Lobbies, data: Path, disabled_bots: Callable[[], int]
) -> Messages:
    """The alerts of a referee, as it is now; also for other threads."""
    return dict(_ringing(journal, lobbies, data, disabled_bots))


def _ringing(
    journal: Journal, lobbies: Lobbies, data: Path, disabled_bots: Callable[[], int]
) -> Iterator[tuple[Alert, str]]:
    if failure := journal.failure:
        yield Alert("journal_down"), f"the journal cannot be written, and no clock runs: {failure}"
    with suppress(OSError):
        if shutil.disk_usage(data).free < _LOW:
            yield Alert("disk_low"), f"less than 1 GiB is free on the disk of {data}"
    for lobby in lobbies:
        ladder = lobby.ratings.ladder
        if ladder.is_frozen:
            yield Alert("ladder_frozen", ladder.name), f"the ladder {ladder.name} is frozen"
    if disabled_bots():
        yield (
            Alert("bots_disabled"),
            "bots of this run keep failing and are not started for a while",
        )


def _event(alert: Alert, state: str, message: str, now: float) -> Event:
    of_ladder = f"-{alert.ladder}" if alert.ladder else ""
    return Event(
        f"alert-{alert.name}{of_ladder}-{state}-{int(now * 1000)}",
        Topic.ALERT,
        alert.ladder,
        {"alert": alert.name, "state": state, "ladder": alert.ladder, "message": message},
    )

"""Sends what is queued for webhooks, beside the matches: these never wait for it."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import structlog

from bessemer.matches.durable.store import StoreError
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.rpc.webhooks.payloads import payload
from bessemer.rpc.webhooks.posting import NotDelivered, Poster, signed_headers
from bessemer.runtime.threads import finished
from bessemer.storage.webhooks.queueing import Webhook
from bessemer.storage.webhooks.webhook_store import HELD_SECONDS, Queued, WebhookStore

_LOOK_SECONDS: Final = 1.0
"""How often it looks for events of others, and for those to be sent again."""
_AT_ONCE: Final = 20
"""Events of a webhook that are taken together, so that they cost one commit."""
_SIDE_BY_SIDE: Final = 4


class WebhookDelivery(MatchListener):
    """Sends the events of a database to its webhooks."""

    def __init__(
        self, store: WebhookStore, poster: Poster, *, wall: Callable[[], float] = time.time
    ) -> None:
        """Nothing is sent before `run`."""
        self.store = store
        self.poster = poster
        self._wall = wall
        self._news = asyncio.Event()
        self._log = structlog.get_logger()

    def match_ended(self, match: Match) -> None:  # noqa: ARG002 - whichever it is
        """Look at once."""
        self._news.set()

    def look(self) -> None:
        """There is something new."""
        self._news.set()

    async def run(self) -> None:
        """Send, for ever; a webhook that answers slowly holds up no other."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                # A database that is away is logged elsewhere; its events are still there afterwards.
                with suppress(StoreError):
                    for webhook, events in await self._take():
                        tasks.create_task(self._send_all(webhook, events))
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._news.wait()
                self._news.clear()

    async def _take(self) -> list[tuple[Webhook, list[Queued]]]:
        return await finished(asyncio.to_thread(self.store.take, self._wall(), _AT_ONCE))

    async def send(self, webhook: Webhook, event: Queued) -> None:
        """
        Send one event, once.

        Raises:
            NotDelivered: it did not arrive.
        """
        body = payload(event)
        headers = signed_headers(webhook.secret, event.event_id, int(self._wall()), body)
        await self.poster.post(webhook.url, body, headers)

    async def _send_all(self, webhook: Webhook, events: Sequence[Queued]) -> None:
        """Send these events, a few at a time, until one fails."""
        sent: list[Queued] = []
        failed: list[tuple[Queued, str]] = []
        left = list(reversed(events))
        give_up = time.monotonic() + HELD_SECONDS / 2

        async def send_on() -> None:
            while left and not failed and time.monotonic() < give_up:
                event = left.pop()
                try:
                    await self.send(webhook, event)
                    sent.append(event)
                except NotDelivered as error:
                    failed.append((event, str(error)))

        await asyncio.gather(*(send_on() for _ in range(_SIDE_BY_SIDE)))
        bad, problem = failed[0] if failed else (None, "")
        if problem and problem != webhook.problem:
            self._log.warning("webhook fails", webhook=webhook.name, why=problem)
        with suppress(StoreError):
            settled = asyncio.to_thread(
                self.store.settle, webhook, sent, bad, problem, self._wall()
            )
            if dropped := await finished(settled):
                self._log.warning("webhook events dropped", webhook=webhook.name, count=dropped)
        self._news.set()

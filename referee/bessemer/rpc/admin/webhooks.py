"""The calls of AdminService about webhooks."""

import asyncio
import secrets
from collections.abc import Callable
from typing import Final

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.accounts.names import check_name
from bessemer.accounts.tokens import Caller
from bessemer.errors import BadRequest
from bessemer.ladder.ladder import LadderStore
from bessemer.rpc.matches.match_messages import set_time
from bessemer.rpc.webhooks.delivery import WebhookDelivery
from bessemer.rpc.webhooks.destinations import BadDestination, Destinations, destination_of
from bessemer.rpc.webhooks.posting import NotDelivered, new_secret
from bessemer.storage.webhooks.queueing import Topic, Webhook
from bessemer.storage.webhooks.webhook_store import Queued
from bessemer.v1 import admin_service_pb2 as pb

_KINDS: Final = (Topic.MATCH_ENDED, Topic.STAGE_FINISHED, Topic.ALERT)
_MOST: Final = 20


class WebhookAdmin:
    """See proto/bessemer/v1/admin_service.proto for what each call promises."""

    def __init__(
        self,
        delivery: WebhookDelivery,
        destinations: Destinations,
        ladders: LadderStore,
        wall: Callable[[], float],
    ) -> None:
        self._delivery = delivery
        self._destinations = destinations
        self._store = delivery.store
        self._ladders = ladders
        self._wall = wall

    async def CreateWebhook(
        self, request: pb.CreateWebhookRequest, caller: Caller
    ) -> pb.CreateWebhookResponse:
        try:
            destination = destination_of(request.url)
            await self._destinations.address_of(destination)
        except BadDestination as error:
            raise BadRequest(str(error), field="url") from None
        name = request.name or destination.host
        check_name(name, "name")
        self._check_kinds(list(request.kinds))
        there = await asyncio.to_thread(self._store.all)
        if len(there) >= _MOST:
            raise BadRequest(f"there are {_MOST} webhooks already: remove one", field="name")
        known = {ladder.name for ladder in await asyncio.to_thread(self._ladders.ladders)}
        for number, ladder in enumerate(request.ladders):
            if ladder not in known:
                raise BadRequest(f"there is no ladder {ladder[:40]!r}", field=f"ladders[{number}]")
        webhook = Webhook(
            name,
            request.url,
            new_secret(),
            tuple(request.kinds),
            tuple(request.ladders),
            self._wall(),
        )
        entry = self._entry(caller, "create webhook", name, request.url)
        await asyncio.to_thread(self._store.add, webhook, entry)
        return pb.CreateWebhookResponse(webhook=_message(webhook, 0), secret=webhook.secret)

    async def ListWebhooks(self, _request: pb.ListWebhooksRequest) -> pb.ListWebhooksResponse:
        found = await asyncio.to_thread(self._store.all)
        return pb.ListWebhooksResponse(webhooks=[_message(*one) for one in found])

    async def TestWebhook(self, request: pb.TestWebhookRequest) -> pb.TestWebhookResponse:
        webhook = await asyncio.to_thread(self._store.webhook, request.name)
        event_id = f"test-{secrets.token_hex(8)}"
        data = {"webhook": webhook.name}
        event = Queued(0, event_id, Topic.TEST, data, None, self._wall(), 0)
        try:
            await self._delivery.send(webhook, event)
        except NotDelivered as error:
            return pb.TestWebhookResponse(problem=str(error))
        return pb.TestWebhookResponse()

    async def DeleteWebhook(
        self, request: pb.DeleteWebhookRequest, caller: Caller
    ) -> pb.DeleteWebhookResponse:
        entry = self._entry(caller, "delete webhook", request.name, "")
        await asyncio.to_thread(self._store.remove, request.name, entry)
        return pb.DeleteWebhookResponse()

    def _check_kinds(self, kinds: list[str]) -> None:
        for number, kind in enumerate(kinds):
            if kind not in _KINDS:
                raise BadRequest(
                    f"no event is of the type {kind[:40]!r}",
                    field=f"kinds[{number}]",
                    allowed=tuple(_KINDS),
                )

    def _entry(self, caller: Caller, action: str, name: str, why: str) -> AuditEntry:
        return AuditEntry(self._wall(), caller.signature, NO_LADDER, action, name, why)


def _message(webhook: Webhook, waiting: int) -> pb.Webhook:
    message = pb.Webhook(
        name=webhook.name,
        url=webhook.url,
        kinds=webhook.kinds,
        ladders=webhook.ladders,
        waiting=waiting,
        failures=webhook.failures,
        problem=webhook.problem,
    )
    set_time(message.create_time, webhook.created)
    return message

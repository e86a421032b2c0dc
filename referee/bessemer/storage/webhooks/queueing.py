"""
Putting events into the queue of webhooks, in the transaction of what has happened.

So an event is queued exactly if it has happened, whatever is killed when.
"""

import math
import time
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from bessemer.matches.records import Ended
from bessemer.storage.database.schema import matches, webhook_events, webhooks
from bessemer.storage.matches.inserts import insert_all


class Topic(StrEnum):
    """What an event tells of."""

    MATCH_ENDED = "match.ended"
    STAGE_FINISHED = "stage.finished"
    ALERT = "alert"
    TEST = "test"


class Event(NamedTuple):
    """Something that has happened, other than the end of a match."""

    event_id: str
    """By which a receiver knows an event that comes twice."""
    kind: Topic
    ladder: str
    """The ladder that it is of; "" if it concerns all."""
    data: dict[str, Any]
    happened: float = math.inf
    """When, in seconds since the epoch: webhooks that were added later are not sent it."""


class Webhook(NamedTuple):
    """An address that is told what happens."""

    name: str
    url: str
    secret: str
    kinds: tuple[str, ...]
    """The kinds of events that it is sent; empty for all."""
    ladders: tuple[str, ...]
    """The ladders that they are of; empty for all."""
    created: float
    failures: int = 0
    """Attempts that have failed since the last success."""
    due: float = 0.0
    """Nothing is sent before."""
    problem: str = ""
    """Why the last attempt failed; "" if it did not."""

    def wants(self, kind: Topic, ladder: str) -> bool:
        """Whether it is sent such an event; `ladder` is "" if that concerns all of them."""
        is_meant = not self.ladders or not ladder or ladder in self.ladders
        return is_meant and (not self.kinds or kind.value in self.kinds)


def queue_ends(connection: Connection, ended: Sequence[Ended]) -> None:
    """Queue the ends of these matches, for the webhooks that want them."""
    kind = Topic.MATCH_ENDED
    listening = [one for one in all_webhooks(connection) if not one.kinds or kind in one.kinds]
    if not listening:
        return
    ids = [one.match_id for one in ended]
    query = select(matches.c.match_id, matches.c.ladder).where(matches.c.match_id.in_(ids))
    ladders = {row.match_id: row.ladder for row in connection.execute(query)}
    rows = [
        _row(webhook, f"match-{one.match_id}", kind, match_id=one.match_id)
        for one in ended
        for webhook in listening
        if not webhook.ladders or ladders[one.match_id] in webhook.ladders
    ]
    insert_all(connection, webhook_events, rows, "webhook", "event")


def queue(connection: Connection, event: Event) -> None:
    """Queue an event for the webhooks that want it."""
    rows = [
        _row(webhook, event.event_id, event.kind, data=event.data)
        for webhook in all_webhooks(connection)
        if webhook.wants(event.kind, event.ladder) and webhook.created <= event.happened
    ]
    insert_all(connection, webhook_events, rows, "webhook", "event")


def all_webhooks(connection: Connection) -> list[Webhook]:
    """The webhooks, by name."""
    query = select(webhooks).order_by(webhooks.c.name)
    return [Webhook(*row) for row in connection.execute(query)]


def _row(
    webhook: Webhook,
    event_id: str,
    kind: Topic,
    *,
    match_id: str | None = None,
    data: dict[str, Any] | None = None,
) -> dict[str, Any]:
    now = time.time()
    return {
        "webhook": webhook.name,
        "event": event_id,
        "kind": kind.value,
        "match_id": match_id,
        "data": data,
        "created": now,
        "due": now,
        "attempts": 0,
    }

"""
The webhooks of a database, and their queues.

Several referees may share the database. One of them takes the next events of a webhook and holds it for a
while, so that an event is sent twice only if a referee dies between sending and noting it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import AlreadyExists, BadRequest
from bessemer.matches.records import SavedMatch
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import webhook_events, webhooks
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.webhooks.queueing import Event, Topic, Webhook, all_webhooks, queue

MOST_EVENTS: Final = 10_000
"""In the queue of one webhook; the oldest are dropped for newer ones."""
MOST_SECONDS: Final = 3 * 86_400.0
"""How long it is tried to send an event."""
HELD_SECONDS: Final = 60.0
"""How long a referee may take to send what it has taken."""
_SENT: Final = 1e18
"""When an event is due that was sent and stays, so that nobody queues it again: never."""
_PAUSES: Final = (5.0, 15.0, 60.0, 300.0, 900.0, 3600.0)
"""After the first failure, the second and so on; the last again and again."""


class Queued(NamedTuple):
    """An event that a webhook has yet to be sent."""

    number: int
    event_id: str
    kind: Topic
    data: dict[str, Any] | None
    match: SavedMatch | None
    """The match that has ended, if it tells of one."""
    created: float
    attempts: int


def pause(failures: int) -> float:
    """How many seconds to wait after so many failures in a row."""
    return _PAUSES[min(failures, len(_PAUSES)) - 1]


class WebhookStore:
    """Keeps webhooks and their queues. Blocking; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._database = store.database

    def all(self) -> list[tuple[Webhook, int]]:
        """The webhooks by name, each with the number of events that it has yet to be sent."""
        waiting = (
            select(func.count())
            .where(webhook_events.c.webhook == webhooks.c.name, webhook_events.c.due < _SENT)
            .scalar_subquery()
        )
        query = select(webhooks, waiting).order_by(webhooks.c.name)
        with self._database.reading() as connection:
            return [(Webhook(*row[:-1]), row[-1]) for row in connection.execute(query)]

    def webhook(self, name: str) -> Webhook:
        """
        The webhook of this name.

        Raises:
            BadRequest: there is none.
        """
        with self._database.reading() as connection:
            return _found(connection, name)

    def add(self, webhook: Webhook, entry: AuditEntry) -> None:
        """
        Add a webhook.

        Raises:
            AlreadyExists: there is one of this name.
        """
        with self._database.writing() as connection:
            if webhook.name in {one.name for one in all_webhooks(connection)}:
                raise AlreadyExists(
                    f"there is a webhook {webhook.name} already: remove it, or choose another name",
                    field="name",
                )
            connection.execute(insert(webhooks).values(**webhook._asdict()))
            note(connection, entry)

    def remove(self, name: str, entry: AuditEntry) -> None:
        """
        Remove a webhook with its queue.

        Raises:
            BadRequest: there is none of this name.
        """
        with self._database.writing() as connection:
            _found(connection, name)
            connection.execute(delete(webhook_events).where(webhook_events.c.webhook == name))
            connection.execute(delete(webhooks).where(webhooks.c.name == name))
            note(connection, entry)

    def queue(self, event: Event) -> None:
        """Queue an event for all webhooks that want it."""
        with self._database.writing() as connection:
            queue(connection, event)

    def take(self, now: float, most: int) -> list[tuple[Webhook, list[Queued]]]:
        """
        The next events of each webhook that is due, at most so many of each.

        Nobody else is given events of these webhooks until `settle`, or for `HELD_SECONDS`.
        """
        query = select(webhook_events.c.number).join_from(webhook_events, webhooks)
        is_due = (webhooks.c.due <= now) & (webhook_events.c.due <= now)
        with self._database.reading() as connection:
            if connection.scalar(query.where(is_due).limit(1)) is None:
                return []  # as nearly always: nothing is locked for it
        taken = []
        with self._database.writing() as connection:
            due = select(webhooks).where(webhooks.c.due <= now)
            for row in connection.execute(due.with_for_update(skip_locked=True)).all():
                webhook = Webhook(*row)
                query = (
                    select(webhook_events)
                    .where(webhook_events.c.webhook == webhook.name, webhook_events.c.due <= now)
                    # One that its receiver cannot take does not stand in the way of the others.
                    .order_by(webhook_events.c.attempts, webhook_events.c.number)
                    .limit(most if not webhook.failures else 1)
                )
                if found := connection.execute(query).mappings().all():
                    taken.append((webhook, found))
                    _set(connection, webhook.name, due=now + HELD_SECONDS)
        ids = {row["match_id"] for _, rows in taken for row in rows if row["match_id"]}
        known = {one.spec.match_id: one for one in self._store.listed(list(ids))}
        return [(webhook, [_queued(row, known) for row in rows]) for webhook, rows in taken]

    def settle(
        self,
        webhook: Webhook,
        sent: Sequence[Queued],
        failed: Queued | None,
        problem: str,
        now: float,
    ) -> int:
        """
        Note which events were sent, and which one failed for what reason; others may take the rest.

        Returns how many events were given up, since they are too old or too many.
        """
        is_sent = webhook_events.c.number.in_([one.number for one in sent])
        stays = webhook_events.c.kind == Topic.STAGE_FINISHED.value
        with self._database.writing() as connection:
            connection.execute(delete(webhook_events).where(is_sent, ~stays))
            connection.execute(update(webhook_events).where(is_sent, stays).values(due=_SENT))
            if failed is None:
                _set(connection, webhook.name, due=now, failures=0, problem="")
                return 0
            failures = 1 if sent else webhook.failures + 1
            attempts = failed.attempts + 1
            connection.execute(
                update(webhook_events)
                .where(webhook_events.c.number == failed.number)
                .values(attempts=attempts, due=now + pause(attempts))
            )
            later = now + pause(failures)
            _set(connection, webhook.name, due=later, failures=failures, problem=problem)
            return _trim(connection, webhook.name, now)

    def begin(self) -> None:
        """Let everything be sent at once: the only referee on this database begins, and holds nothing."""
        with self._database.writing() as connection:
            connection.execute(update(webhooks).where(webhooks.c.due > 0).values(due=0.0))
            is_due = webhook_events.c.due < _SENT
            connection.execute(
                update(webhook_events).where(is_due).values(due=webhook_events.c.created)
            )


def _found(connection: Connection, name: str) -> Webhook:
    found = next((one for one in all_webhooks(connection) if one.name == name), None)
    if found is None:
        raise BadRequest(
            f"there is no webhook {name[:40]!r}: `bessemer webhook list` names them", field="name"
        )
    return found


def _set(connection: Connection, name: str, **values: float | str) -> None:
    connection.execute(update(webhooks).where(webhooks.c.name == name).values(**values))


def _trim(connection: Connection, name: str, now: float) -> int:
    """Drop what is too old or too much; how many events that were."""
    of_it = (webhook_events.c.webhook == name) & (webhook_events.c.due < _SENT)
    newest = select(webhook_events.c.number).where(of_it).order_by(webhook_events.c.number.desc())
    first_too_many = connection.scalar(newest.offset(MOST_EVENTS).limit(1)) or 0
    is_over = (webhook_events.c.created < now - MOST_SECONDS) | (
        webhook_events.c.number <= first_too_many
    )
    return connection.execute(delete(webhook_events).where(of_it, is_over)).rowcount


def _queued(row: Any, known: dict[str, SavedMatch]) -> Queued:  # noqa: ANN401 - a row
    return Queued(
        row["number"],
        row["event"],
        Topic(row["kind"]),
        row["data"],
        known.get(row["match_id"] or ""),
        row["created"],
        row["attempts"],
    )

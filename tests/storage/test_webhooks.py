"""The queues of webhooks, on both databases: in the transaction of the end, taken by one, and bounded."""

import time

import pytest

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.matches.records import Record
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.webhooks import webhook_store
from bessemer.storage.webhooks.queueing import Event, Topic, Webhook
from bessemer.storage.webhooks.webhook_store import HELD_SECONDS, MOST_SECONDS, WebhookStore
from tests.storage.examples import created, ended, started

NOW = time.time() + 3600
CLUB = Webhook("club", "https://club.example/", "whsec_AA==", (), (), 1.0)
ENTRY = AuditEntry(1.0, "olga", NO_LADDER, "create webhook", "club", "")
EVENT = Event("alert-1", Topic.ALERT, "", {"alert": "disk_low"})


@pytest.fixture
def hooks(store: SqlStore) -> WebhookStore:
    """One webhook, which is told all."""
    made = WebhookStore(store)
    made.add(CLUB, ENTRY)
    return made


def over(match_id: str) -> list[Record]:
    """A match from its creation to its end."""
    return [created(match_id), started(match_id), ended(match_id)]


def test_the_end_of_a_match_queues_its_event(store: SqlStore, hooks: WebhookStore) -> None:
    """With all of the match; a batch that is written again queues nothing."""
    store.write(over("m1"))
    store.write(over("m1"))

    [(webhook, [event])] = hooks.take(NOW, 10)

    assert CLUB == webhook
    assert ("match-m1", Topic.MATCH_ENDED) == (event.event_id, event.kind)
    assert event.match == store.listed(["m1"])[0]


def test_what_one_referee_holds_no_other_is_given(hooks: WebhookStore) -> None:
    """Until it has settled, or seems to be dead."""
    hooks.queue(EVENT)
    [(webhook, events)] = hooks.take(NOW, 10)

    assert [] == hooks.take(NOW, 10)
    assert [(webhook, events)] == [
        (one._replace(due=0.0), found) for one, found in hooks.take(NOW + HELD_SECONDS, 10)
    ]
    hooks.settle(webhook, events, None, "", NOW)
    assert [] == hooks.take(NOW + HELD_SECONDS, 10)


def test_a_failing_event_lets_others_pass(hooks: WebhookStore) -> None:
    """It is sent again after a longer pause each time, and they before it."""
    hooks.queue(EVENT)
    hooks.queue(EVENT._replace(event_id="alert-2"))
    [(webhook, [first, _])] = hooks.take(NOW, 10)

    hooks.settle(webhook, [], first, "answered 500", NOW)
    assert [] == hooks.take(NOW + 4, 10)
    [(failing, [other])] = hooks.take(NOW + 5, 10)

    assert (1, "answered 500") == (failing.failures, failing.problem)
    assert "alert-2" == other.event_id
    hooks.settle(failing, [other], None, "", NOW + 5)
    [(well, [again])] = hooks.take(NOW + 5, 10)
    assert (0, "", "alert-1") == (well.failures, well.problem, again.event_id)
    hooks.settle(well, [], again, "answered 500", NOW + 5)
    hooks.queue(EVENT._replace(event_id="alert-3"))
    assert [("alert-3")] == [one.event_id for _, found in hooks.take(NOW + 10, 10) for one in found]


def test_queues_are_bounded(hooks: WebhookStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest are dropped, and what nobody took for three days."""
    monkeypatch.setattr(webhook_store, "MOST_EVENTS", 2)
    for number in range(4):
        hooks.queue(EVENT._replace(event_id=f"alert-{number}"))
    [(webhook, events)] = hooks.take(NOW, 10)

    recent = events[0].created + 1
    assert 2 == hooks.settle(webhook, [], events[0], "answered 500", recent)
    assert 2 == hooks.settle(webhook, [], events[3], "answered 500", recent + MOST_SECONDS)
    assert [("club", 0)] == [(one.name, waiting) for one, waiting in hooks.all()]


def test_a_webhook_goes_with_its_queue(hooks: WebhookStore) -> None:
    """And nothing is queued for it any more."""
    hooks.queue(EVENT)

    hooks.remove("club", ENTRY)
    hooks.queue(EVENT)

    assert [] == hooks.all()
    assert [] == hooks.take(NOW, 10)

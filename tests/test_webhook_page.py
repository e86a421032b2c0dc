"""docs/webhooks.md: its code checks what a referee signs, and its examples are what a referee sends."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ladder.tournament.terms import Format
from bessemer.matches.records import SavedMatch
from bessemer.rpc.webhooks.alerts import Alert, _event
from bessemer.rpc.webhooks.payloads import payload
from bessemer.rpc.webhooks.posting import new_secret, signed_headers
from bessemer.rpc.webhooks.stages import finished_stage
from bessemer.storage.matches.match_store import open_store
from bessemer.storage.webhooks.queueing import Topic
from bessemer.storage.webhooks.webhook_store import Queued
from tests.storage.examples import created, ended, started

PAGE: Final = (Path(__file__).parents[1] / "docs" / "webhooks.md").read_text()


def block(name: str) -> str:
    """A block of the page."""
    found = re.search(rf"^```{re.escape(name)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return found[1]


@pytest.fixture
def is_from_referee() -> Callable[[str, dict[str, str], bytes], bool]:
    """The function of the page."""
    names: dict[str, Any] = {}
    exec(block("python verify"), names)  # noqa: S102 - that is the point
    found: Callable[[str, dict[str, str], bytes], bool] = names["is_from_referee"]
    return found


def test_the_page_knows_what_a_referee_signs(
    is_from_referee: Callable[[str, dict[str, str], bytes], bool],
) -> None:
    """And nothing else: another body, another secret, another id, an old request."""
    secret, body, now = new_secret(), b'{"type":"test"}', int(time.time())
    headers = signed_headers(secret, "match-m1", now, body)

    assert is_from_referee(secret, headers, body)
    assert not is_from_referee(secret, headers, body + b" ")
    assert not is_from_referee(new_secret(), headers, body)
    assert not is_from_referee(secret, headers | {"webhook-id": "match-m2"}, body)
    old = signed_headers(secret, "match-m1", now - 3600, body)
    assert not is_from_referee(secret, old, body)


def test_the_example_of_a_match_has_what_is_sent(tmp_path: Path) -> None:
    """The same fields, in the same order."""
    store = open_store(tmp_path / "b.db")
    store.write([created("m1"), started("m1"), ended("m1")])
    [match] = store.listed(["m1"])
    store.close()

    assert shape(json.loads(block("json match.ended"))) == shape(sent(Topic.MATCH_ENDED, match))


def test_the_example_of_a_stage_has_what_is_sent() -> None:
    """The same fields, in the same order."""
    plan = LadderPlan(Format.SWISS, ("ann", "ben"), 2, "seed", rounds=1)
    event = finished_stage("final", TournamentRecord(plan=plan))
    data = event.data | {"winners": ["ann"]}  # nobody has won yet
    queued = Queued(1, event.event_id, event.kind, data, None, 1.0, 0)

    assert shape(json.loads(block("json stage.finished"))) == shape(json.loads(payload(queued)))


def test_the_example_of_an_alert_has_what_is_sent() -> None:
    """The same fields, in the same order."""
    event = _event(Alert("disk_low"), "began", "it is full", 1.0)
    queued = Queued(1, event.event_id, event.kind, event.data, None, 1.0, 0)

    assert shape(json.loads(block("json alert"))) == shape(json.loads(payload(queued)))


def sent(kind: Topic, match: SavedMatch) -> Any:  # noqa: ANN401 - JSON
    """What a receiver reads."""
    return json.loads(payload(Queued(1, "match-m1", kind, None, match, 1.0, 0)))


def shape(value: Any) -> Any:  # noqa: ANN401 - JSON
    """The names in JSON, without the values; of a list its first item."""
    if isinstance(value, dict):
        return [(name, shape(of)) for name, of in value.items()]
    return [shape(value[0])] if isinstance(value, list) and value else None

"""Webhooks are told what happens: signed, again if need be, and without holding up matches."""

import base64
import hmac
import shutil
import socket
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path

import pytest
import pytest_asyncio

from bessemer.matches.durable.store import StoreError
from bessemer.rpc.webhooks.alerts import Alert, AlertWatch, ringing
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.storage.webhooks.queueing import Event, Topic
from bessemer.storage.webhooks.webhook_store import pause
from bessemer.v1 import admin_service_pb2 as admin
from tests.referees.in_process import House, creation, eventually, every_game, opened, refused, why
from tests.referees.process import RefereeProcess
from tests.rpc.webhooks.receiver import LOOPBACK, Received, Receiver, receiver


@pytest_asyncio.fixture
async def club(tmp_path: Path) -> AsyncIterator[House]:
    """A referee whose webhooks may lead to this machine."""
    async with opened(tmp_path, webhook_allow=LOOPBACK) as house:
        yield house


@pytest_asyncio.fixture
async def hook() -> AsyncIterator[Receiver]:
    """A receiver."""
    async with receiver() as made:
        yield made


async def add(house: House, url: str, name: str = "club", **wishes: list[str]) -> str:
    """Add a webhook; its secret."""
    request = admin.CreateWebhookRequest(name=name, url=url, **wishes)
    made = await house.organiser.CreateWebhook(request)
    return str(made.secret)


async def state(house: House, name: str = "club") -> admin.Webhook:
    """A webhook as organisers see it."""
    found: admin.ListWebhooksResponse = await house.organiser.ListWebhooks(
        admin.ListWebhooksRequest()
    )
    return next(one for one in found.webhooks if one.name == name)


def is_signed(one: Received, secret: str) -> bool:
    """Whether a request has the signature that standardwebhooks.com describes."""
    headers = one.headers
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + one.body
    expected = base64.b64encode(hmac.digest(key, content, sha256)).decode()
    return headers["webhook-signature"] == f"v1,{expected}"


@pytest.mark.asyncio
@every_game
async def test_a_match_that_ends_is_told(game: str, club: House, hook: Receiver) -> None:
    """Players, ranks and scores by seat, signed, and nothing of its seed."""
    secret = await add(club, hook.url)
    table = await club.organiser.create(game=game)

    ended = await club.play_out(table)

    [told] = await hook.has(1)
    data = told.content["data"]
    assert "POST /hook?from=bessemer HTTP/1.1" == told.line
    assert f"match-{table.match_id}" == told.headers["webhook-id"]
    assert is_signed(told, secret)
    assert (table.match_id, game, "finished") == (data["match_id"], data["game"], data["status"])
    assert list(ended.result.ranks) == [seat["rank"] for seat in data["seats"]]
    assert list(ended.result.scores) == [seat["score"] for seat in data["seats"]]
    assert club.match(table.match_id).seed.hex() not in told.body.decode()


@pytest.mark.asyncio
async def test_an_aborted_match_is_told(club: House, hook: Receiver) -> None:
    """With whose fault it is, and why."""
    await add(club, hook.url)
    table = await club.organiser.create()
    request = admin.AbortMatchRequest(match_id=table.match_id, message="the hall burns")
    await club.organiser.AbortMatch(request)

    [told] = await hook.has(1)

    data = told.content["data"]
    assert ("aborted", "organiser", "the hall burns") == (
        data["status"],
        data["fault"],
        data["message"],
    )


@pytest.mark.asyncio
async def test_what_does_not_arrive_is_sent_again(club: House, hook: Receiver) -> None:
    """After a pause, with the same id; meanwhile organisers see why."""
    hook.answer = b"HTTP/1.1 500 Oh\r\n\r\n"
    await add(club, hook.url)
    table = await club.organiser.create()
    await club.play_out(table)
    await hook.has(1)
    store = club.referee.webhooks.store

    await eventually(lambda: store.webhook("club").failures == 1)
    seen = await state(club)
    assert (1, "answered 500") == (seen.waiting, seen.problem)
    hook.answer = b"HTTP/1.1 200 OK\r\n\r\n"
    store.begin()  # the pause is over

    first, second = await hook.has(2)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    await eventually(lambda: store.all()[0][1] == 0)
    assert ("", 0) == ((await state(club)).problem, (await state(club)).failures)


@pytest.mark.asyncio
async def test_a_receiver_that_never_answers_holds_up_no_match(club: House, hook: Receiver) -> None:
    """Matches end, and another webhook is told."""
    silent = socket.create_server(("127.0.0.1", 0))  # connected by the kernel, read by nobody
    await add(club, f"http://127.0.0.1:{silent.getsockname()[1]}/", "silent")
    await add(club, hook.url, "well")

    for _ in range(3):
        await club.play_out(await club.organiser.create())

    assert 3 == len({one.headers["webhook-id"] for one in await hook.has(3)})
    silent.close()


@pytest.mark.asyncio
async def test_webhooks_choose_what_they_are_told(club: House, hook: Receiver) -> None:
    """By type and by ladder; what concerns all ladders is told to those of one as well."""
    request = admin.CreateLadderRequest(name="main", game="furnace")
    await club.organiser.CreateLadder(request)
    async with receiver() as alerts:
        await add(club, hook.url, "ladder", ladders=["main"])
        await add(club, alerts.url, "alerts", kinds=["alert"])
        await club.play_out(await club.organiser.create())  # of no ladder
        queue = club.referee.webhooks.store.queue
        queue(Event("stage-1", Topic.STAGE_FINISHED, "main", {"champion": "ann"}))
        queue(Event("stage-2", Topic.STAGE_FINISHED, "other", {"champion": "ben"}))
        queue(Event("alert-1", Topic.ALERT, "", {"alert": "disk_low"}))
        club.referee.webhooks.look()

        await alerts.has(1, "alert")
        await hook.has(1, "alert")

        assert ["alert-1"] == [one.headers["webhook-id"] for one in alerts.received]
        assert {"stage-1", "alert-1"} == {one.headers["webhook-id"] for one in hook.received}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n", "redirects"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "answered 404"),
        (b"hello\r\n", "no HTTP"),
        (b"x" * 20_000, "no HTTP"),
        (b"", "no connection"),
    ],
)
async def test_a_test_says_what_is_wrong(
    answer: bytes, problem: str, club: House, hook: Receiver
) -> None:
    """In one sentence; a redirect is not followed."""
    await add(club, hook.url)
    hook.answer = answer

    tried = await club.organiser.TestWebhook(admin.TestWebhookRequest(name="club"))

    assert problem in tried.problem
    assert 1 == len(hook.received)


@pytest.mark.asyncio
async def test_organisers_add_test_and_remove(club: House, hook: Receiver) -> None:
    """A webhook that is removed is told nothing more; the audit log has who did it."""
    secret = await add(club, hook.url)
    tried = await club.organiser.TestWebhook(admin.TestWebhookRequest(name="club"))
    assert "" == tried.problem
    assert is_signed(hook.received[0], secret)
    assert {"webhook": "club"} == hook.received[0].content["data"]
    again = admin.CreateWebhookRequest(name="club", url=hook.url)
    assert "ALREADY_EXISTS" == await why(club.organiser.CreateWebhook(again))

    await club.organiser.DeleteWebhook(admin.DeleteWebhookRequest(name="club"))

    found = await club.organiser.ListWebhooks(admin.ListWebhooksRequest())
    assert not found.webhooks
    log = (await club.organiser.ListAudit(admin.ListAuditRequest())).entries
    assert ["delete webhook", "create webhook"] == [one.action for one in log[:2]]


@pytest.mark.asyncio
async def test_webhooks_are_for_organisers(house: House, hook: Receiver) -> None:
    """Nobody else adds one, and an organiser none that leads into the referee's own network."""
    ann, _ = await house.player("ann")
    request = admin.CreateWebhookRequest(url=hook.url)
    assert "NOT_ALLOWED" == await why(ann.CreateWebhook(request))

    refusal = await refused(house.organiser.CreateWebhook(request))

    assert "url" == refusal.field
    assert "serve --webhook-allow 127.0.0.1" in refusal.message


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"kinds": ["match.begun"]}, "kinds[0]"),
        ({"ladders": ["nowhere"]}, "ladders[0]"),
        ({"name": "a b"}, "name"),
    ],
)
async def test_impossible_wishes_are_refused(
    wishes: dict[str, list[str]], field: str, club: House, hook: Receiver
) -> None:
    """Naming the field."""
    request = admin.CreateWebhookRequest(url=hook.url, **wishes)  # type: ignore[arg-type]
    assert field == (await refused(club.organiser.CreateWebhook(request))).field


@pytest.mark.asyncio
async def test_a_killed_referee_loses_no_event(tmp_path: Path, hook: Receiver) -> None:
    """What had ended before a kill -9 is told after it, at least once and with the same id."""
    hook.answer = b"HTTP/1.1 503 Later\r\n\r\n"
    options = "--webhook-allow", "127.0.0.1", "--webhook-allow", "10.0.0.0/8"
    async with RefereeProcess(tmp_path, *options) as referee:
        async with open_channel(referee.address) as channel:
            calls = RefereeCalls(channel, referee.token)
            await calls(admin.CreateWebhookRequest(name="club", url=hook.url))
            match_ids = set()
            for _ in range(3):
                made = await calls(creation())
                await calls(admin.AbortMatchRequest(match_id=made.match.match_id))
                match_ids.add(made.match.match_id)
        await hook.has(1)
        referee.kill()
    told_before = len(hook.received)
    hook.answer = b"HTTP/1.1 200 OK\r\n\r\n"

    async with RefereeProcess(tmp_path, *options):
        await eventually(
            lambda: (
                {one.content["data"]["match_id"] for one in hook.received[told_before:]}
                == match_ids
            )
        )


@pytest.mark.asyncio
async def test_alerts_begin_and_are_over(club: House, hook: Receiver) -> None:
    """Each is told once when it begins, and once when it is over."""
    await add(club, hook.url)
    rings = {Alert("ladder_frozen", "main"): "the ladder main is frozen"}
    watch = AlertWatch(club.referee.webhooks, lambda: dict(rings))

    await watch.look()
    await watch.look()
    [began] = await hook.has(1, "alert")
    rings.clear()
    await watch.look()

    _, over = await hook.has(2, "alert")
    told = {"alert": "ladder_frozen", "ladder": "main", "message": "the ladder main is frozen"}
    assert told | {"state": "began"} == began.content["data"]
    assert told | {"state": "over"} == over.content["data"]


@pytest.mark.asyncio
async def test_an_alert_is_told_though_the_database_cannot_be_written(
    club: House, hook: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That it cannot is the news: it is sent at once, and queued once it can be."""
    await add(club, hook.url)
    store = club.referee.webhooks.store
    queue = store.queue
    is_full = True

    def full(event: Event) -> None:
        if is_full:
            raise StoreError("the disk is full")
        queue(event)

    monkeypatch.setattr(store, "queue", full)
    watch = AlertWatch(club.referee.webhooks, lambda: {Alert("journal_down"): "the disk is full"})

    await watch.look()
    [first] = hook.of("alert")
    is_full = False
    await watch.look()

    again = (await hook.has(2, "alert"))[1]
    assert first.headers["webhook-id"] == again.headers["webhook-id"]


@pytest.mark.asyncio
async def test_a_referee_knows_what_rings(
    club: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A journal that is down, a full disk, bots that keep failing; nothing when all is well."""
    journal, lobbies = club.referee.registry.journal, club.referee.ladders.lobbies
    disk = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk._replace(free=1 << 40))
    assert {} == ringing(journal, lobbies, tmp_path, lambda: 0)

    monkeypatch.setattr(shutil, "disk_usage", lambda _: disk._replace(free=1 << 20))
    monkeypatch.setattr(journal, "failure", "the disk is full")

    found = {alert.name for alert in ringing(journal, lobbies, tmp_path, lambda: 2)}
    assert {"journal_down", "disk_low", "bots_disabled"} == found


def test_pauses_grow() -> None:
    """From seconds to an hour."""
    pauses = [pause(failures) for failures in range(1, 10)]
    assert sorted(pauses) == pauses
    assert (5.0, 3600.0) == (pauses[0], pauses[-1])

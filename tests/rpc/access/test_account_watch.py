"""A referee on PostgreSQL learns what commands, and other referees, do to players and tokens there."""

import asyncio
import shutil
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from unittest import mock

import grpc
import pytest

from bessemer.accounts.audit import ACCOUNT_ACTIONS
from bessemer.rpc.access import account_watch
from bessemer.rpc.access.account_watch import AccountWatch
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, House, Table, eventually, opened, why
from tests.rpc.asked import decision
from tests.storage.examples import audited
from tests.storage.postgres import fresh_postgres

Run = Callable[..., Awaitable[None]]


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with fresh_postgres() as found:
        yield found


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee looks all the time."""
    monkeypatch.setattr(account_watch, "_SECONDS", 0.01)


@pytest.fixture
def run(url: str, tmp_path: Path) -> Run:
    """`bessemer player …` on the database, as from another machine."""

    async def run(*words: str) -> None:
        place = ["--database", url, "--data", str(tmp_path / "elsewhere")]
        command = [sys.executable, "-m", "bessemer.cli.main", "player", *words, *place]
        assert await (await asyncio.create_subprocess_exec(*command)).wait() == 0

    return run


async def is_let_in(client: Client) -> bool:
    """Whether its token is good."""
    try:
        await client.GetSelf(pb.GetSelfRequest())
    except grpc.aio.AioRpcError as error:
        # The other one is told to call again: the referee has just heard of the token.
        if error.code() in {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.UNAVAILABLE}:
            return False
        raise
    return True


async def until_let_in(client: Client, *, wanted: bool) -> None:
    """Wait until its token is good, or no more."""
    while await is_let_in(client) is not wanted:  # noqa: ASYNC110 - nobody tells us
        await asyncio.sleep(0.01)


@pytest.mark.asyncio
async def test_what_a_command_does_holds_at_once(url: str, run: Run, tmp_path: Path) -> None:
    """A new player is let in, and a banned one no more."""
    file = tmp_path / "ann.token"
    async with opened(tmp_path / "here", database=url, name="one") as house:
        await run("add", "ann", "--out", str(file))
        ann = house.client(file.read_text().strip())
        await until_let_in(ann, wanted=True)
        await run("ban", "ann", "--reason", "for a test")
        await until_let_in(ann, wanted=False)


@pytest.mark.asyncio
async def test_two_referees_agree_whom_they_let_in(url: str, tmp_path: Path) -> None:
    """
    What an organiser does at one of them the other learns.

    A new player, another token, a revoked one, whose waiting call ends and whose seats go, a ban and its end.
    """
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir(mode=0o700)
    why_not = {"name": "ann", "reason": "for a test"}
    async with opened(folders[0], database=url, name="one") as one, AsyncExitStack() as stack:
        shutil.copy(folders[0] / "organiser.token", folders[1])
        two = await stack.enter_async_context(opened(folders[1], database=url, name="two"))
        client, first_id = await one.player("ann")
        first = two.client(client.token)
        await until_let_in(first, wanted=True)
        made = await one.organiser.CreateToken(admin.CreateTokenRequest(name="ann"))
        second = two.client(made.token)
        await until_let_in(second, wanted=True)
        made_by_first, made_by_second = await first.create(), await second.create()
        seats = [pb.SeatRequest(player="ann"), *[pb.SeatRequest()] * 2]
        waiting = await waits(two, first, await two.organiser.create(seats=seats))

        await one.organiser.RevokeToken(admin.RevokeTokenRequest(token_id=first_id))

        assert "NOT_AUTHENTICATED" == await why(waiting)
        assert not await is_let_in(first)
        assert not await is_let_in(two.client(made_by_first.tokens[0]))
        assert await is_let_in(second)
        seat = two.client(made_by_second.tokens[0])
        waiting = await waits(two, seat, made_by_second)
        await one.organiser.BanPlayer(admin.BanPlayerRequest(**why_not))
        assert "NOT_AUTHENTICATED" == await why(waiting)
        await until_let_in(second, wanted=False)
        await one.organiser.UnbanPlayer(admin.UnbanPlayerRequest(**why_not))
        await until_let_in(second, wanted=True)
        assert not await is_let_in(first)
        await one.organiser.SetPlayer(
            admin.SetPlayerRequest(name="ann", author="bob", reason="for a test")
        )
        await until_let_in(two.client(made.token), wanted=True)
        waiting = await waits(two, seat, made_by_second)
        await one.organiser.DeletePlayer(admin.DeletePlayerRequest(**why_not))
        assert "NOT_AUTHENTICATED" == await why(waiting)
        await until_let_in(second, wanted=False)
        actions = {entry.action for entry in audited(two.referee.store)}
    assert actions >= ACCOUNT_ACTIONS


async def waits(house: House, client: Client, table: Table) -> "asyncio.Future[object]":
    """A call that waits for what a seat is asked."""
    waiting: asyncio.Future[object] = asyncio.ensure_future(
        client.GetDecision(decision(table, 0, wait=60))
    )
    await eventually(lambda: house.match(table.match_id).seats[0].joined)
    return waiting


@pytest.mark.asyncio
async def test_an_entry_that_comes_late_is_learned_too(tmp_path: Path) -> None:
    """Numbers are given before they are committed: a smaller one may be seen after a greater one."""
    # On SQLite, where nobody looks besides us.
    async with opened(tmp_path) as house:
        await house.player("ann")
        watch = house.referee.accounts.watch
        await watch.refresh()
        learned: list[str] = []

        async def learn(subject: str) -> None:
            learned.append(subject)

        watch._learn = learn  # type: ignore[method-assign]
        late = max(watch._seen)
        watch._seen.remove(late)
        watch._last = late + 50
        await watch.refresh()
        await watch.refresh()

    assert ["ann"] == learned


@pytest.mark.asyncio
async def test_nothing_is_read_where_nobody_else_changes_accounts(tmp_path: Path) -> None:
    """A SQLite database is locked, so its referee does not look for changes by others."""
    with mock.patch.object(AccountWatch, "begin") as begin:
        async with opened(tmp_path):
            pass

    assert not begin.called

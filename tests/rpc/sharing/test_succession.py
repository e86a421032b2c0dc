"""A referee dies: another one on the database continues its matches, and its players go on there."""

import asyncio
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import Created
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.database.lock import DatabaseInUse, PostgresLock, lock_database
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.storage.sharing import SqlSharing, TakenOver
from bessemer.v1 import admin_service_pb2 as admin
from tests.referees.in_process import Client, channel_to, eventually
from tests.referees.process import RefereeProcess
from tests.rpc.sharing.pair import make_ladder, played, referee, share_token, token_of
from tests.storage.examples import created, moved
from tests.storage.postgres import fresh_postgres


@pytest.fixture
def url() -> Iterator[str]:
    """An empty database."""
    with fresh_postgres() as found:
        yield found


def playable(match_id: str) -> Created:
    """A match by today's rules."""
    one = created(match_id)
    rules = GAMES[one.spec.game].rules_version
    return one._replace(spec=replace(one.spec, rules_version=rules))


class Slow:
    """A bot that thinks until it is told to go on."""

    game = "furnace"

    def __init__(self, go_on: asyncio.Event, asked: asyncio.Event) -> None:
        self._bot = new_bot("furnace", "greedy", random.Random())
        self._go_on, self._asked = go_on, asked
        self._loop = asyncio.get_running_loop()

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - Furnace's
        """Wait, then answer."""
        self._loop.call_soon_threadsafe(self._asked.set)
        asyncio.run_coroutine_threadsafe(self._go_on.wait(), self._loop).result()
        return self._bot.decide(view)


@pytest.mark.asyncio
async def test_a_killed_referee_s_match_continues_at_the_other(url: str, tmp_path: Path) -> None:
    """Its players, and the other's, come to the other one by themselves; the match counts once."""
    make_ladder(url)
    places = ("--database", url, "--name", "one", "--ladder", "main")
    go_on, asked = asyncio.Event(), asyncio.Event()
    async with AsyncExitStack() as stack:
        process = RefereeProcess(tmp_path / "one", *places)
        await stack.enter_async_context(process)
        share_token(tmp_path, process.data)
        other = await stack.enter_async_context(referee(url, tmp_path / "two", "two"))
        organiser = Client(
            await stack.enter_async_context(channel_to(process.address)), process.token
        )
        anna = await organiser.CreatePlayer(
            admin.CreatePlayerRequest(name="anna", role=admin.ROLE_PLAYER)
        )
        tokens = anna.token, await token_of(other, "bela")
        addresses = (f"{process.address},{other.address}", other.address)
        bots = []
        for token, address in zip(tokens, addresses, strict=True):
            work = enlist(address, token, "main", lambda _game: Slow(go_on, asked))
            bots.append(asyncio.create_task(work))
        try:
            await asked.wait()
            assert not other.referee.registry.matches
            process.kill()
            await eventually(lambda: len(other.referee.registry.matches) > 0)
            (match_id,) = other.referee.registry.matches
            go_on.set()
            await eventually(lambda: len(played(url)) > 0)
        finally:
            go_on.set()
            for one in bots:
                one.cancel()
            await asyncio.gather(*bots, return_exceptions=True)
    with closing(open_store(url)) as store:
        rated = [one.result.match_id for one in SqlLadderStore(store).history("main", 1)]
    assert 1 == rated.count(match_id)
    assert 0 == rated.index(match_id)


def test_what_was_taken_over_cannot_be_written_by_the_one_who_had_it(url: str) -> None:
    """A referee that lost its lock and went on is told so by its next write, which changes nothing."""
    with closing(open_store(url, referee="one")) as first, closing(open_store(url)) as second:
        one, two = SqlSharing(first, "one"), SqlSharing(second, "two")
        with lock_database(url, referee="one"):
            one.begin()
            first.write([playable("match")])
        with lock_database(url, referee="two"):
            second_store = open_store(url, referee="two")
            with closing(second_store):
                two = SqlSharing(second_store, "two")
                two.begin()
                assert ["match"] == [
                    each.spec.match_id for each in two.take_over(None, at_once=True)
                ]
                with pytest.raises(TakenOver):
                    first.write([moved("match", 1)])
                with pytest.raises(TakenOver):
                    one.check()
                assert ((),) == tuple(each.records for each in second_store.unfinished())


def test_who_lives_is_not_taken_over_nor_who_plays_by_other_rules(url: str) -> None:
    """And a referee that is back soon finds everything as it was."""
    with (
        closing(open_store(url, referee="one")) as first,
        closing(open_store(url, referee="two")) as second,
        lock_database(url, referee="two"),
    ):
        one, two = SqlSharing(first, "one"), SqlSharing(second, "two")
        two.begin()
        with lock_database(url, referee="one"):
            one.begin()
            first.write([playable("match")])
            assert [] == two.take_over(None, at_once=True)
        assert [] == two.take_over(None)
        first.write([created("another")])
        assert [] == two.take_over(None, at_once=True)
        assert {"match", "another"} == {each.spec.match_id for each in first.unfinished()}


def test_a_lock_that_was_lost_is_taken_again_unless_another_has_it(url: str) -> None:
    """The connection is cut, as when the database is restarted."""
    cut = "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"
    lock = lock_database(url, referee="one")
    assert isinstance(lock, PostgresLock)
    with lock, closing(open_store(url)) as store:
        with store.database.writing() as connection:
            connection.execute(text(cut))
        lock.renew()
        with pytest.raises(StoreError):
            lock_database(url, referee="one")
        with store.database.writing() as connection:
            connection.execute(text(cut))
        with lock_database(url, referee="one"), pytest.raises(DatabaseInUse):
            lock.renew()

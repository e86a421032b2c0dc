"""A ladder that is locked keeps its versions, and one in its quiet hours begins no match."""

import asyncio
import time
from contextlib import closing
from pathlib import Path

import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.errors import LadderClosed
from bessemer.ladder.ladder import Ladder
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from tests.referees.in_process import eventually, metadata_of, refused
from tests.referees.ladder_club import Club, club, make_ladder, players


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a ladder in it."""
    make_ladder(tmp_path)
    return tmp_path


async def call(home: Club, request: object) -> Ladder:
    """What an organiser asks for, until the lobby knows it; the ladder as it knows it."""
    token = (home.referee.config.data / "organiser.token").read_text().strip()
    async with open_channel(home.address) as channel:
        await RefereeCalls(channel, token)(request)  # type: ignore[arg-type] # a message
    await asyncio.to_thread(home.lobby.ratings.refresh)
    return home.lobby.ratings.ladder


async def enlisting(home: Club, name: str, version: str) -> str:
    """Why a bot from elsewhere may not come in."""
    async with open_channel(home.address) as channel:
        stub = ladder_grpc.LadderServiceStub(channel)
        stream = stub.Enlist(metadata=metadata_of(home.tokens[name]))
        wanted = pb.Enlistment(ladder="main", version=version)
        await stream.write(pb.EnlistRequest(enlistment=wanted))
        return (await refused(stream.read())).message


def lock(**wishes: object) -> admin.LockLadderRequest:
    """A request for the ladder."""
    return admin.LockLadderRequest(ladder="main", reason="a test", **wishes)  # type: ignore[arg-type]


@pytest.mark.asyncio
async def test_only_those_who_have_played_come_in_after_the_deadline(folder: Path) -> None:
    """The refusal names the time; a new season lifts the lock, as an organiser can."""
    async with club(folder, 3) as home:
        async with players(home, "anna:1", "bela", "carl"):
            await home.finish()
        await eventually(lambda: not home.lobby.players)
        soon = Timestamp()
        soon.FromMicroseconds(round((time.time() + 3600) * 1e6))
        await call(home, lock(lock_time=soon))
        home.lobby.check_lock("anna:2")

        await call(home, lock(lock_time=Timestamp(seconds=1_700_000_000)))
        for known in ("anna:1", "bela", "carl"):
            home.lobby.check_lock(known)
        for new in ("anna:2", "anna", "dora"):
            with pytest.raises(LadderClosed, match="main is locked since 2023-11-14 22:13 UTC"):
                home.lobby.check_lock(new)
        assert "no version comes in" in await enlisting(home, "anna", "2")
        with pytest.raises(CallFailed, match="say why"):
            await call(home, admin.LockLadderRequest(ladder="main"))
        assert not (await call(home, lock(lift=True))).entry.locks
        assert (await call(home, lock())).entry.locks
        season = admin.StartSeasonRequest(ladder="main", reason="a test")
        assert not (await call(home, season)).entry.locks


@pytest.mark.asyncio
async def test_no_match_begins_in_quiet_hours(folder: Path) -> None:
    """Nobody is drawn while they last; then everybody is, by itself."""
    async with club(folder, 3) as home:
        quiet = admin.SetLadderRequest(
            ladder="main", reason="a test", quiet_hours="00:00-12:00,12:00-00:00"
        )
        await call(home, quiet)
        async with players(home, "anna", "bela", "carl"):
            await eventually(lambda: len(home.lobby.players) == 3)
            assert not home.lobby._may_pair()
            home.lobby.pair_soon()
            await asyncio.sleep(0)
            assert not home.lobby.running
            await call(home, admin.SetLadderRequest(ladder="main", reason="a test", quiet_hours=""))
            await home.finish()


def test_terms_are_kept(folder: Path) -> None:
    """In the database, each by itself; what was not set stays."""

    async def terms() -> None:
        async with club(folder, 3) as home:
            set_terms = admin.SetLadderRequest(ladder="main", reason="a test")
            set_terms.submissions_per_day = 5
            await call(home, set_terms)
            await call(home, lock(lock_time=Timestamp(seconds=1_700_000_000)))
            other = admin.SetLadderRequest(ladder="main", reason="a test", challenges_per_day=7)
            await call(home, other)

    asyncio.run(terms())
    with closing(open_store(str(folder / "bessemer.sqlite3"))) as store:
        (ladder,) = SqlLadderStore(store).ladders()
    entry = ladder.entry
    assert (5, 7, 1_700_000_000.0) == (
        entry.submissions_per_day,
        entry.challenges_per_day,
        entry.locks,
    )

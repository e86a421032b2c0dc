"""Hosts: what each of them runs, and what the tokens of hosted versions are good for."""

from pathlib import Path

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass

from bessemer.rpc.submissions.hosts import Hosts
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladders
from bessemer.v1 import match_service_pb2 as matches
from bessemer.v1 import submission_service_pb2 as pb
from bessemer.v1 import team_service_pb2 as teams
from tests.referees.in_process import Client, House, opened, why
from tests.rpc.submissions.handing_in import accepted, submit, worker_of

_PLAYING = {"ListLadders", "Enlist", "Play", "GetDecision", "SubmitMove", "CheckMove"} | {
    "ListChoices"
}


class Clock:
    """Seconds that the test counts."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def keys(*players: str) -> set[tuple[str, str]]:
    """What these players have handed in for Furnace."""
    return {(player, "furnace") for player in players}


def test_hosts_share_what_plays_by_their_processors() -> None:
    """Each version is at one host; the larger host runs more."""
    clock = Clock()
    hosts, playing = Hosts(clock), keys(*"abcdefghi")
    assert hosts.share_of("small", 1, playing) == playing
    for _ in range(20):
        clock.seconds += 4
        large, small = hosts.share_of("large", 2, playing), hosts.share_of("small", 1, playing)
        assert not large & small
    assert (len(large), len(small)) == (6, 3)
    assert hosts.share_of("large", 2, playing) == large, "nothing moves without need"


def test_what_moves_is_nobodys_until_its_old_host_has_ended_it() -> None:
    """And what a host had that asks no more is another's soon."""
    clock = Clock()
    hosts, playing = Hosts(clock), keys("a", "b")
    hosts.share_of("one", 1, playing)
    moving = hosts.share_of("two", 1, playing)
    assert moving == set()
    (kept,) = hosts.share_of("one", 1, playing)
    clock.seconds += 4
    assert hosts.share_of("two", 1, playing) == playing - {kept}
    clock.seconds += 12
    assert hosts.share_of("two", 1, playing) == playing


def test_a_new_version_is_where_the_old_one_is() -> None:
    """The share goes by player and game: so the old one can end its matches beside it."""
    hosts = Hosts(Clock())
    hosts.share_of("one", 8, keys("a"))
    hosts.share_of("two", 1, keys("a"))
    assert hosts.share_of("one", 8, keys("a")) == keys("a")


async def hosted(house: House) -> tuple[Client, Client, RefereeCalls]:
    """Ada, a worker, and the calls of ada's version that a host runs."""
    ada, _ = await house.player("ada")
    worker = await worker_of(house)
    await submit(ada)
    submission = await accepted(worker)
    token = await worker.CreateHostedToken(
        pb.CreateHostedTokenRequest(submission_id=submission.submission_id, host="box")
    )
    return ada, worker, RefereeCalls(ada.channel, token.token)


@pytest.mark.asyncio
async def test_the_token_of_a_hosted_version_only_plays(tmp_path: Path) -> None:
    """Every call of every service is refused, but for those that play its own seats."""
    services = [
        module.DESCRIPTOR.services_by_name.values()
        for module in (admin, ladders, matches, pb, teams)
    ]
    methods = [method for found in services for one in found for method in one.methods]
    async with opened(tmp_path) as house:
        _, _, bot = await hosted(house)
        allowed: set[str] = set()
        refused: set[str] = set()
        for method in methods:
            if method.client_streaming or method.server_streaming:
                continue
            try:
                await bot(GetMessageClass(method.input_type)())
                allowed.add(method.name)
            except CallFailed as error:
                is_refused = error.status is grpc.StatusCode.PERMISSION_DENIED
                (refused if is_refused else allowed).add(method.name)
        assert allowed <= _PLAYING
        assert {"CreateMatch", "GetReplay", "GetStanding", "CreateToken", "Submit"} <= refused


@pytest.mark.asyncio
async def test_a_token_ends_with_its_version(tmp_path: Path) -> None:
    """A version that another one has replaced may end its matches; one that is withdrawn may not."""
    async with opened(tmp_path) as house:
        ada, worker, bot = await hosted(house)
        asked = pb.ListPlayingVersionsRequest(host="box", processors=2)
        first = ladders.ListLaddersRequest()

        await submit(ada)
        second = await accepted(worker)
        (playing,) = (await worker.ListPlayingVersions(asked)).submissions
        assert playing.version == "2"
        await bot(first)

        await ada.WithdrawSubmission(
            pb.WithdrawSubmissionRequest(submission_id=second.submission_id)
        )
        assert not (await worker.ListPlayingVersions(asked)).submissions
        with pytest.raises(CallFailed, match="no good token"):
            await bot(first)


@pytest.mark.asyncio
async def test_a_host_says_who_it_is(tmp_path: Path) -> None:
    """Bad names and numbers are refused; who is no host sees everything."""
    async with opened(tmp_path) as house:
        _, worker, _ = await hosted(house)
        for request in (
            pb.ListPlayingVersionsRequest(host="two words", processors=1),
            pb.ListPlayingVersionsRequest(host="box"),
            pb.ListPlayingVersionsRequest(host="box", processors=5000),
        ):
            assert await why(worker.ListPlayingVersions(request)) == "BAD_REQUEST"
        assert (
            len((await worker.ListPlayingVersions(pb.ListPlayingVersionsRequest())).submissions)
            == 1
        )

"""
A block does not leak its seed: what a spectator, a player or an organiser can ask, over real gRPC.

A block of two matches is held between them: the first is over, the second is still to come.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bessemer.matches.records import Status
from bessemer.v1 import admin_service_pb2, ladder_service_pb2, ladder_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.block_hall import INSTANCES, NAMES, SEED, Hall, hall, play
from tests.referees.in_process import (
    channel_to,
    eventually,
    every_game,
    metadata_of,
    why,
)


async def assert_nothing_is_told(home: Hall, match_id: str) -> None:
    """Nobody learns the seed; a player and a spectator see nothing of the match's course either."""
    for who in ("organiser", "anna", "eve"):
        assert await home.seeds_told(match_id, who) == [b"", b""]
        assert await why(home.replay(match_id, who)) == "BLOCK_NOT_OVER"
    for who in ("anna", "eve"):
        assert await why(home.watched(match_id, who)) == "BLOCK_NOT_OVER"
    story = await home.watched(match_id, "organiser")
    assert story[-1].result.ranks
    assert not any(message.result.seed for message in story)


async def assert_all_is_told(home: Hall, match_id: str) -> None:
    """Everybody may know all of it: the seed that the block gathered, and what it was mixed from."""
    (seed,) = {home.seed_of(one) for one in home.ended}
    assert len(seed) == 32
    for who in ("organiser", "anna", "eve"):
        assert await home.seeds_told(match_id, who) == [seed, seed]
        assert await home.replay(match_id, who) == seed
        result = (await home.watched(match_id, who))[-1].result
        assert (result.seed, result.chance.secret) == (seed, SEED)


@pytest.mark.asyncio
@every_game
async def test_a_seed_is_told_when_the_last_match_of_its_block_is_over(
    game: str, tmp_path: Path
) -> None:
    """In no answer before, whoever asks; in all of them after."""
    async with hall(tmp_path, game, 1) as home:
        await play(home, 1)
        first = home.ended[0]
        await assert_nothing_is_told(home, first)

        home.lobby.schedule.allowed = 1  # type: ignore[attr-defined]
        home.lobby.pair_soon()
        await play(home, 2)
        await eventually(lambda: not home.referee.ladders.store.open_blocks("main"))
        for match_id in home.ended:
            await assert_all_is_told(home, match_id)


@pytest.mark.asyncio
async def test_a_restart_tells_nothing(tmp_path: Path) -> None:
    """The store knows which blocks are not over; so does another referee of the same database."""
    async with hall(tmp_path, "furnace", 1) as home:
        await play(home, 1)
    async with hall(tmp_path, "furnace", 0) as home:
        await assert_nothing_is_told(home, home.ended[0])
        home.lobby.schedule.allowed = 1  # type: ignore[attr-defined]
        home.lobby.pair_soon()
        await play(home, 2)
        await eventually(lambda: not home.referee.ladders.store.open_blocks("main"))
        await assert_all_is_told(home, home.ended[0])


@pytest.mark.asyncio
async def test_a_running_match_of_a_block_is_watched_by_organisers_alone(tmp_path: Path) -> None:
    """What lies open in it lies open sooner or later in its siblings."""
    async with hall(tmp_path, "furnace", 1) as home, silent(home):
        await eventually(lambda: bool(home.referee.registry.matches))
        match_id = next(iter(home.referee.registry.matches))
        assert await why(home.watched(match_id, "eve")) == "BLOCK_NOT_OVER"
        assert await why(home.watched(match_id, "anna")) == "BLOCK_NOT_OVER"
        call = home.clients["organiser"].WatchMatch(pb.WatchMatchRequest(match_id=match_id))
        assert (await call.read()).match.match_id == match_id
        call.cancel()


@pytest.mark.asyncio
async def test_a_match_that_was_aborted_and_is_played_again_tells_nothing(tmp_path: Path) -> None:
    """Its siblings have its set-up; who played it gets another one in its place."""
    async with hall(tmp_path, "furnace", 1) as home:
        async with silent(home):
            matches = home.referee.registry.matches
            # Nobody has seen the set-up of a match that did not begin: it may have it once more.
            await eventually(lambda: [one.status for one in matches.values()] == [Status.RUNNING])
            match_id = next(iter(matches))
            home.lobby.schedule.allowed = -1  # type: ignore[attr-defined] # it gives one back
            request = admin_service_pb2.AbortMatchRequest(match_id=match_id, message="a test")
            await home.clients["organiser"].AbortMatch(request)
            await eventually(lambda: home.ended == [match_id])
        assert await home.seeds_told(match_id, "anna") == [b"", b""]
        assert await why(home.replay(match_id, "organiser")) == "BLOCK_NOT_OVER"

        home.lobby.schedule.allowed = 2  # type: ignore[attr-defined]
        home.lobby.pair_soon()
        await play(home, 3)
        await eventually(lambda: not home.referee.ladders.store.open_blocks("main"))
        seed = home.seed_of(match_id)
        assert await home.seeds_told(match_id, "anna") == [seed, seed]
        seeds = [(await home.seeds_told(other, "anna"))[0] for other in home.ended[1:]]
        assert seeds.count(seed) == 1, "the sibling has it, the one that was played again has not"


@pytest.mark.asyncio
async def test_players_from_elsewhere_share_no_set_ups(tmp_path: Path) -> None:
    """Nobody knows what their programs tell each other: each of their matches has its own."""
    async with hall(tmp_path, "furnace", 2) as home:
        await play(home, 2, NAMES)
        await eventually(lambda: not home.referee.ladders.store.open_blocks("main"))
        seeds = {(await home.seeds_told(match_id, "anna"))[0] for match_id in home.ended}

    assert len(seeds) == 2


@pytest.mark.asyncio
async def test_an_instance_opens_its_own_seats_alone(tmp_path: Path) -> None:
    """Not those of a sibling, nor of the process that had its number before: none of a match that is over."""
    async with hall(tmp_path, "furnace", 1) as home, silent(home):
        await eventually(lambda: bool(home.referee.registry.matches))
        match = next(iter(home.referee.registry.matches.values()))
        seat = match.spec.players.index("anna")
        own = match.seats[seat].instance
        assert own is not None
        request = pb.GetDecisionRequest(match_id=match.spec.match_id, seat=seat)
        answer = await home.clients[f"anna {own}"].GetDecision(request)
        assert not answer.HasField("ended")
        assert await why(home.clients[f"anna {1 - own}"].GetDecision(request)) == "NOT_ALLOWED"
        abort = admin_service_pb2.AbortMatchRequest(match_id=match.spec.match_id, message="a test")
        home.lobby.schedule.allowed = -1  # type: ignore[attr-defined] # it gives one back
        await home.clients["organiser"].AbortMatch(abort)
        await eventually(lambda: match.is_over)
        for instance in (0, 1):
            assert await why(home.clients[f"anna {instance}"].GetDecision(request)) == "NOT_ALLOWED"


@asynccontextmanager
async def silent(home: Hall, who: Sequence[str] = INSTANCES) -> AsyncIterator[None]:
    """Both players are there, and say nothing."""
    async with channel_to(home.referee.addresses[0]) as channel:
        stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
        calls = [stub.Enlist(metadata=metadata_of(home.tokens[name])) for name in who]
        for call in calls:
            enlistment = ladder_service_pb2.Enlistment(ladder="main")
            await call.write(ladder_service_pb2.EnlistRequest(enlistment=enlistment))
        yield
        for call in calls:
            call.cancel()

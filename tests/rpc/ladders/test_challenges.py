"""Challenges: unrated matches on demand against opponents who take them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bessemer.ladder.entry_terms import EntryTerms
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import match_pb2, match_service_pb2
from tests.referees.in_process import eventually
from tests.referees.ladder_club import Club, club, make_ladder, random_bot


@asynccontextmanager
async def hall(
    folder: Path, matches: int = 0, **takes: bool
) -> AsyncIterator[tuple[Club, RefereeCalls]]:
    """A ladder on which so many matches are played, who is there, and anna's calls."""
    make_ladder(folder)
    async with club(folder, matches) as home, open_channel(home.address) as channel:
        playing = [
            asyncio.create_task(
                enlist(
                    home.address,
                    home.tokens[name],
                    "main",
                    random_bot,  # type: ignore[arg-type]
                    challenges=is_open,
                )
            )
            for name, is_open in takes.items()
        ]
        await eventually(lambda: len(home.lobby.players) == len(takes))
        yield home, RefereeCalls(channel, home.tokens["anna"])
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def finished(calls: RefereeCalls, match_id: str) -> match_pb2.Match:
    """A match once it is over."""
    request = match_service_pb2.GetMatchRequest(match_id=match_id)
    while (match := (await calls(request)).match).status != match_pb2.MATCH_STATUS_FINISHED:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.02)
    found: match_pb2.Match = match
    return found


@pytest.mark.asyncio
async def test_a_challenge_is_played_and_not_rated(tmp_path: Path) -> None:
    """Although the ladder itself keeps the players busy: their next free seats are the challenge's."""
    async with hall(tmp_path, 10_000, anna=False, bela=True, carl=True) as (home, calls):
        await eventually(lambda: home.lobby.running > 0)
        request = pb.ChallengeRequest(ladder="main", opponents=["bela", "carl"])
        found = await calls(request)
        match = await finished(calls, found.match_id)
        assert {"anna", "bela", "carl"} == set(found.players)
        assert [seat.player for seat in match.seats] == list(found.players)
        before = len(home.played)
        await eventually(lambda: len(home.played) > before)
        rated = await calls.rows(pb.ListRatedMatchesRequest(ladder="main"), "matches")
        assert found.match_id not in {one.match_id for one in rated}


@pytest.mark.asyncio
async def test_a_challenge_that_cannot_be_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """The opponent must be there and take challenges, and all seats are filled."""
    async with hall(tmp_path, anna=False, bela=True, carl=False) as (_, calls):
        for opponents, why in (
            (["bela"], "name 2 opponents"),
            (["bela", "carl"], "carl takes no challenges"),
            (["bela", "dora"], "dora is not in the ladder main now"),
            (["bela", "bela"], "nobody sits at a table twice"),
        ):
            with pytest.raises(CallFailed, match=why):
                await calls(pb.ChallengeRequest(ladder="main", opponents=opponents))


@pytest.mark.asyncio
async def test_a_player_has_so_many_challenges_a_day(tmp_path: Path) -> None:
    """They are counted in the database: a restart gives no more."""
    async with hall(tmp_path, anna=False, bela=True, carl=True) as (home, calls):
        store, terms = home.referee.ladders.store, {"entry": EntryTerms(challenges_per_day=1)}
        await asyncio.to_thread(partial(store.set_terms, terms=terms), "main", "ada", 0.0, "why")
        await asyncio.to_thread(home.lobby.ratings.refresh)
        request = pb.ChallengeRequest(ladder="main", opponents=["bela", "carl"])
        await finished(calls, (await calls(request)).match_id)
        with pytest.raises(CallFailed, match="the quota is 1: the next one in 1440 minutes"):
            await calls(request)

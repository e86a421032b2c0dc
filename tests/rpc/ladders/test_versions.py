"""A version of a bot is a player of its own, over real gRPC: seats, connections, ratings, standings."""

import asyncio
import math
import os
import random
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import grpc
import pytest

from bessemer.accounts.roles import Role
from bessemer.engine.game import Seat
from bessemer.ladder.ladder import RatedMatch
from bessemer.ladder.lobby import lobby
from bessemer.ladder.lobby.continuous import Limited
from bessemer.ladder.season_standings import ladder_standings
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.seats.seat import play_seat
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2, match_service_pb2_grpc
from tests.referees.in_process import eventually, metadata_of, reason_of, refusal_in, refused
from tests.referees.ladder_club import Club, Enlisted, club, make_ladder, players, random_bot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a ladder in it."""
    make_ladder(tmp_path)
    return tmp_path


def names(home: Club) -> set[str]:
    """Who is there."""
    return {name for name, _ in home.lobby.players}


async def standing(home: Club, player: str) -> pb.GetStandingResponse:
    """What anybody is told of a player."""
    async with open_channel(home.address) as channel:
        found: pb.GetStandingResponse = await ladder_grpc.LadderServiceStub(channel).GetStanding(
            pb.GetStandingRequest(ladder="main", player=player),
            metadata=metadata_of(home.tokens["bela"]),
        )
        return found


async def matches_of(home: Club, player: str) -> int:
    """How many rated matches anybody is told of."""
    async with open_channel(home.address) as channel:
        found = await ladder_grpc.LadderServiceStub(channel).ListPlayerMatches(
            pb.ListPlayerMatchesRequest(ladder="main", player=player),
            metadata=metadata_of(home.tokens["bela"]),
        )
        return len(found.matches)


def play_more(home: Club, matches: int) -> None:
    """Let the ladder play so many more."""
    home.done.clear()
    done = home.lobby.schedule
    assert isinstance(done, Limited)
    home.lobby.schedule = Limited(done._schedule, matches)


@pytest.mark.asyncio
async def test_two_versions_of_one_account_play_and_are_rated_apart(folder: Path) -> None:
    """At the same time, even in one match, each over a stream of its own."""
    async with club(folder, 6) as home:
        async with players(home, "anna:1", "anna:2", "bela"):
            await home.finish()
        found = await standing(home, "anna")
        history = home.referee.ladders.store.history("main", 1)

        assert all({"anna:1", "anna:2", "bela"} == set(one.result.players) for one in history)
        assert {("anna", "1", 6, False), ("anna", "2", 6, False)} == {
            (row.name, row.version, row.matches, row.retired) for row in found.versions
        }
        assert found.versions[0].rating != found.versions[1].rating
        assert ["bela"] == [one.player for one in (await standing(home, "bela")).versions]


@pytest.mark.asyncio
async def test_an_old_version_is_retired_and_a_new_one_begins_as_a_newcomer(folder: Path) -> None:
    """The old one keeps its rating, place and matches; a name means all its versions."""
    async with club(folder, 5) as home:
        async with players(home, "anna:1", "bela", "carl"):
            await home.finish()
        home.lobby.ratings.refresh()
        before = (await standing(home, "anna")).standing
        of = home.lobby.ratings.rating
        assert of("anna:2") == of("nobody"), "nothing is believed of it yet"
        assert of("anna:1") != of("nobody")
        play_more(home, 3)
        async with players(home, "anna:2", "bela", "carl"):
            await home.finish()
        after = await standing(home, "anna")

        assert (before.player, before.retired) == ("anna:1", False)
        assert ["anna:2", "anna:1"] == [row.player for row in after.versions]
        assert after.standing == after.versions[0]
        assert [(3, False), (5, True)] == [(row.matches, row.retired) for row in after.versions]
        assert "anna:1" == (await standing(home, "anna:1")).standing.player
        counts = [await matches_of(home, who) for who in ("anna", "anna:1", "anna:2", "anna:")]
        assert [8, 5, 3, 0] == counts


@pytest.mark.asyncio
async def test_a_lost_connection_resumes_its_own_version(folder: Path) -> None:
    """Its seat, not that of the other version; and only its own older connection is replaced."""
    async with (
        club(folder, 1) as home,
        players(home, "bela", concurrency=1),
        open_channel(home.address) as channel,
    ):
        token = home.tokens["anna"]
        one, two = Enlisted(channel, token), Enlisted(channel, token)
        await one.enlist(version="1")
        await two.enlist(version="2")
        first = (await one.next("joined")).response.joined
        second = (await two.next("joined")).response.joined
        (match,) = home.referee.registry.matches.values()
        assert ("anna:1", "anna:2") == tuple(
            match.spec.players[joined.seat] for joined in (first, second)
        )
        two._call.cancel()
        await eventually(lambda: ("anna:2", None) not in home.lobby.players)

        again = Enlisted(channel, token)
        await again.enlist(version="2")
        assert second.seat == (await again.next("joined")).response.joined.seat
        assert not one._call.done()

        newer = Enlisted(channel, token)
        await newer.enlist(version="1")
        assert first.seat == (await newer.next("joined")).response.joined.seat
        with pytest.raises(grpc.aio.AioRpcError) as replaced:
            await one.next("ended")
        assert "SUPERSEDED" == reason_of(refusal_in(replaced.value))
        assert not again._call.done()


@pytest.mark.parametrize("version", ["a:b", "two words", "x" * 33, "2\n", "é"])
@pytest.mark.asyncio
async def test_a_bad_version_is_refused(folder: Path, version: str) -> None:
    """The field is named, and what would be good."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        anna = Enlisted(channel, home.tokens["anna"])
        await anna.enlist(version=version)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await anna._call.read()
        refusal = refusal_in(error.value)

        assert ("BAD_REQUEST", "enlistment.version") == (reason_of(refusal), refusal.field)
        assert "1 to 32 letters" in refusal.message
        assert not home.lobby.players


@pytest.mark.asyncio
async def test_the_seat_of_a_version_is_joined_with_the_tokens_of_its_account(folder: Path) -> None:
    """By a `Play` stream; a token that is for another version, or another's, is refused."""
    async with (
        club(folder, 1) as home,
        players(home, "bela", "carl", concurrency=1),
        open_channel(home.address) as channel,
    ):
        token = home.tokens["anna"]
        anna = Enlisted(channel, token)
        await anna.enlist(version="2", assignments_only=True)
        seat = await assignment(anna)
        directory = home.referee.accounts.directory
        stub = match_service_pb2_grpc.MatchServiceStub(channel)
        asked = match_service_pb2.GetDecisionRequest(match_id=seat.match_id, seat=seat.seat)
        for wrong in ((await directory.create_token("anna", "1")).text, home.tokens["bela"]):
            refusal = await refused(stub.GetDecision(asked, metadata=metadata_of(wrong)))
            assert "NOT_ALLOWED" == reason_of(refusal)
        end = await play_seat(channel, token, seat.match_id, Seat(seat.seat), random_bot("furnace"))  # type: ignore[arg-type]
        await home.finish()

    ((_, match),) = home.played
    assert end.rank is not None
    assert "anna:2" == match.seats[seat.seat].player


@pytest.mark.asyncio
async def test_a_token_for_one_version_plays_as_that_version(folder: Path) -> None:
    """Whatever its program says: so a program that knows of no versions has one all the same."""
    async with club(folder, 1) as home, open_channel(home.address) as channel:
        directory = home.referee.accounts.directory
        await directory.create_player("emil", Role.PLAYER)
        calls = []
        for said, meant in (("", "7"), ("8", "9"), ("6", "")):
            emil = Enlisted(channel, (await directory.create_token("emil", meant)).text)
            await emil.enlist(version=said)
            calls.append(emil)
        await eventually(lambda: {"emil:7", "emil:9", "emil"} == names(home))


_PROGRAM = """\
from bessemer.furnace import Bot, run

class Mine(Bot):
    version = "1"

run(Mine)
"""


@pytest.mark.parametrize(
    ("environment", "words", "meant"),
    [
        ({}, (), "anna:1"),
        ({"BESSEMER_VERSION": "2"}, (), "anna:2"),
        ({"BESSEMER_VERSION": ""}, (), "anna"),
        ({"BESSEMER_VERSION": "2"}, ("--bot-version", "3"), "anna:3"),
    ],
)
@pytest.mark.asyncio
async def test_a_program_says_its_version(
    folder: Path, environment: dict[str, str], words: tuple[str, ...], meant: str
) -> None:
    """In its class; the environment counts more, and the command line most."""
    program = folder / "mine.py"
    program.write_text(_PROGRAM, encoding="utf-8")
    async with club(folder, 1) as home, running(home, environment, str(program), *words):
        await eventually(lambda: {meant} == names(home))


@pytest.mark.asyncio
async def test_a_shipped_bot_takes_a_version(folder: Path) -> None:
    """By `bessemer bot`, from the command line or the environment."""
    command = ("-m", "bessemer.cli.main", "bot", "random")
    async with (
        club(folder, 1) as home,
        running(home, {"BESSEMER_VERSION": "2"}, *command),
        running(home, {}, *command, "--bot-version", "3"),
    ):
        await eventually(lambda: {"anna:2", "anna:3"} == names(home))


@asynccontextmanager
async def running(home: Club, environment: dict[str, str], *words: str) -> AsyncIterator[None]:
    """A Python program of anna's that plays for the ladder while the body runs."""
    variables = {
        "BESSEMER_ADDRESS": home.address,
        "BESSEMER_TOKEN": home.tokens["anna"],
        "BESSEMER_LADDER": "main",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, env={**os.environ, **variables, **environment}
    )
    try:
        yield
    finally:
        process.kill()
        await process.wait()


async def assignment(player: Enlisted) -> pb.SeatAssignment:
    """The first seat that a player is to join."""
    while True:
        response: Any = await player._call.read()
        for seat in response.assignments:
            found: pb.SeatAssignment = seat
            return found


# --- Why: what a rating says of a bot that was improved --------------------------------------------

_FIELD = {"a": 1300.0, "b": 1400.0, "c": 1500.0, "d": 1600.0, "e": 1700.0}


def improved(luck: random.Random, new_name: str) -> Iterator[RatedMatch]:
    """A bot of strength 1150 in 150 matches, and after it is 700 points better in 50 more."""
    numbers = count(1)
    for name, strength, matches in (("mine", 1150.0, 150), (new_name, 1850.0, 50)):
        for _ in range(matches):
            others = luck.sample(sorted(_FIELD), 3)
            strengths = {name: strength, **{other: _FIELD[other] for other in others}}
            played = {
                who: points * math.log(10) / 400 - math.log(-math.log(luck.random()))
                for who, points in strengths.items()
            }
            order = sorted(played, key=lambda who: -played[who])
            number = next(numbers)
            result = Result(f"m{number}", tuple(order), (1, 2, 3, 4), ended=float(number))
            yield RatedMatch(number, result, None, float(number))


def lead(history: list[RatedMatch], name: str) -> tuple[float, float]:
    """By how much a player leads the field's mean in the standings, and half its interval."""
    ratings = Ratings.rebuilt([match.result for match in history])
    rows = {row.player: row.rating for row in ladder_standings(history, ratings)}
    field = sum(rows[other].value for other in _FIELD) / len(_FIELD)
    return rows[name].value - field, (rows[name].high - rows[name].low) / 2


def test_a_new_version_is_rated_by_what_it_is() -> None:
    """Of a bot that gained 700 points, the old name is far off and sure of it; the version is not."""
    truth = 1850.0 - 1500.0
    for seed in range(5):
        old, old_half = lead(list(improved(random.Random(seed), "mine")), "mine")
        new, new_half = lead(list(improved(random.Random(seed), "mine:2")), "mine:2")

        assert abs(old - truth) > 2 * old_half
        assert abs(new - truth) < abs(old - truth) / 2
        assert new_half > old_half


@pytest.mark.asyncio
async def test_a_player_has_so_many_versions_in_a_season(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were rated and those that are there; the known ones come back, others do not."""
    monkeypatch.setattr(lobby, "MOST_VERSIONS", 2)
    async with club(folder, 3) as home:
        async with players(home, "anna:1", "anna:2", "bela"):
            await home.finish()
        await eventually(lambda: not home.lobby.players)
        await asyncio.to_thread(home.lobby.ratings.refresh)
        for known in ("anna:1", "anna:2", "bela", "bela:new"):
            home.lobby.check_versions(known)
        async with open_channel(home.address) as channel:
            call = ladder_grpc.LadderServiceStub(channel).Enlist(
                metadata=metadata_of(home.tokens["anna"])
            )
            wanted = pb.Enlistment(ladder="main", version="3")
            await call.write(pb.EnlistRequest(enlistment=wanted))
            refusal = await refused(call.read())

    assert "NOT_ALLOWED" == reason_of(refusal)
    assert "anna has 2 versions in this season" in refusal.message
    assert "enlistment.version" == refusal.field

"""A crowd that asks for all it can get: it is served what is left for it, and nobody else notices."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from unittest import mock

import grpc
import pytest

from bessemer.bench.audience.crowd import write_history
from bessemer.errors import TooManyRequests
from bessemer.matches.durable.recovery import revive
from bessemer.matches.match import Match
from bessemer.rpc.limits.decision_calls import FREE_CALLS
from bessemer.rpc.limits.limits import Limits, RequestRate
from bessemer.rpc.limits.reading import OWN_BURST, PART, ReadBudget
from bessemer.rpc.matches import listing, match_messages, revival
from bessemer.rpc.play.feed import MatchFeed, MatchFeeds
from bessemer.rpc.play.streams import spectators_pause
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    House,
    Table,
    eventually,
    every_game,
    move,
    opened,
    reason_of,
    refusal_in,
    why,
)
from tests.rpc.by_choices import play_by_calls
from tests.rpc.choosing import Chooser
from tests.rpc.limit_clock import Clock
from tests.rpc.limits.generous import PLENTY
from tests.rpc.unary_calls import Caller, sat_down

NOTHING_BEYOND = Limits(
    requests_per_second=10_000, burst=10_000, reads_per_second=1e-6, call_milliseconds=PLENTY
)
"""A referee with nothing to share: each who reads has what is its own, and that is all."""


async def until_refused(client: Client, request: pb.ListMatchesRequest) -> grpc.aio.AioRpcError:
    """Ask for the same page again and again, and do not wait as one is told."""
    while True:
        try:
            await client.ListMatches(request)
        except grpc.aio.AioRpcError as error:
            return error


async def visit(client: Client, match_id: str) -> None:
    """What a page of a site asks for."""
    await client.ListMatches(pb.ListMatchesRequest(page_size=20))
    running = pb.ListMatchesRequest(page_size=20, status=match_pb2.MATCH_STATUS_RUNNING)
    await client.ListMatches(running)
    await client.GetMatch(pb.GetMatchRequest(match_id=match_id))
    watching = client.WatchMatch(pb.WatchMatchRequest(match_id=match_id))
    await watching.read()
    watching.cancel()
    await client.GetReplayKey(pb.GetReplayKeyRequest())


@pytest.mark.asyncio
async def test_a_crowd_is_told_to_wait_and_a_visitor_is_served(tmp_path: Path) -> None:
    """
    Ten who ask for pages of a thousand matches, as fast as they can, and never wait as they are told.

    Each gets a few pages and is then refused, for at least a second; who comes now and then is not
    refused a whole page of a site, and neither are those who play, call by call.
    """
    write_history(tmp_path, 300)
    async with opened(tmp_path, limits=NOTHING_BEYOND) as house:
        crowd = [(await house.player(f"crowd{n}", admin.ROLE_SPECTATOR))[0] for n in range(10)]
        visitor, _ = await house.player("visitor", admin.ROLE_SPECTATOR)
        callers = await sat_down(house)
        playing = asyncio.gather(*(caller.play_on() for caller in callers))
        page = pb.ListMatchesRequest(page_size=1000)
        errors = await asyncio.gather(*(until_refused(client, page) for client in crowd))

        for error in errors:
            assert grpc.StatusCode.RESOURCE_EXHAUSTED is error.code()
            refusal = refusal_in(error)
            assert "TOO_MANY_REQUESTS" == reason_of(refusal)
            assert refusal.retry_delay.ToMicroseconds() >= 1_000_000
        await visit(visitor, callers[0].match_id)
        await house.organiser.ListMatches(page)  # an organiser is not one of the crowd
        assert 3 == len(await playing)


def few_requests(burst: int) -> Limits:
    """So many and hardly any more, however long the machine takes for them."""
    return Limits(requests_per_second=0.001, burst=burst, call_milliseconds=PLENTY)


@every_game
@pytest.mark.asyncio
async def test_a_match_played_call_by_call_is_never_refused(tmp_path: Path, game: str) -> None:
    """A few requests for hundreds of calls: what plays the open decision costs nothing."""
    async with opened(tmp_path, limits=few_requests(3)) as house:
        table = await house.organiser.create(game=game)
        seats = range(len(table.tokens))
        called = await asyncio.gather(*(Caller(house, table, seat).play_on() for seat in seats))

    assert all(ended.result.ranks for ended, _ in called)


@every_game
@pytest.mark.asyncio
async def test_a_match_played_by_choices_alone_is_never_refused(tmp_path: Path, game: str) -> None:
    """So are the choices on the way to each move."""
    async with opened(tmp_path, limits=few_requests(6)) as house:
        table = await house.organiser.create(players=2, game=game)
        played = await asyncio.gather(
            *(play_by_calls(Chooser(house, table, seat)) for seat in range(2))
        )

    assert all(played)


@pytest.mark.parametrize("paths", [1, 20])
@pytest.mark.asyncio
async def test_calls_that_get_nowhere_are_counted(tmp_path: Path, paths: int) -> None:
    """So many are free for each step of the match; each path that is listed is one."""
    async with opened(tmp_path, limits=few_requests(5)) as house:
        asked, *_ = await waiting(house)
        decision = await asked.decision()
        free = (FREE_CALLS - 1) // paths
        for _ in range(free + (5 if paths == 1 else 1)):
            await asked.list(decision.turn, *[()] * paths)

        assert "TOO_MANY_REQUESTS" == await why(asked.list(decision.turn, ()))


async def waiting(house: House) -> list[Chooser]:
    """The seats of a match in which nothing happens."""
    table = await house.organiser.create()
    choosers = [Chooser(house, table, seat) for seat in range(len(table.tokens))]
    for chooser in choosers:
        await chooser.decision()
    seat = await first_asked(house, table)
    return [choosers[seat], *(one for one in choosers if one.seat != seat)]


async def first_asked(house: House, table: Table) -> int:
    """The seat that is asked first."""
    await house.wait(table.match_id, lambda match: any(seat.decision for seat in match.seats))
    seats = house.match(table.match_id).seats
    return next(number for number, seat in enumerate(seats) if seat.decision)


@pytest.mark.asyncio
async def test_refused_moves_are_counted(tmp_path: Path) -> None:
    """As they are inside a stream, whichever decision is open."""
    async with opened(tmp_path, limits=few_requests(5)) as house:
        asked, *_ = await waiting(house)
        request = pb.SubmitMoveRequest(
            match_id=asked.match_id,
            seat=asked.seat,
            turn=(await asked.decision()).turn,
            move=move("bid 9 on C99"),
        )
        reasons = [await why(asked.client.SubmitMove(request)) for _ in range(7)]

    assert ["ILLEGAL_MOVE"] * 5 + ["TOO_MANY_REQUESTS"] * 2 == reasons


@pytest.mark.asyncio
async def test_nobody_plays_free_by_anothers_match(tmp_path: Path) -> None:
    """Calls for seats that are not one's own are refused, and counted."""
    async with opened(tmp_path, limits=few_requests(5)) as house:
        table = await house.organiser.create()
        ann, _ = await house.player("ann")
        request = pb.GetDecisionRequest(match_id=table.match_id)
        reasons = [await why(ann.GetDecision(request)) for _ in range(6)]

    assert ["NOT_ALLOWED"] * 5 + ["TOO_MANY_REQUESTS"] == reasons


@pytest.mark.asyncio
async def test_what_counts_of_calls_is_forgotten_with_the_match(house: House) -> None:
    """Nothing is kept of matches that are over."""
    callers = await sat_down(house)
    await asyncio.gather(*(caller.play_on() for caller in callers))

    assert {} == house.referee.guard.decision_calls._used


# --- Pages are encoded once ----------------------------------------------------------------------


@pytest.mark.asyncio
async def test_a_match_that_is_over_is_encoded_once(tmp_path: Path) -> None:
    """Whatever page it is on, and however often it is asked for; the pages say the same."""
    write_history(tmp_path, 30)
    with mock.patch.object(listing, "saved_message", wraps=match_messages.saved_message) as encoded:
        async with opened(tmp_path) as house:
            whole, again = [
                await house.organiser.ListMatches(pb.ListMatchesRequest(page_size=100))
                for _ in range(2)
            ]
            part = await house.organiser.ListMatches(
                pb.ListMatchesRequest(page_size=10, status=match_pb2.MATCH_STATUS_FINISHED)
            )
    with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
        saved = store.matches(limit=100, before=None, status=None, game="")
        expected = [match_messages.saved_message(one, house.referee.registry) for one in saved]

    assert expected == list(whole.matches) == list(again.matches)
    assert expected[:10] == list(part.matches)
    assert 30 == encoded.call_count


@pytest.mark.asyncio
async def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was not asked for lately is encoded again."""
    monkeypatch.setattr(listing, "_MOST_KEPT", 8)
    write_history(tmp_path, 30)
    async with opened(tmp_path) as house:
        for size in (30, 5, 30):
            page = await house.organiser.ListMatches(pb.ListMatchesRequest(page_size=size))
            assert size == len(page.matches)
        pages = house.referee.matches.pages

    assert 8 == len(pages._encoded)


@pytest.mark.asyncio
async def test_a_match_that_runs_is_listed_as_it_is(house: House) -> None:
    """Nothing is kept of it before it is over."""
    callers = await sat_down(house)
    request = pb.ListMatchesRequest()
    (before,) = (await house.organiser.ListMatches(request)).matches
    await asyncio.gather(*(caller.play_on() for caller in callers))
    (after,) = (await house.organiser.ListMatches(request)).matches

    assert match_pb2.MATCH_STATUS_FINISHED != before.status
    assert match_pb2.MATCH_STATUS_FINISHED == after.status
    assert after.result.seed


# --- Matches that are played again ---------------------------------------------------------------


@asynccontextmanager
async def finished(folder: Path, game: str) -> AsyncIterator[tuple[Client, pb.GetDecisionRequest]]:
    """A player whose match is in the store alone, and how it asks after it."""
    async with opened(folder, limits=NOTHING_BEYOND) as house:
        ann, _ = await house.player("ann")
        seats = [pb.SeatRequest(player="ann"), pb.SeatRequest()]
        table = await house.organiser.create(game=game, seats=seats)
        first = ann.stream()
        await first.join(table.match_id, 0, max_legal_moves=1)
        await asyncio.gather(first.play_on(), house.play_well(table, 1))
        await eventually(lambda: not house.referee.registry.matches)
        house.referee.registry.recent.clear()
        yield ann, pb.GetDecisionRequest(match_id=table.match_id)


@every_game
@pytest.mark.asyncio
async def test_a_match_that_is_over_is_played_again_once(tmp_path: Path, game: str) -> None:
    """However often its players ask after it; and what it publishes is encoded once."""
    fed: list[MatchFeed] = []

    def feed_of(feeds: MatchFeeds, match: Match) -> MatchFeed:
        fed.append(kept_feed(feeds, match))
        return fed[-1]

    kept_feed = MatchFeeds.of
    with mock.patch("bessemer.rpc.matches.revival.revive", wraps=revive) as revived:
        async with finished(tmp_path, game) as (ann, request):
            with mock.patch.object(MatchFeeds, "of", feed_of):
                for _ in range(100):
                    assert (await ann.GetDecision(request)).ended.result.ranks

    assert 1 == revived.call_count
    assert 1 == len({id(feed) for feed in fed})


@every_game
@pytest.mark.asyncio
async def test_who_has_matches_played_again_pays_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """It soon has nothing left, as if it had read as much."""
    monkeypatch.setattr(revival, "_MOST_KEPT", 0)
    with mock.patch("bessemer.rpc.matches.revival.revive", wraps=revive) as revived:
        async with finished(tmp_path, game) as (ann, request):
            assert "TOO_MANY_REQUESTS" == await until_refused_to(ann, request)

    assert 1 <= revived.call_count < OWN_BURST / 4


async def until_refused_to(client: Client, request: pb.GetDecisionRequest) -> str:
    """Ask again and again; why it is refused in the end."""
    while True:
        try:
            await client.GetDecision(request)
        except grpc.aio.AioRpcError as error:
            return reason_of(refusal_in(error))


# --- The budget ----------------------------------------------------------------------------------


def test_large_answers_cost_more() -> None:
    """What was sent is owed, and paid by waiting."""
    clock = Clock()
    rate = RequestRate(10.0, 20, clock)
    rate.request("ann")
    rate.charge("ann", 100)
    for wait in (4.0, 4.0):  # 101 requests of which 20 were there, at 10 a second
        with pytest.raises(TooManyRequests):
            rate.request("ann")
        clock.now += wait
    clock.now += 0.2
    rate.request("ann")


def test_all_who_read_share_and_each_has_a_little() -> None:
    """When the crowd has taken all, a newcomer is served, and is not when its own is used up."""
    budget = ReadBudget(10.0, Clock())
    for _ in range(20):
        budget.take("crowd").add(0)
    for _ in range(OWN_BURST):
        budget.take("crowd")
    with pytest.raises(TooManyRequests) as told:
        budget.take("crowd")
    assert told.value.retry_after >= 1.0
    budget.take("ann").add(PART * OWN_BURST)

    with pytest.raises(TooManyRequests):
        budget.take("ann")
    budget.take("bob")


def test_the_more_spectators_the_longer_each_waits() -> None:
    """All together are sent so many messages a second, and nobody waits longer than a second."""
    pauses = [spectators_pause(spectators) for spectators in (0, 1, 5, 10, 100, 10_000)]

    assert [0.025, 0.025, 0.025, 0.05, 0.5, 1.0] == pauses


# --- Those who do not wait -----------------------------------------------------------------------


@pytest.mark.asyncio
async def test_refusals_come_at_a_bounded_pace(tmp_path: Path) -> None:
    """
    Three hundred calls at once that are all refused: as many are told at once as a burst allows.

    The others wait in line, however fast they are sent; somebody else is answered meanwhile.
    """
    async with opened(
        tmp_path, limits=Limits(requests_per_second=1e-6, burst=2, call_milliseconds=PLENTY)
    ) as house:
        ann, _ = await house.player("ann", admin.ROLE_SPECTATOR)
        bob, _ = await house.player("bob", admin.ROLE_SPECTATOR)
        key = pb.GetReplayKeyRequest()
        house.referee.guard.quotas.refusals._callers = RequestRate(1e-6, 100)
        calls = [asyncio.ensure_future(why(ann.GetReplayKey(key))) for _ in range(300)]
        await eventually(lambda: sum(call.done() for call in calls) >= 102)
        await bob.GetReplayKey(key)
        told = [call for call in calls if call.done()]
        for call in calls:
            call.cancel()
        results = await asyncio.gather(*told, return_exceptions=True)

    assert 100 == sum(result == "TOO_MANY_REQUESTS" for result in results)
    assert 2 == sum(isinstance(result, AssertionError) for result in results)  # not refused


@pytest.mark.asyncio
async def test_strangers_are_refused_at_a_bounded_pace(house: House) -> None:
    """By their address; whoever has a token is not held up by them."""
    house.referee.guard.quotas.refusals._strangers = RequestRate(1e-6, 50)
    stranger = house.client("bsm_nobody")
    key = pb.GetReplayKeyRequest()
    calls = [asyncio.ensure_future(why(stranger.GetReplayKey(key))) for _ in range(120)]
    await eventually(lambda: sum(call.done() for call in calls) >= 50)
    await house.organiser.GetReplayKey(key)

    assert ["NOT_AUTHENTICATED"] * 50 == [call.result() for call in calls if call.done()]
    for call in calls:
        call.cancel()
    await asyncio.gather(*calls, return_exceptions=True)

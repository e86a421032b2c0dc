"""Spectators: the whole story, from whichever turn on and whenever they come."""

import asyncio
from pathlib import Path
from typing import Any
from unittest import mock

import grpc
import pytest

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.games.furnace.deck import standard_deck
from bessemer.matches.durable.sharing import Alone
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.rpc.access.seats import MatchFinder
from bessemer.rpc.matches.revival import Revivals
from bessemer.rpc.matches.watching import watch
from bessemer.rpc.play.streams import SpectatorStream
from bessemer.rpc.serving import server
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of
from tests.referees.in_process import (
    PATIENCE,
    Client,
    House,
    Table,
    every_game,
    opened,
    reason_of,
    refused,
)

SEED = b"a match for spectators"


async def all_of(client: Client, match_id: str, from_turn: int = 0) -> list[pb.WatchMatchResponse]:
    """Everything that a spectator is sent, to the end."""
    request = pb.WatchMatchRequest(match_id=match_id, from_turn=from_turn)
    async with asyncio.timeout(PATIENCE):
        return [message async for message in client.WatchMatch(request)]


def turns(messages: list[pb.WatchMatchResponse]) -> list[int]:
    """The turns that were shown."""
    return [played.turn for message in messages for played in message.moves]


def check_story(messages: list[pb.WatchMatchResponse], first_turn: int, ended: pb.Ended) -> None:
    """Cards first, each move once and in order, the result last, and a view that fits to it."""
    first, last = messages[0], messages[-1]

    assert [True] + [False] * (len(messages) - 1) == [m.HasField("match") for m in messages]
    assert [True] + [False] * (len(messages) - 1) == [m.HasField("setup") for m in messages]
    assert [False] * (len(messages) - 1) + [True] == [m.HasField("result") for m in messages]
    assert first.HasField("view")
    shown = turns(messages)
    assert list(range(first_turn, first_turn + len(shown))) == shown
    assert ended.result == last.result
    views = [message.view for message in messages if message.HasField("view")]
    assert public(ended.view) == views[-1]


def public(view: move_pb2.View) -> move_pb2.View:
    """What of a seat's view a spectator sees too: all but the seat's own."""
    shown = move_pb2.View()
    shown.CopyFrom(view)
    game = getattr(shown, shown.WhichOneof("view") or "")
    for field in game.DESCRIPTOR.fields:
        if field.name.startswith("own_"):
            game.ClearField(field.name)
    return shown


@every_game
@pytest.mark.asyncio
async def test_a_spectator_from_the_start_sees_the_whole_match(house: House, game: str) -> None:
    """It may come before anybody has joined."""
    table = await house.organiser.create(seed=SEED, game=game)
    watching = asyncio.create_task(all_of(house.organiser, table.match_id))
    ended = await house.play_out(table)
    messages = await watching

    check_story(messages, 1, ended)
    assert match_pb2.MATCH_STATUS_OPEN == messages[0].match.status
    assert len(house.match(table.match_id).played) == len(turns(messages))


@pytest.mark.parametrize("from_turn", [0, 1, 5])
@pytest.mark.asyncio
async def test_a_spectator_may_come_late(house: House, from_turn: int) -> None:
    """History from the turn on, then what happens, without a seam."""
    table = await house.organiser.create(seed=SEED)
    streams = [await house.seat(table, seat) for seat in range(3)]
    for _ in range(10):
        await house.wait(table.match_id, lambda match: not match._unpublished and bool(match.turn))
        match = house.match(table.match_id)
        asked = next(seat for seat, place in enumerate(match.seats) if place.decision)
        decision = await streams[asked].decision()
        await streams[asked].answer(decision.turn, decision.legal_moves[0])
        await house.wait(table.match_id, lambda match, turn=decision.turn: match.is_published(turn))  # type: ignore[misc]
    watching = house.organiser.WatchMatch(
        pb.WatchMatchRequest(match_id=table.match_id, from_turn=from_turn)
    )
    messages = [await watching.read()]
    assert list(range(max(1, from_turn), 11)) == turns(messages)
    ends = await asyncio.gather(*(stream.play_on() for stream in streams))
    while isinstance(message := await watching.read(), pb.WatchMatchResponse):
        messages.append(message)

    check_story(messages, max(1, from_turn), ends[0])


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.asyncio
async def test_a_finished_match_can_be_watched_from_any_turn(
    tmp_path: Path, restarts: bool
) -> None:
    """Also after a restart, when only the store has it; all in one message."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(seed=SEED)
        ended = await house.play_out(table)
        count = len(house.match(table.match_id).played)
        if not restarts:
            await check_finished(house, table, ended, count)
    if restarts:
        async with opened(tmp_path) as house:
            await check_finished(house, table, ended, count)


async def check_finished(house: House, table: Table, ended: pb.Ended, count: int) -> None:
    """The match as it was, from several turns on."""
    for from_turn in (0, 1, 7, count, count + 1, 10_000):
        messages = await all_of(house.organiser, table.match_id, from_turn)

        assert 1 == len(messages)
        assert list(range(max(1, from_turn), count + 1)) == turns(messages)
        if from_turn <= count:
            check_story(messages, max(1, from_turn), ended)


@pytest.mark.asyncio
async def test_a_running_match_can_be_watched_after_a_restart(tmp_path: Path) -> None:
    """The story has no seam where the referee was away."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(seed=SEED)
        stream = await house.seat(table, 0)
        others = [asyncio.create_task(house.play_well(table, seat)) for seat in (1, 2)]
        decision = await stream.decision()
        await stream.answer(decision.turn, decision.legal_moves[0])
        await stream.decision()
        for other in others:
            other.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        seen = len(house.match(table.match_id).played)
    async with opened(tmp_path) as house:
        assert seen <= len(house.match(table.match_id).played)
        watching = asyncio.create_task(all_of(house.organiser, table.match_id))
        ended = await house.play_out(table)
        check_story(await watching, 1, ended)


@pytest.mark.asyncio
async def test_a_match_that_was_aborted_before_it_began_can_be_watched(tmp_path: Path) -> None:
    """There is nothing to see but why; also after a restart."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create()
        request = admin.AbortMatchRequest(match_id=table.match_id, message="rain")
        await house.organiser.AbortMatch(request)
        stories = [await all_of(house.organiser, table.match_id)]
    async with opened(tmp_path) as house:
        stories.append(await all_of(house.organiser, table.match_id))

    assert [("rain", [])] * 2 == [(story[-1].result.message, turns(story)) for story in stories]


@pytest.mark.asyncio
async def test_a_spectator_may_wait_for_a_turn_to_come(house: House) -> None:
    """Nothing before that turn is shown."""
    table = await house.organiser.create(seed=SEED)
    watching = asyncio.create_task(all_of(house.organiser, table.match_id, 10))
    ended = await house.play_out(table)

    check_story(await watching, 10, ended)


@pytest.mark.asyncio
async def test_nothing_is_kept_for_a_spectator_who_does_not_read(house: House) -> None:
    """Whatever happened since the last message that was taken comes as one."""
    table = await house.organiser.create(seed=SEED)
    referee = house.referee
    request = pb.WatchMatchRequest(match_id=table.match_id)
    stream = SpectatorStream(mock.Mock(), "token", referee.registry.now, referee.guard.connections)
    caller = Caller("anna", Role.SPECTATOR, "token")
    revivals = Revivals(referee.store, referee.guard.quotas, referee.matches.feeds)
    finder = MatchFinder(referee.registry, referee.store, Alone())
    messages = watch(
        referee.registry, referee.matches.feeds, finder, revivals, request, caller, stream
    )
    first = pb.WatchMatchResponse.FromString(await anext(messages))
    ended = await house.play_out(table)
    rest = [pb.WatchMatchResponse.FromString(message) async for message in messages]

    assert 1 == len(rest)
    check_story([first, *rest], 1, ended)


@pytest.mark.asyncio
async def test_a_spectator_who_does_not_read_is_cut_off(tmp_path: Path) -> None:
    """After a while, with the reason; the match is not held up."""
    # The standard deck but for its length: more than a connection of fixed size takes unread.
    deck = standard_deck().text.replace("C01", "D01")
    deck += ("#" * 99 + "\n") * ((65_536 - len(deck)) // 100)
    options = (
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.http2.bdp_probe", 0),
        ("grpc.max_receive_message_length", -1),
    )
    with mock.patch.object(server, "STALL_SECONDS", 0.1):
        async with (
            opened(tmp_path) as house,
            grpc.aio.insecure_channel(house.address, options=options) as channel,
        ):
            table = await house.organiser.create(options={"rounds": "3", "deck": deck})
            spectator = Client(channel, house.organiser.token)
            watching = spectator.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
            await house.play_out(table)
            await house.let_time_pass(lambda: not house.referee.guard.connections._streams)

            async with asyncio.timeout(PATIENCE):
                assert "SLOW_READER" == reason_of(await refused(read_all(watching)))


async def read_all(watching: Any) -> None:  # noqa: ANN401 - a call
    """Read until the stream ends."""
    async for _ in watching:
        pass


@pytest.mark.asyncio
async def test_spectators_and_seats_may_watch_any_match(house: House) -> None:
    """Whoever has a token at all."""
    spectator, _ = await house.player("crowd", admin.ROLE_SPECTATOR)
    table, other = await house.organiser.create(), await house.organiser.create()
    ended = await house.play_out(table)
    for client in (spectator, house.client(other.tokens[0]), house.client(table.tokens[1])):
        check_story(await all_of(client, table.match_id), 1, ended)


@pytest.mark.parametrize(
    ("request_", "reason", "field"),
    [
        pytest.param({"match_id": "nowhere"}, "MATCH_NOT_FOUND", "match_id", id="match"),
        pytest.param({"from_turn": -1}, "BAD_REQUEST", "from_turn", id="turn"),
    ],
)
@pytest.mark.asyncio
async def test_what_cannot_be_watched_is_refused(
    house: House, request_: dict[str, int], reason: str, field: str
) -> None:
    """With the field that is wrong."""
    table = await house.organiser.create()
    request = pb.WatchMatchRequest(**({"match_id": table.match_id} | request_))  # type: ignore[arg-type]
    refusal = await refused(house.organiser.WatchMatch(request).read())

    assert (reason, field) == (reason_of(refusal), refusal.field)


@every_game
@pytest.mark.asyncio
async def test_views_of_every_turn_are_those_of_the_replay(house: House, game: str) -> None:
    """From the start, from the middle and after the end: what a spectator saw at each turn."""
    table = await house.organiser.create(seed=SEED, game=game)
    request = pb.WatchMatchRequest(match_id=table.match_id, with_views=True)

    async def seen(from_turn: int) -> tuple[list[int], list[move_pb2.View]]:
        request.from_turn = from_turn
        async with asyncio.timeout(PATIENCE):
            messages = [message async for message in house.organiser.WatchMatch(request)]
        views = [view for message in messages for view in message.views]
        assert [m.view for m in messages if m.HasField("view")][-1] == views[-1]
        return turns(messages), views

    watching = asyncio.create_task(seen(0))
    await house.play_out(table)
    live, shown = await watching
    content = await house.organiser.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    player = ReplayPlayer(read_replay(content.replay))
    rules, writer = player.game, wire_of(game).view_writer()
    states = [player.position.state, *(step.after.state for step in player.steps())]
    expected = [move_pb2.View.FromString(writer.write(rules.view(state, None))) for state in states]

    assert expected == shown
    assert (live, shown) == await seen(1)
    assert (live[6:], shown[6:]) == await seen(7)

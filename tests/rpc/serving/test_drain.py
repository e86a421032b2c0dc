"""Closing a referee, and killing it: the command as a real process."""

import asyncio
import resource
import shutil
import signal
import sys
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import match_pb2, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    PATIENCE,
    STOOD_STILL,
    Client,
    Stream,
    Table,
    channel_to,
    every_game,
    is_ranking,
    reason_of,
    refused,
    why,
)
from tests.referees.process import RefereeProcess

LEISURE = match_pb2.ClockSettings()
"""The referee's own clock: nobody runs out of time here."""


async def sat_down(client: Client, **wishes: Any) -> tuple[Table, list[Stream]]:  # noqa: ANN401
    """A match for two that has begun, nobody having moved."""
    table = await client.create(2, clock=LEISURE, **wishes)
    return table, [await seat(client, table, number) for number in range(2)]


async def seat(client: Client, table: Table, number: int) -> Stream:
    """A stream that has joined."""
    stream = Client(client.channel, table.tokens[number]).stream()
    await stream.join(table.match_id, number, max_legal_moves=1)
    return stream


class LastMove(NamedTuple):
    """Who moved last, and when; the move, and another that could have been made."""

    seat: int
    turn: int
    move: move_pb2.Move
    other: move_pb2.Move


async def play_some(client: Client, table: Table, moves: int) -> LastMove:
    """The seats make so many moves, all durable; the last one."""
    players = [Client(client.channel, token) for token in table.tokens]
    last = LastMove(0, 0, move_pb2.Move(), move_pb2.Move())
    async with asyncio.timeout(PATIENCE):
        while moves:
            for number, player in enumerate(players):
                fields: dict[str, Any] = {"match_id": table.match_id, "seat": number}
                asked = await player.GetDecision(pb.GetDecisionRequest(**fields, max_legal_moves=2))
                if moves and asked.HasField("decision"):
                    turn, (move, *others) = asked.decision.turn, asked.decision.legal_moves
                    await player.SubmitMove(pb.SubmitMoveRequest(**fields, turn=turn, move=move))
                    # Where one move alone is legal, the last one will do if it is another.
                    other = next(one for one in (*others, last.move, last.other) if one != move)
                    last = LastMove(number, turn, move, other)
                    moves -= 1
    return last


async def play_out(client: Client, table: Table) -> pb.Ended:
    """Take the seats up again and play to the end."""
    streams = [await seat(client, table, number) for number in range(2)]
    return (await asyncio.gather(*(stream.play_on() for stream in streams)))[0]


async def match_of(client: Client, table: Table) -> match_pb2.Match:
    """GetMatch."""
    response = await client.GetMatch(pb.GetMatchRequest(match_id=table.match_id))
    assert isinstance(response, pb.GetMatchResponse)
    return response.match


async def until_draining(client: Client) -> None:
    """Wait until the referee says that it closes."""
    async with asyncio.timeout(PATIENCE):
        while not (await client.GetStatus(admin.GetStatusRequest())).draining:
            pass


async def check_replay(client: Client, table: Table) -> None:
    """The replay of the finished match verifies."""
    response = await client.GetReplay(pb.GetReplayRequest(match_id=table.match_id))
    assert verify(read_replay(response.replay)).ok


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, None])
@pytest.mark.asyncio
async def test_a_closing_referee_takes_no_matches_and_lets_those_it_has_finish(
    tmp_path: Path, number: int | None
) -> None:
    """By a signal or by an organiser's call; it ends with 0, and nothing is left to do."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table, streams = await sat_down(client)
        if number is None:
            assert 1 == (await client.Drain(admin.DrainRequest())).running_matches
        else:
            command.signal(number)
        await until_draining(client)
        refusal = await refused(client.create())
        health: Any = health_pb2_grpc.HealthStub(channel)

        assert "DRAINING" == reason_of(refusal)
        assert refusal.retry_delay.seconds > 0
        status = (await health.Check(health_pb2.HealthCheckRequest())).status
        assert health_pb2.HealthCheckResponse.NOT_SERVING == status
        ends = await asyncio.gather(*(stream.play_on() for stream in streams))
        assert ends[0].result.ranks == ends[1].result.ranks
        assert is_ranking(ends[0].result.ranks, 2)
        assert 0 == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        assert match_pb2.MATCH_STATUS_FINISHED == (await match_of(client, table)).status
        await check_replay(client, table)


def closing(command: RefereeProcess) -> list[str]:
    """What it says of its end; that the machine had no time for it before may be said, too."""
    return [line["event"] for line in command.log if line["event"] != STOOD_STILL]


@pytest.mark.asyncio
async def test_a_referee_without_matches_closes_at_once(tmp_path: Path) -> None:
    """There is nothing to wait for."""
    async with (
        RefereeProcess(tmp_path, "--drain-timeout", "3600") as command,
        channel_to(command.address) as channel,
    ):
        await Client(channel, command.token).GetStatus(admin.GetStatusRequest())
        command.signal(signal.SIGTERM)

        assert 0 == await command.ends()
    assert ["referee drains", "referee stops"] == closing(command)


@pytest.mark.asyncio
async def test_a_match_that_does_not_finish_stays_in_the_journal_and_goes_on(
    tmp_path: Path,
) -> None:
    """The referee waits for so long, ends with 0, and the next one has the match as it was."""
    async with (
        RefereeProcess(tmp_path, "--drain-timeout", "0.2") as command,
        channel_to(command.address) as channel,
    ):
        client = Client(channel, command.token)
        table, _ = await sat_down(client)
        last = await play_some(client, table, 5)
        before = await match_of(client, table)
        command.signal(signal.SIGTERM)
        assert 0 == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        after = await match_of(client, table)

        assert (match_pb2.MATCH_STATUS_RUNNING, before.turn) == (after.status, after.turn)
        await check_repetition(client, table, last)
        assert is_ranking((await play_out(client, table)).result.ranks, 2)
        await check_replay(client, table)


async def check_repetition(client: Client, table: Table, last: LastMove) -> None:
    """The last answer before the end is accepted again, and another one to that turn is not."""
    player = Client(client.channel, table.tokens[last.seat])
    fields: dict[str, Any] = {"match_id": table.match_id, "seat": last.seat, "turn": last.turn}
    same = pb.SubmitMoveRequest(**fields, move=last.move)
    other = pb.SubmitMoveRequest(**fields, move=last.other)

    assert last.turn == (await player.SubmitMove(same)).turn
    assert "STALE_TURN" == await why(player.SubmitMove(other))


@every_game
@pytest.mark.asyncio
async def test_a_referee_that_is_killed_loses_no_move(tmp_path: Path, game: str) -> None:
    """Whatever anybody has heard of is there again, exactly once, and the match goes on."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table, _ = await sat_down(client, game=game)
        last = await play_some(client, table, 7)
        command.signal(signal.SIGKILL)
        assert -signal.SIGKILL == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        watching = client.WatchMatch(pb.WatchMatchRequest(match_id=table.match_id))
        first = await watching.read()

        assert list(range(1, 8)) == [played.turn for played in first.moves][:7]
        assert last.move == first.moves[last.turn - 1].move
        await check_repetition(client, table, last)
        assert 1 in (await play_out(client, table)).result.ranks
        await check_replay(client, table)


@pytest.mark.asyncio
async def test_a_match_that_is_not_in_the_journal_is_ended_when_the_referee_closes(
    tmp_path: Path,
) -> None:
    """The seats are told that it is the referee's fault, and so is everybody later."""
    async with (
        RefereeProcess(tmp_path, "--drain-timeout", "0.2") as command,
        channel_to(command.address) as channel,
    ):
        client = Client(channel, command.token)
        table, streams = await sat_down(client, durability=match_pb2.DURABILITY_MATCH)
        await play_some(client, table, 3)
        command.signal(signal.SIGTERM)
        results = await asyncio.gather(*(until_ended(stream) for stream in streams))
        assert 0 == await command.ends()
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        match = await match_of(Client(channel, command.token), table)

    assert [match_pb2.FAULT_REFEREE] * 3 == [r.fault for r in (*results, match.result)]
    assert match_pb2.MATCH_STATUS_ABORTED == match.status


async def until_ended(stream: Stream) -> match_pb2.MatchResult:
    """Read without answering until the end."""
    while not (response := await stream.receive()).HasField("ended"):
        pass
    return response.ended.result


@pytest.mark.asyncio
async def test_the_seats_of_a_match_that_stays_can_tell_that_the_referee_went(
    tmp_path: Path,
) -> None:
    """Their streams end with a status that says: try again."""
    async with (
        RefereeProcess(tmp_path, "--drain-timeout", "0.1") as command,
        channel_to(command.address) as channel,
    ):
        _, streams = await sat_down(Client(channel, command.token))
        command.signal(signal.SIGTERM)
        codes = []
        for stream in streams:
            with pytest.raises(grpc.aio.AioRpcError) as ended:
                await until_ended(stream)
            codes.append(ended.value.code())
        assert 0 == await command.ends()

    assert [grpc.StatusCode.UNAVAILABLE] * 2 == codes


@pytest.mark.asyncio
async def test_a_second_referee_does_not_touch_the_data_of_the_first(tmp_path: Path) -> None:
    """It ends with 1 and a sentence; the first serves on."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        second = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bessemer.cli.main", "serve", "--listen", "127.0.0.1:0"),
            *("--data", str(tmp_path), "--metrics", ""),
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await second.communicate()

        assert (1, 1) == (second.returncode, len(said.splitlines()))
        assert b"another referee works on this database" in said
        await Client(channel, command.token).GetStatus(admin.GetStatusRequest())


@pytest.mark.asyncio
async def test_a_second_signal_ends_the_drain_and_loses_nothing(tmp_path: Path) -> None:
    """It does not wait for the match, ends with 0, and the next referee has every move."""
    async with (
        RefereeProcess(tmp_path, "--drain-timeout", "3600") as command,
        channel_to(command.address) as channel,
    ):
        client = Client(channel, command.token)
        table, _ = await sat_down(client)
        last = await play_some(client, table, 5)
        command.signal(signal.SIGTERM)
        await until_draining(client)
        command.signal(signal.SIGTERM)

        assert 0 == await command.ends()
    assert ["referee drains", "referee stops at once", "referee stops"] == closing(command)
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        await check_repetition(Client(channel, command.token), table, last)


@pytest.mark.asyncio
async def test_a_referee_that_could_not_write_says_so_by_its_exit_code(tmp_path: Path) -> None:
    """With 1, a sentence, and the matches of which something is missing in the log."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table, _ = await sat_down(client)
        await play_some(client, table, 3)
        size = (tmp_path / "bessemer.sqlite3-wal").stat().st_size
        resource.prlimit(command.process.pid, resource.RLIMIT_FSIZE, (size, size))
        assert "JOURNAL_UNAVAILABLE" == await why(client.create())
        command.signal(signal.SIGTERM)
        await until_draining(client)  # or the system may take two signals for one
        command.signal(signal.SIGTERM)

        assert 1 == await command.ends()
    told = {line["event"]: line for line in command.log}
    unwritten = told["journal was not written to the end"]
    assert 1 == len(unwritten["matches"])
    assert "could not be written to the end" in command.log[-1]["why"]


@pytest.mark.asyncio
async def test_a_database_without_its_write_ahead_log_is_refused_unless_accepted(
    tmp_path: Path,
) -> None:
    """The sentence names the match; accepted, the match is ended, and the next start is quiet."""
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        table, _ = await sat_down(client)
        await play_some(client, table, 2)
        shutil.copy(tmp_path / "bessemer.sqlite3-wal", tmp_path / "early-wal")
        await play_some(client, table, 5)
        command.signal(signal.SIGKILL)
        await command.ends()
    log = tmp_path / "bessemer.sqlite3-wal"
    kept = log.rename(tmp_path / "kept-wal")
    refused_start = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bessemer.cli.main", "serve", "--listen", "127.0.0.1:0"),
        *("--data", str(tmp_path), "--metrics", ""),
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await refused_start.communicate()

    assert 1 == refused_start.returncode
    assert table.match_id in said.decode()
    assert "write-ahead log is missing: put the file with the ending -wal back" in said.decode()
    kept.rename(log)
    async with RefereeProcess(tmp_path) as command:  # nothing was done to it meanwhile
        command.signal(signal.SIGKILL)
        await command.ends()
    aborted = pb.ListMatchesRequest(status=match_pb2.MATCH_STATUS_ABORTED)
    (tmp_path / "early-wal").replace(log)  # a log, but not the whole of it
    async with RefereeProcess(tmp_path) as command, channel_to(command.address) as channel:
        client = Client(channel, command.token)
        while not (await client.ListMatches(aborted)).matches:  # its end is being written
            pass
        after = await match_of(client, table)
        assert "lost moves that players have heard of" in after.result.message
    lost = [
        line for line in command.early if line["event"] == "database has lost a part of a match"
    ]
    assert [(table.match_id, "5 of 7 moves")] == [(line["match_id"], line["lost"]) for line in lost]

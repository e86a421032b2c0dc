"""
A database that is full or away: every call answers, or is refused with a time to try again.

Both are real: an SQLite file that may not grow, and a PostgreSQL server that is stopped and started
again under a running referee.
"""

import asyncio
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from hashlib import sha256
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from bessemer.engine.game import Seat
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.tournament.terms import Format, FormatTerms
from bessemer.matches.records import ClockSettings, Status
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import (
    admin_service_pb2,
    choice_pb2,
    error_reason_pb2,
    ladder_service_pb2,
    match_pb2,
    match_service_pb2,
)
from tests.referees.in_process import (
    PATIENCE,
    House,
    creation,
    eventually,
    metadata_of,
    opened,
    reason_of,
    refusal_in,
)
from tests.storage.postgres import own_postgres
from tests.storage.rated_matches import match as rated_match

Answer = error_reason_pb2.Refusal | None
FILES = (match_service_pb2, ladder_service_pb2, admin_service_pb2)
SEATS = {
    *("Play", "GetDecision", "SubmitMove", "CheckMove", "ListChoices"),
    *("Resign", "Greet", "TakeBack"),
}
"""Calls with the token of a seat."""
NEEDS_PEOPLE = {"TakeBack"}
"""What only people at their table can do: here the match stands in the way once the database is back."""
NEEDS_LOBBY = {"Challenge"}
"""What is refused before any database is asked, since this referee plays no ladder."""
HOOK = "https://127.0.0.1:1/"
"""Where nobody listens."""
LOOPBACK = (ip_network("127.0.0.1"),)
METHODS = {
    method.name: method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}
NEEDS_NOTHING = {"GetStatus", "GetReplayKey", "GetSelf", "Pause", "Drain"}
"""What works whatever becomes of the database."""
OF_RUNNING_MATCHES = {"GetDecision", "CheckMove", "ListChoices", "Play", "WatchMatch"}
"""What is played and watched in memory; a move is refused."""
READS = {
    *("GetMatch", "ListMatches", "GetReplay", "ListPlayers", "ListLadders", "ListStandings"),
    *("GetStanding", "ListPlayerMatches", "Enlist", "GetLobby", "GetPlayer", "ListAudit"),
    *(
        "ListRatedMatches",
        "ListOldReplays",
        "GetNotes",
        "GetTournament",
        "ListWebhooks",
        "TestWebhook",
    ),
}
WRITES = {
    *("CreateMatch", "SubmitMove", "CreatePlayer", "CreateToken", "RevokeToken", "AbortMatch"),
    *("TakeSeat", "Resign", "Greet", "TakeBack", "CancelMatch"),
    *("CreateWebhook", "DeleteWebhook"),
    *(
        "ImportPlayers",
        "BanPlayer",
        "UnbanPlayer",
        "SetPlayer",
        "DeletePlayer",
        "CreateLadder",
        "StartLadder",
        "FreezeLadder",
        "StartSeason",
    ),
    *("SetLadder", "LockLadder"),
    *("VoidMatch", "RestoreMatch", "DisqualifyPlayer", "ReinstatePlayer", "ReleaseBlocks"),
    "RemoveReplays",
}


def make_ladder(database: str | Path) -> None:
    """A ladder of the name "main", with a rated match and a voided one."""
    store = open_store(database)
    ladder = Ladder("main", "furnace", {}, 2, ClockSettings(), created=1.0)
    SqlLadderStore(store).create(ladder, "test")
    swiss = FormatTerms(Format.SWISS)
    SqlLadderStore(store).create(replace(ladder, name="cup", format=swiss), "test")
    store.write([*rated_match("m1"), *rated_match("m2")])
    SqlLadderStore(store).void("m2", "test", 1.0, "a test")
    store.close()


class Outage:
    """A referee with a match that runs, one that has ended, and tokens of a seat and a player."""

    def __init__(
        self, house: House, fields: dict[str, dict[str, Any]], seat_token: str, player_token: str
    ) -> None:
        self.house = house
        self.fields = fields
        self.seat_token = seat_token
        self.player_token = player_token

    async def call(self, name: str) -> Answer:
        """Call a method as somebody who may; how it was refused, or `None`."""
        method = METHODS[name]
        request = self.request(name)
        path = f"/{method.containing_service.full_name}/{name}"
        is_seats = name in SEATS
        token = self.seat_token if is_seats else self.house.organiser.token
        if name == "TakeSeat":  # by a player, with the seat's token in the request
            token = self.player_token
        metadata = metadata_of(token)
        channel: Any = self.house.channel
        try:
            async with asyncio.timeout(PATIENCE):
                if method.client_streaming:
                    both = channel.stream_stream(path)(metadata=metadata)
                    await both.write(request.SerializeToString())
                    await both.read()
                    both.cancel()
                elif method.server_streaming:
                    one = channel.unary_stream(path)(request.SerializeToString(), metadata=metadata)
                    await one.read()
                    one.cancel()
                else:
                    await channel.unary_unary(path)(request.SerializeToString(), metadata=metadata)
        except grpc.aio.AioRpcError as error:
            return refusal_in(error)  # an INTERNAL or UNKNOWN has none
        return None

    def request(self, name: str) -> Message:
        """A request that would be good if the database were."""
        if name == "CreateMatch":
            return creation(2)
        kind = next(
            getattr(file, f"{name}Request") for file in FILES if hasattr(file, f"{name}Request")
        )
        made = kind(**self.fields.get(name, {}))
        assert isinstance(made, Message)
        return made


@asynccontextmanager
async def prepared(folder: Path, database: str = "") -> AsyncIterator[Outage]:
    """A referee in whose database there is something of everything."""
    make_ladder(database or folder / "bessemer.sqlite3")
    async with opened(
        folder, database=database, ladders=("main",), webhook_allow=LOOPBACK
    ) as house:
        ended = await house.organiser.create(2)
        await house.play_out(ended)
        await house.wait(ended.match_id, lambda match: match.is_over)
        old = await house.organiser.create(2)
        await house.play_out(old)
        await house.wait(old.match_id, lambda match: match.is_over)
        wanted = match_service_pb2.GetReplayRequest(match_id=old.match_id)
        content = (await house.organiser.GetReplay(wanted)).replay
        replay = admin_service_pb2.KnownReplay(
            match_id=old.match_id, sha256=sha256(content).digest()
        )
        house.referee.registry.recent.clear()  # it is in the database alone
        table = await house.organiser.create(2)
        streams = [await house.seat(table, seat) for seat in range(2)]
        await house.wait(table.match_id, lambda match: match.status is Status.RUNNING)
        match = house.match(table.match_id)
        asked = next(seat for seat in range(2) if match.open_decision(Seat(seat)) is not None)
        decision = await streams[asked].decision()
        _, token_id = await house.player("ann")
        taker, _ = await house.player("eve")
        open_table = await house.organiser.create(2)
        await house.player("cid")
        why: dict[str, Any] = {"reason": "a test"}
        cid: dict[str, Any] = {"ladder": "main", "player": "cid"}
        await house.organiser.BanPlayer(admin_service_pb2.BanPlayerRequest(name="cid", **why))
        await house.organiser.DisqualifyPlayer(
            admin_service_pb2.DisqualifyPlayerRequest(**cid, **why)
        )
        hook = admin_service_pb2.CreateWebhookRequest(name="hook", url=HOOK)
        await house.organiser.CreateWebhook(hook)
        seat: dict[str, Any] = {"match_id": table.match_id, "seat": asked}
        move = {"turn": decision.turn, "move": decision.legal_moves[0]}
        ladder = {"ladder": "main"}
        fields: dict[str, dict[str, Any]] = {
            "GetMatch": {"match_id": ended.match_id},
            "GetReplay": {"match_id": ended.match_id},
            "GetNotes": {"match_id": ended.match_id},
            "WatchMatch": {"match_id": table.match_id},
            "Play": {"join": match_service_pb2.JoinSeat(**seat)},
            "GetDecision": seat,
            "SubmitMove": seat | move,
            "CheckMove": seat | move,
            "TakeSeat": {
                "match_id": open_table.match_id,
                "seat": 0,
                "seat_token": open_table.tokens[0],
            },
            "ListChoices": seat | {"turn": decision.turn, "paths": [choice_pb2.ChoicePath()]},
            "Enlist": {"enlistment": ladder_service_pb2.Enlistment(ladder="main")},
            "ListStandings": ladder,
            "GetStanding": ladder | {"player": "ann"},
            "ListPlayerMatches": ladder | {"player": "ann"},
            "ListRatedMatches": ladder,
            "CreatePlayer": {"name": "bob"},
            "CreateToken": {"name": "ann"},
            "RevokeToken": {"token_id": token_id},
            "AbortMatch": {"match_id": table.match_id},
            "GetPlayer": {"name": "ann"},
            "ImportPlayers": {"players": [admin_service_pb2.CreatePlayerRequest(name="dan")]},
            "BanPlayer": {"name": "ann"} | why,
            "UnbanPlayer": {"name": "cid"} | why,
            "DeletePlayer": {"name": "cid"} | why,
            "SetPlayer": {"name": "cid", "author": "ann"} | why,
            "CreateLadder": {"name": "other", "game": "brass"},
            "StartLadder": {"ladder": "cup", "players": ["ann", "cid"]} | why,
            "FreezeLadder": ladder | why,
            "SetLadder": ladder | {"until": 50} | why,
            "LockLadder": ladder | {"lift": True} | why,  # a locked one takes nobody in
            "StartSeason": ladder | why,
            "VoidMatch": {"match_id": "m1"} | why,
            "RestoreMatch": {"match_id": "m2"} | why,
            "DisqualifyPlayer": ladder | {"player": "ann"} | why,
            "ReinstatePlayer": cid | why,
            "ReleaseBlocks": ladder | why,
            "GetLobby": ladder,
            "GetTournament": ladder,
            "ListOldReplays": {"created_before": Timestamp(seconds=1)},
            "RemoveReplays": {"replays": [replay]} | why,
            "Resign": seat,
            "Greet": seat | {"greeting": match_pb2.GREETING_HELLO},
            "TakeBack": seat,
            "CancelMatch": {"match_id": open_table.match_id},
            "CreateWebhook": {"name": "other", "url": HOOK},
            "TestWebhook": {"name": "hook"},
            "DeleteWebhook": {"name": "hook"},
        }
        yield Outage(house, fields, table.tokens[asked], taker.token)


async def check_refused(outage: Outage, names: set[str]) -> None:
    """Each of these calls is refused for the database, with a time to wait."""
    for name in sorted(names, reverse=True):  # a match is aborted last
        refusal = await outage.call(name)
        assert refusal is not None, f"{name} was not refused"
        assert (name, "JOURNAL_UNAVAILABLE") == (name, reason_of(refusal))
        assert refusal.retry_delay.ToTimedelta().total_seconds() > 0, name


async def check_answered(outage: Outage, names: set[str]) -> None:
    """Each of these calls has an answer."""
    for name in sorted(names - NEEDS_PEOPLE, reverse=True):  # a match is aborted last
        assert (name, None) == (name, await outage.call(name))


def test_every_call_is_in_one_of_the_tables() -> None:
    """A new call must say what becomes of it."""
    assert set(METHODS) == NEEDS_NOTHING | OF_RUNNING_MATCHES | NEEDS_LOBBY | READS | WRITES


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file of this process grows beyond the size of `file`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.asyncio
async def test_a_full_disk_refuses_what_must_be_written_and_nothing_else(tmp_path: Path) -> None:
    """Every call, on SQLite; when there is room again the same calls work."""
    async with prepared(tmp_path) as outage:
        # They are kept in the database, and brought up to date when somebody asks.
        assert await outage.call("ListStandings") is None
        with full_disk(tmp_path / "bessemer.sqlite3-wal"):
            assert await outage.call("CreateMatch") is not None

            await check_refused(outage, WRITES)
            await check_answered(outage, READS - {"GetStanding"} | OF_RUNNING_MATCHES)
            await check_answered(outage, NEEDS_NOTHING - {"Drain", "Pause"})
        await eventually(lambda: not outage.house.referee.registry.journal.failure)
        await check_answered(outage, WRITES)


@pytest.mark.asyncio
async def test_a_stopped_postgresql_refuses_what_needs_it_and_nothing_else(tmp_path: Path) -> None:
    """Every call; and when it is started again the same calls work by themselves."""
    with own_postgres() as server:
        async with prepared(tmp_path, server.get_uri()) as outage:
            await asyncio.to_thread(server.stop)
            assert await outage.call("CreateMatch") is not None

            await check_refused(outage, WRITES | READS)
            await check_answered(outage, OF_RUNNING_MATCHES | NEEDS_NOTHING - {"Drain", "Pause"})
            await asyncio.to_thread(server.start)
            await eventually(lambda: not outage.house.referee.registry.journal.failure)
            await check_answered(outage, WRITES | READS - {"GetStanding"})

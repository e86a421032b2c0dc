"""Who may read what, as the table in SECURITY.md says, against a real referee."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import grpc
import pytest

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Client, creation, metadata_of, opened

WHO: Final = ("stranger", "spectator", "seat", "player", "organiser")
ALL: Final = WHO[1:]
"""Everybody with a token."""


async def _watched(client: Client, match_id: str) -> object:
    call = client.WatchMatch(pb.WatchMatchRequest(match_id=match_id, with_views=True))
    async for message in call:
        call.cancel()
        return message
    raise AssertionError("nothing was sent")


@pytest.mark.asyncio
async def test_each_token_reads_what_the_page_says(tmp_path: Path) -> None:
    """Nobody without one reads anything, and a seat's cards and notes are its own."""
    async with opened(tmp_path) as house:
        running, another, over = [await house.organiser.create(2) for _ in range(3)]
        await house.play_out(over)
        for table in (running, another):
            for seat in (0, 1):
                await house.seat(table, seat)
        player, _ = await house.player("ann")
        spectator, _ = await house.player("eve", admin.ROLE_SPECTATOR)
        seat_zero = house.client(running.tokens[0])
        clients = (house.client(""), spectator, seat_zero, player, house.organiser)
        ladders = ladder_grpc.LadderServiceStub(house.channel)
        here, there, done = running.match_id, another.match_id, over.match_id
        calls: dict[str, tuple[tuple[str, ...], Callable[[Client], Awaitable[Any]]]] = {
            "matches": (ALL, lambda who: who.ListMatches(pb.ListMatchesRequest())),
            "a match": (ALL, lambda who: who.GetMatch(pb.GetMatchRequest(match_id=there))),
            "views": (ALL, lambda who: _watched(who, there)),
            "replay": (ALL, lambda who: who.GetReplay(pb.GetReplayRequest(match_id=done))),
            "replay of a running match": (
                (),
                lambda who: who.GetReplay(pb.GetReplayRequest(match_id=here)),
            ),
            "own cards": (
                ("seat",),
                lambda who: who.GetDecision(pb.GetDecisionRequest(match_id=here, seat=0)),
            ),
            "another's cards": (
                (),
                lambda who: who.GetDecision(pb.GetDecisionRequest(match_id=here, seat=1)),
            ),
            "notes": (
                ("seat", "organiser"),
                lambda who: who.GetNotes(pb.GetNotesRequest(match_id=here)),
            ),
            "ladders": (
                ALL,
                lambda who: ladders.ListLadders(
                    ladder_pb.ListLaddersRequest(), metadata=metadata_of(who.token)
                ),
            ),
            "audit": (("organiser",), lambda who: who.ListAudit(admin.ListAuditRequest())),
            "players": (("organiser",), lambda who: who.ListPlayers(admin.ListPlayersRequest())),
            "new match": (("player", "organiser"), lambda who: who.CreateMatch(creation(2))),
        }
        reads: dict[str, tuple[str, ...]] = dict.fromkeys(calls, ())
        for name, (_, call) in calls.items():
            for who, client in zip(WHO, clients, strict=True):
                try:
                    await call(client)
                except grpc.aio.AioRpcError:
                    continue
                reads[name] += (who,)

    assert {name: may for name, (may, _) in calls.items()} == reads

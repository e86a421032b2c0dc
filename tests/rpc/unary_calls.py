"""Seats that are played by single calls instead of a stream."""

import asyncio
from collections.abc import Sequence
from threading import Event
from typing import Any

from google.protobuf.duration_pb2 import Duration

from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import Record
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import move_pb2
from tests.referees.in_process import (
    PATIENCE,
    House,
    Table,
)

SEED = b"a match call by call"


class Caller:
    """A seat that is played call by call."""

    def __init__(self, house: House, table: Table, seat: int) -> None:
        self.client = house.client(table.tokens[seat])
        self.match_id = table.match_id
        self.seat = seat

    async def ask(self, wait: int = 0, **wishes: Any) -> pb.GetDecisionResponse:  # noqa: ANN401
        """GetDecision."""
        request = pb.GetDecisionRequest(
            match_id=self.match_id, seat=self.seat, wait=Duration(seconds=wait), **wishes
        )
        response = await self.client.GetDecision(request)
        assert isinstance(response, pb.GetDecisionResponse)
        return response

    def submit(self, turn: int, played: move_pb2.Move) -> "asyncio.Future[pb.SubmitMoveResponse]":
        """SubmitMove."""
        request = pb.SubmitMoveRequest(
            match_id=self.match_id, seat=self.seat, turn=turn, move=played
        )
        answer: asyncio.Future[pb.SubmitMoveResponse]
        answer = asyncio.ensure_future(self.client.SubmitMove(request))
        return answer

    async def check(self, turn: int, played: move_pb2.Move) -> pb.CheckMoveResponse:
        """CheckMove."""
        request = pb.CheckMoveRequest(
            match_id=self.match_id, seat=self.seat, turn=turn, move=played
        )
        response = await self.client.CheckMove(request)
        assert isinstance(response, pb.CheckMoveResponse)
        return response

    async def play_on(self) -> tuple[pb.Ended, list[int]]:
        """Play to the end; how it ended, and the turns that were told on the way."""
        known, told = 0, list[int]()
        while True:
            response = await self.ask(wait=30, known_turn=known, max_legal_moves=1)
            news = response.decision.moves_since or response.ended.moves_since
            told += [played.turn for played in news]
            known = told[-1] if told else 0
            if response.HasField("ended"):
                return response.ended, told
            if response.HasField("decision"):
                decision = response.decision
                answer = await self.submit(decision.turn, decision.legal_moves[0])
                assert decision.turn == answer.turn


async def sat_down(house: House, players: int = 3, **wishes: Any) -> list[Caller]:  # noqa: ANN401
    """All seats of a new match, the one that is asked first of them first."""
    table = await house.organiser.create(players, seed=SEED, **wishes)
    callers = [Caller(house, table, seat) for seat in range(players)]
    for caller in callers:
        await caller.ask()
    await house.wait(table.match_id, lambda match: match.turn > 0)
    asked = [(await caller.ask()).HasField("decision") for caller in callers]
    return sorted(callers, key=lambda caller: not asked[caller.seat])


class Gate:
    """Stands between the journal and the store."""

    def __init__(self, house: House) -> None:
        self._store = house.referee.store
        self._write = self._store.write
        self.begun, self.open = Event(), Event()
        self.failure = ""
        self._store.write = self.write  # type: ignore[method-assign]

    def write(self, records: Sequence[Record]) -> None:
        """Write when the gate is open."""
        self.begun.set()
        if self.failure:
            raise StoreError(self.failure)
        assert self.open.wait(PATIENCE)
        self._write(records)

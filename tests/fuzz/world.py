"""Matches in the middle of play, players and tokens: what makes a message valid."""

import random
from collections import deque
from typing import Final, NamedTuple

import grpc
from google.protobuf.duration_pb2 import Duration

from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import admin_service_pb2 as admin_pb
from bessemer.v1 import admin_service_pb2_grpc, match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.process import DEADLINE

HOST, PLAYER, WATCHER = "fuzz-host", "fuzz-player", "fuzz-watcher"
_HOUR: Final = Duration(seconds=3600)
_TABLES: Final[tuple[tuple[int, dict[str, str]], ...]] = (
    (2, {}),
    (3, {"chain": "on"}),
    (4, {"rounds": "3"}),
    (3, {"capitalists": "off", "chain": "on", "rounds": "3"}),
)


class Table:
    """A match that is being played while messages about it are sent."""

    def __init__(self, match_id: str, tokens: list[str]) -> None:
        self.match_id = match_id
        self.tokens = tokens
        self.decisions: dict[int, match_pb2.Decision] = {}
        """What was asked of each seat when it was last looked at, with some legal moves."""
        self.is_over = False
        self._is_busy = False

    async def go_on(
        self, stub: "match_service_pb2_grpc.MatchServiceAsyncStub", luck: random.Random
    ) -> None:
        """Look at every seat, and move for one of those that are asked."""
        if self._is_busy:
            return
        self._is_busy = True
        try:
            for seat in range(len(self.tokens)):
                await self._look(stub, seat)
            if self.decisions:
                seat = luck.choice(sorted(self.decisions))
                decision = self.decisions[seat]
                await stub.SubmitMove(
                    pb.SubmitMoveRequest(
                        match_id=self.match_id,
                        seat=seat,
                        turn=decision.turn,
                        move=luck.choice(decision.legal_moves),
                    ),
                    metadata=metadata_of(self.tokens[seat]),
                    timeout=DEADLINE,
                )
        except grpc.aio.AioRpcError as error:
            # A fuzzed message may have moved first, ended the match or revoked the token.
            lost = grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.NOT_FOUND
            self.is_over = self.is_over or error.code() in lost
        finally:
            self._is_busy = False

    async def _look(self, stub: "match_service_pb2_grpc.MatchServiceAsyncStub", seat: int) -> None:
        request = pb.GetDecisionRequest(match_id=self.match_id, seat=seat, max_legal_moves=4)
        response = await stub.GetDecision(
            request, metadata=metadata_of(self.tokens[seat]), timeout=DEADLINE
        )
        if response.HasField("decision"):
            self.decisions[seat] = response.decision
        else:
            self.decisions.pop(seat, None)
        self.is_over = self.is_over or response.HasField("ended")


class Spare(NamedTuple):
    """A match that nobody misses."""

    match_id: str
    tokens: tuple[str, ...]


class World:
    """All that messages can be about."""

    def __init__(self, channel: grpc.aio.Channel, organiser: str) -> None:
        self.matches = match_service_pb2_grpc.MatchServiceStub(channel)
        self.admin = admin_service_pb2_grpc.AdminServiceStub(channel)
        self.organiser = organiser
        self.host = self.player = self.watcher = self.revoked = ""
        self.tables: list[Table] = []
        self.ended: deque[str] = deque(maxlen=50)
        self.spares: deque[Spare] = deque(maxlen=100)
        self.spare_token_ids: deque[str] = deque(maxlen=100)

    async def set_up(self) -> None:
        """Register players, give out tokens and begin matches."""
        self.host = await self._register(HOST, admin_pb.ROLE_ORGANISER)
        self.player = await self._register(PLAYER, admin_pb.ROLE_PLAYER)
        self.watcher = await self._register(WATCHER, admin_pb.ROLE_SPECTATOR)
        metadata = metadata_of(self.organiser)
        created = await self.admin.CreateToken(
            admin_pb.CreateTokenRequest(name=PLAYER), metadata=metadata
        )
        self.revoked = created.token
        await self.admin.RevokeToken(
            admin_pb.RevokeTokenRequest(token_id=created.token_id), metadata=metadata
        )
        for seats, options in _TABLES:
            self.tables.append(await self._begin(seats, options))

    async def tend(self, luck: random.Random) -> None:
        """Let one match go on, or begin another in place of one that is over."""
        place = luck.randrange(len(self.tables))
        table = self.tables[place]
        if not table.is_over:
            await table.go_on(self.matches, luck)
            return
        try:
            self.tables[place] = await self._begin(*_TABLES[place])
        except grpc.aio.AioRpcError:
            return  # paused, perhaps, by a message of ours; the next time, then
        self.ended.append(table.match_id)

    def add_spare(self, created: pb.CreateMatchResponse) -> None:
        """Remember a match that a message of ours has made."""
        self.spares.append(Spare(created.match.match_id, tuple(created.seat_tokens)))
        # A seat that is reserved for a player has none.
        tokens = filter(None, created.seat_tokens)
        self.spare_token_ids.extend(token.split("_")[1] for token in tokens)

    def texts(self) -> list[str]:
        """Ids and names that mean something to the referee."""
        return [
            *(table.match_id for table in self.tables),
            *(spare.match_id for spare in self.spares),
            *self.ended,
            *self.spare_token_ids,
            *(PLAYER, WATCHER, "furnace", "deck", "chain", "rounds", "3", "standard"),
        ]

    async def _register(self, name: str, role: admin_pb.Role.ValueType) -> str:
        request = admin_pb.CreatePlayerRequest(name=name, role=role)
        response = await self.admin.CreatePlayer(
            request, metadata=metadata_of(self.organiser), timeout=DEADLINE
        )
        return str(response.token)

    async def _begin(self, seats: int, options: dict[str, str]) -> Table:
        request = pb.CreateMatchRequest(
            game="furnace",
            options=options,
            seats=[pb.SeatRequest() for _ in range(seats)],
            clock=match_pb2.ClockSettings(bank=_HOUR, join_timeout=_HOUR),
        )
        created = await self.matches.CreateMatch(
            request, metadata=metadata_of(self.host), timeout=DEADLINE
        )
        table = Table(created.match.match_id, list(created.seat_tokens))
        await table.go_on(self.matches, random.Random(0))
        return table

"""A referee as a process of its own, and matches that are played there by other processes."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc

from bessemer.replays.reader import Replay, read_replay
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import match_service_pb2_grpc
from tests.node.installed import PROTO
from tests.referees.process import RefereeProcess

PATIENCE: Final = 100
"""Seconds; a match takes two or three."""


class Output(NamedTuple):
    """How a process ended."""

    code: int
    out: str
    error: str

    @property
    def told(self) -> Any:  # noqa: ANN401 - whatever it printed
        """The JSON on its last line."""
        return json.loads(self.out.splitlines()[-1])


class Player:
    """A process of Node that plays a seat."""

    def __init__(self, command: Sequence[str], token: str) -> None:
        self._process = subprocess.Popen(
            ["node", *command],  # noqa: S607 - the node of this machine
            env={**os.environ, "BESSEMER_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End it."""
        self._process.kill()
        self._process.communicate()

    def ended(self) -> Output:
        """Wait for its end."""
        try:
            out, error = self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
        return Output(self._process.returncode, out, error)


class Served:
    """A referee that serves; it can be killed and started again at the same address."""

    def __init__(self, data: Path, address: str = "127.0.0.1:0", *more: str) -> None:
        self.folder = data
        self._referee = RefereeProcess(data, *more, listen=address).start()
        self.addresses = self._referee.addresses
        self.address = self._referee.address
        self.channel = grpc.insecure_channel(self.address)
        self.stub = match_service_pb2_grpc.MatchServiceStub(self.channel)
        self.metadata = metadata_of(self._referee.token)

    def stop(self) -> None:
        """End the process; nothing of it is left."""
        self.channel.close()
        self._referee.kill()

    def create(
        self, game: str, seats: int, options: Mapping[str, str], seed: bytes = b""
    ) -> pb.CreateMatchResponse:
        """A match among whoever gets the tokens."""
        request = pb.CreateMatchRequest(
            game=game, options=options, seats=[pb.SeatRequest()] * seats, seed=seed
        )
        response: pb.CreateMatchResponse = self.stub.CreateMatch(request, metadata=self.metadata)
        return response

    def bot(self, folder: Path, created: pb.CreateMatchResponse, seat: int, *more: str) -> Player:
        """The Node bot at a seat, told some more words."""
        where = ("--connect", self.address, "--match", created.match.match_id)
        words = (*where, "--seat", str(seat), "--proto", str(PROTO), *more)
        return Player((str(folder / "bot.mjs"), *words), created.seat_tokens[seat])

    def unary(self, folder: Path, created: pb.CreateMatchResponse, seat: int) -> Player:
        """The Node client without a stream."""
        where = (self.address, created.match.match_id, str(seat), str(PROTO))
        return Player((str(folder / "unary.mjs"), *where), created.seat_tokens[seat])

    def replay(self, match_id: str) -> Replay:
        """The replay of a match that is over."""
        request = pb.GetReplayRequest(match_id=match_id)
        return read_replay(self.stub.GetReplay(request, metadata=self.metadata).replay)


def metadata_of(token: str) -> tuple[tuple[str, str], ...]:
    """What every call carries."""
    return (("authorization", f"Bearer {token}"),)

"""A referee as a process of its own, and matches that are played there by other processes."""

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import grpc

from bessemer.replays.reader import Replay, read_replay
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import match_service_pb2_grpc
from tests.referees.process import RefereeProcess

PATIENCE: Final = 100
"""Seconds; a match takes two or three."""


class Player:
    """A program that plays; the lines that it prints are objects."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        clean = {name: os.environ[name] for name in os.environ if not name.startswith("BESSEMER_")}
        self._process = subprocess.Popen(
            command,
            env={**clean, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.told: list[Any] = []
        self._error: list[str] = []
        self._has_news = threading.Condition()
        readers = (self._read_told, self._read_error)
        self._threads = [threading.Thread(target=one, daemon=True) for one in readers]
        for thread in self._threads:
            thread.start()

    def _read_told(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                with self._has_news:
                    self.told.append(json.loads(line))
                    self._has_news.notify_all()

    def _read_error(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                with self._has_news:
                    self._error.append(line)
                    self._has_news.notify_all()

    @property
    def error(self) -> str:
        """All that it wrote on its standard error."""
        return "".join(self._error)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Return when it holds, which is asked after each line."""
        with self._has_news:
            assert self._has_news.wait_for(condition, PATIENCE), (self.told, self.error)

    def wait_asked(self, times: int) -> None:
        """Return when it has been asked so often."""
        self.wait_for(lambda: len(self.asked) >= times)

    @property
    def asked(self) -> list[int]:
        """The turns that its bot was asked for."""
        return [one["asked"] for one in self.told if "asked" in one]

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def terminate(self) -> None:
        """Tell it to end."""
        self._process.terminate()

    def ended(self) -> int:
        """Wait for its end; its exit code."""
        try:
            code = self._process.wait(PATIENCE)
        finally:
            self.stop()
        return code

    def stop(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)


class Served:
    """A referee that serves; it can be killed and started again at the same address."""

    def __init__(self, data: Path, address: str = "127.0.0.1:0", *more: str) -> None:
        self.folder = data
        self.referee = RefereeProcess(data, *more, listen=address).start()
        self.addresses = self.referee.addresses
        self.address = self.referee.address
        self.channel = grpc.insecure_channel(self.address)
        self.stub = match_service_pb2_grpc.MatchServiceStub(self.channel)
        self.metadata = metadata_of(self.referee.token)
        self._players: list[Player] = []

    def stop(self) -> None:
        """End the process, and those that play there; nothing of it is left."""
        for player in self._players:
            player.stop()
        self.channel.close()
        self.referee.kill()

    def create(
        self, game: str, seats: int, options: Mapping[str, str], seed: bytes = b""
    ) -> pb.CreateMatchResponse:
        """A match among whoever gets the tokens."""
        request = pb.CreateMatchRequest(
            game=game, options=options, seats=[pb.SeatRequest()] * seats, seed=seed
        )
        response: pb.CreateMatchResponse = self.stub.CreateMatch(request, metadata=self.metadata)
        return response

    def player(
        self, command: Sequence[str], created: pb.CreateMatchResponse, seat: int, **more: str
    ) -> Player:
        """A program at a seat, told of it as docs/environment.md says."""
        environment = {
            "BESSEMER_ADDRESS": self.address,
            "BESSEMER_MATCH": created.match.match_id,
            "BESSEMER_SEAT": str(seat),
            "BESSEMER_TOKEN": created.seat_tokens[seat],
            "BESSEMER_GAME": created.match.game,
            "BESSEMER_PATIENCE": "60",
            "BESSEMER_LOG": "info",
        }
        self._players.append(Player(command, environment | more))
        return self._players[-1]

    def replay(self, match_id: str) -> Replay:
        """The replay of a match that is over."""
        request = pb.GetReplayRequest(match_id=match_id)
        return read_replay(self.stub.GetReplay(request, metadata=self.metadata).replay)

    def wait_for_match(self, match_id: str, condition: Callable[[Any], bool]) -> None:
        """Return when it holds of a match."""
        deadline = time.monotonic() + PATIENCE
        request = pb.GetMatchRequest(match_id=match_id)
        while not condition(match := self.stub.GetMatch(request, metadata=self.metadata).match):
            assert time.monotonic() < deadline, match
            time.sleep(0.05)


def metadata_of(token: str) -> tuple[tuple[str, str], ...]:
    """What every call carries."""
    return (("authorization", f"Bearer {token}"),)

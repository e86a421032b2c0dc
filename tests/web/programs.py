"""A referee and a web server as programs of their own, and the moves of a match by calls."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final, Self

import grpc

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.process import RefereeProcess

_PATIENCE: Final = 120
_COMMAND: Final = (sys.executable, "-P", "-m", "bessemer.cli.main")


class Program:
    """A command of ours, until it is killed."""

    def __init__(self, *words: str, token: str = "", password: str = "") -> None:
        environment = os.environ | {"BESSEMER_TOKEN": token, "BESSEMER_WEB_PASSWORD": password}
        self._process = subprocess.Popen(
            [*_COMMAND, *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)

    def says(self, pattern: str) -> str:
        """Wait for a line with this in it; its first group."""
        while True:
            if found := re.search(pattern, self._lines.get(timeout=_PATIENCE)):
                return found[1]

    def interrupt(self) -> tuple[int, str]:
        """As Ctrl-C does; its exit code, and what it said since it was last listened to."""
        self._process.send_signal(signal.SIGINT)
        code = self._process.wait(timeout=_PATIENCE)
        self._reading.join()
        return code, "".join(self._lines.get() for _ in range(self._lines.qsize()))

    def kill(self) -> None:
        """As a crash would."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()


def referee(data: Path, port: int = 0, *more: str) -> RefereeProcess:
    """A referee that serves on a port, any free one if none is given; `more` are options."""
    return RefereeProcess(data, *more, listen=f"127.0.0.1:{port}").start()


def spectator(port: int, token: str, name: str = "pages") -> str:
    """The token of a new spectator; `token` is the organiser's."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = admin_service_pb2_grpc.AdminServiceStub(channel)
        request = admin.CreatePlayerRequest(name=name, role=admin.ROLE_SPECTATOR)
        return str(stub.CreatePlayer(request, metadata=_metadata(token)).token)


class Players:
    """Everybody at one table, by calls: a move is made when a test wants one."""

    def __init__(
        self, port: int, token: str, game: str, names: list[str], patience: int | None = None
    ) -> None:
        """`patience`: the last seat has so many seconds, and not what the match says."""
        self._token = token
        self._channel = grpc.insecure_channel(f"127.0.0.1:{port}")
        self._stub = match_service_pb2_grpc.MatchServiceStub(self._channel)
        seats = [pb.SeatRequest(player=name) for name in names]
        if patience is not None:
            seats[-1].clock.bank.seconds = patience
        created = self._stub.CreateMatch(
            pb.CreateMatchRequest(
                game=game,
                seats=seats,
                seed=b"a match to look at",
            ),
            metadata=_metadata(token),
        )
        self.match_id = created.match.match_id
        self._tokens = list(created.seat_tokens)
        for seat in range(len(names)):
            self._decision(seat)

    def _decision(self, seat: int, wait: int = 0) -> pb.GetDecisionResponse:
        request = pb.GetDecisionRequest(match_id=self.match_id, seat=seat, max_legal_moves=1)
        request.wait.seconds = wait
        return self._stub.GetDecision(
            request, metadata=_metadata(self._tokens[seat]), wait_for_ready=True, timeout=_PATIENCE
        )

    def move(self, times: int = 1) -> int:
        """Let whoever is asked move, so many times; the last turn, 0 once the match is over."""
        turn = 0
        while times:
            for seat in range(len(self._tokens)):
                answer = self._decision(seat)
                if answer.HasField("decision"):
                    turn = answer.decision.turn
                    request = pb.SubmitMoveRequest(
                        match_id=self.match_id,
                        seat=seat,
                        turn=turn,
                        move=answer.decision.legal_moves[0],
                    )
                    self._stub.SubmitMove(request, metadata=_metadata(self._tokens[seat]))
                    times -= 1
                    break
                if answer.HasField("ended"):
                    return 0
        return turn

    def replay(self) -> bytes:
        """The finished match."""
        found = self._stub.GetReplay(
            pb.GetReplayRequest(match_id=self.match_id), metadata=_metadata(self._token)
        )
        return bytes(found.replay)

    def close(self) -> None:
        """Go."""
        self._channel.close()


def _metadata(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)

"""People in browsers at a table: a referee, its pages, and who plays there."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import grpc
from playwright.sync_api import Page

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of
from tests.ports import free_ports
from tests.web.programs import Program, referee, spectator
from tests.web.watched_page import PATIENCE

__all__ = ["PATIENCE", "House", "Table"]


class Table(NamedTuple):
    """A match, and the tokens of its seats."""

    match_id: str
    tokens: tuple[str, ...]

    def path(self, seat: int) -> str:
        """The page of a seat."""
        return f"/seat/{self.match_id}/{seat}"


class House:
    """A referee and a web server, each of which can be killed and started again."""

    def __init__(self, data: Path, ladder: str = "") -> None:
        self.data = data
        self._ladder = ("--ladder", ladder) if ladder else ()
        self.port, self._web_port = free_ports(2)
        self.referee = referee(data, self.port, *self._ladder)
        self._organiser = self.referee.token
        self._spectator = spectator(self.port, self._organiser)
        self._bots: list[Program] = []
        self.web = self._start_web()
        self.pages = self.web.says(r"Open (http\S+)").rstrip("/")

    def _start_web(self) -> Program:
        words = ("--referee", f"127.0.0.1:{self.port}", "--data", str(self.data))
        limits = ("--port", str(self._web_port), "--requests", "1000")
        return Program("web", *words, *limits, token=self._spectator)

    def restart_web(self) -> None:
        """Kill the pages' server, and start it again."""
        self.web.kill()
        self.web = self._start_web()
        self.web.says(r"Open (http\S+)")

    def restart_referee(self) -> None:
        """Kill the referee, and start it again."""
        self.referee.kill()
        self.referee = referee(self.data, self.port, *self._ladder)

    def player(self, name: str, *, person: bool = True) -> str:
        """A new player's token; a person's, unless it is a bot's."""
        with self._channel() as channel:
            stub = admin_service_pb2_grpc.AdminServiceStub(channel)
            request = admin.CreatePlayerRequest(name=name, role=admin.ROLE_PLAYER, person=person)
            return str(stub.CreatePlayer(request, metadata=_metadata(self._organiser)).token)

    def table(
        self,
        game: str,
        names: Sequence[str],
        options: Mapping[str, str] | None = None,
        **more: bool,
    ) -> Table:
        """A new match of these players."""
        with self._channel() as channel:
            request = pb.CreateMatchRequest(
                game=game,
                options=options or {},
                seats=[pb.SeatRequest(player=name) for name in names],
                seed=b"a match to play",
                suggestions_allowed=more.get("suggestions", True),
            )
            request.clock.bank.seconds = 3600
            stub = match_service_pb2_grpc.MatchServiceStub(channel)
            created = stub.CreateMatch(request, metadata=_metadata(self._organiser))
            return Table(created.match.match_id, tuple(created.seat_tokens))

    def bot(self, table: Table, seat: int, name: str = "random") -> None:
        """Let a bot play a seat, in a process of its own."""
        words = ("--connect", f"127.0.0.1:{self.port}", "--match", table.match_id)
        more = ("--seat", str(seat), "--seed", "1")
        self._bots.append(Program("bot", name, *words, *more, token=table.tokens[seat]))

    def play(self, token: str, table: Table, seat: int, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Make a move of a seat without its page."""
        with self._channel() as channel:
            stub = match_service_pb2_grpc.MatchServiceStub(channel)
            request = pb.GetMatchRequest(match_id=table.match_id)
            game = stub.GetMatch(request, metadata=_metadata(token)).match.game
            stub.SubmitMove(
                pb.SubmitMoveRequest(
                    match_id=table.match_id,
                    seat=seat,
                    turn=turn,
                    move=wire_of(game).write_move(move),
                ),
                metadata=_metadata(token),
            )

    def ladder_bot(self, name: str = "random") -> None:
        """Let a shipped bot play on the ladder, in a process of its own."""
        words = ("--connect", f"127.0.0.1:{self.port}", *self._ladder)
        token = self.player(name, person=False)
        self._bots.append(Program("bot", name, *words, token=token))

    def sign_in(self, page: Page, token: str, path: str) -> None:
        """Sign in with a token, and go on to a page."""
        page.goto(f"{self.pages}/sign-in?next={path}")
        page.fill("#token", token)
        page.click("#token-form button")

    def _channel(self) -> grpc.Channel:
        return grpc.insecure_channel(f"127.0.0.1:{self.port}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for program in (*self._bots, self.web):
            program.kill()
        self.referee.kill()


def _metadata(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)

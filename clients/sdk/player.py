"""
Plays one seat of one match over gRPC, and comes back by itself when the connection is lost.

    result = await play_seat(channel, token, match_id, seat, decide)

`decide` gets the game's own view of the seat and answers with a move of the game.
"""

import asyncio
import random
from collections.abc import Callable
from typing import Any, Final

import grpc

from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb
from clients.sdk.codecs import CODECS
from referee.games.catalogue import GAMES

Decide = Callable[[Any], Any]

_RETRY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0


class MoveRefused(Exception):
    """The referee refused a move of ours; `refusal` says why and what would be legal."""

    def __init__(self, refusal: Any) -> None:  # noqa: ANN401 - bessemer.v1.Refusal
        super().__init__(refusal.message)
        self.refusal = refusal


class ConnectionGone(Exception):
    """The referee could not be reached for too long."""


def metadata_of(token: str) -> tuple[tuple[str, str]]:
    """What every call carries."""
    return (("authorization", f"Bearer {token}"),)


async def play_seat(
    channel: grpc.aio.Channel,
    token: str,
    match_id: str,
    seat: int,
    decide: Decide,
    *,
    patience: float = 60.0,
) -> match_pb2.MatchResult:
    """
    Play until the match is over; how it ended.

    Args:
        channel: to the referee.
        token: the seat's, or the player's for whom the seat is reserved.
        match_id: the match.
        seat: the seat.
        decide: asked for each move.
        patience: give up when the referee cannot be reached for so many seconds.

    Raises:
        MoveRefused: `decide` gave a move that is not legal.
        ConnectionGone: the referee was away for longer than `patience`.
        grpc.aio.AioRpcError: the referee does not let us play this seat.
    """
    stub = match_service_pb2_grpc.MatchServiceStub(channel)
    loop = asyncio.get_running_loop()
    known_turn = 0
    pause, reached = _FIRST_PAUSE, loop.time()
    while True:
        call = stub.Play(metadata=metadata_of(token), wait_for_ready=False)
        try:
            await call.write(_join(match_id, seat, known_turn))
            options = codec = None
            async for response in call:
                pause, reached = _FIRST_PAUSE, loop.time()
                match response.WhichOneof("message"):
                    case "joined":
                        codec = CODECS[response.joined.match.game]
                        game = GAMES[response.joined.match.game]
                        options = game.options(response.joined.match.options)
                    case "decision" if codec is not None:
                        decision = response.decision
                        move = decide(codec.read_view(decision.view, seat, options))
                        message = codec.write_move(move)
                        answer = pb.Answer(turn=decision.turn, move=message)
                        await call.write(pb.PlayRequest(answer=answer))
                    case "refusal":
                        raise MoveRefused(response.refusal)
                    case "ended":
                        return response.ended.result
        except grpc.aio.AioRpcError as error:
            if error.code() not in _RETRY:
                raise
        except asyncio.InvalidStateError:
            pass  # the stream broke while we wrote
        finally:
            call.cancel()
        if loop.time() - reached > patience:
            raise ConnectionGone(f"the referee was not reached for {patience:g} seconds")
        # Many seats come back at once after a restart: not all in the same instant.
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - no secret
        pause = min(pause * 2, _LONGEST_PAUSE)


def _join(match_id: str, seat: int, known_turn: int) -> pb.PlayRequest:
    return pb.PlayRequest(join=pb.JoinSeat(match_id=match_id, seat=seat, known_turn=known_turn))

"""
Playing on from a turn of a match that is over: the same cards, the same moves up to there, then other people.

The new match has the seed of the old one, which is told once a match is over, and the moves before the turn
are played again at the referee, before anybody sits down.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

import grpc

from bessemer.engine.catalogue import GAMES
from bessemer.faces.language import tr
from bessemer.matches.history import in_force
from bessemer.replays.reader import read_replay
from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.server.forms import Refused
from bessemer.web.server.seat.plans import Plan
from bessemer.web.server.sources import Source
from bessemer.web.server.start.opponents import FIRST
from bessemer.wire.wire import wire_of

_ANSWER_SECONDS: Final = 10.0


class PastMove(NamedTuple):
    """A move that is played again."""

    turn: int
    seat: int
    text: str


class Past(NamedTuple):
    """What a match begins with: its cards, and the moves that were made."""

    seed: bytes
    moves: tuple[PastMove, ...] = ()


def past_of(content: bytes, turn: int) -> tuple[Plan, Past]:
    """
    The match of a replay up to a turn, played on by whoever was asked then, against bots.

    Raises:
        Refused: it has no such turn.
    """
    replay = read_replay(content)
    header = replay.header
    asked = next((one for one in replay.records if one.turn == turn), None)
    if header is None or asked is None or replay.error is not None:
        raise Refused(404, tr("The match has no such turn to play on from."))
    plan = Plan(
        game=header.game,
        others=[FIRST] * (len(header.players) - 1),
        seat=asked.seat,
        options=dict(header.options),
    )
    # Moves that were taken back are not made again, and leave no gap.
    kept = in_force(one for one in replay.records if one.turn < turn)
    before = (PastMove(number, one.seat, one.move) for number, one in enumerate(kept, 1))
    return plan, Past(header.seed, tuple(before))


async def play_again(
    source: Source, match_id: str, game: str, past: Past, tokens: Mapping[int, str]
) -> None:
    """
    Sit down at all seats, and make the moves of the past.

    Raises:
        Refused: the referee does not take them.
    """
    rules, wire = GAMES[game], wire_of(game)
    try:
        for seat, token in tokens.items():
            asked = pb.GetDecisionRequest(match_id=match_id, seat=seat)
            await source.stub.GetDecision(
                asked, metadata=metadata_of(token), timeout=_ANSWER_SECONDS
            )
        if past.moves:
            # The match begins once that is durable, a moment after the last has sat down.
            first = past.moves[0].seat
            begun = pb.GetDecisionRequest(match_id=match_id, seat=first)
            begun.wait.FromSeconds(int(_ANSWER_SECONDS))
            await source.stub.GetDecision(
                begun, metadata=metadata_of(tokens[first]), timeout=2 * _ANSWER_SECONDS
            )
        for turn, seat, text in past.moves:
            move = wire.write_move(rules.parse(text))
            made = pb.SubmitMoveRequest(match_id=match_id, seat=seat, turn=turn, move=move)
            await source.stub.SubmitMove(
                made, metadata=metadata_of(tokens[seat]), timeout=_ANSWER_SECONDS
            )
    except grpc.aio.AioRpcError as error:
        raise Refused(503, error.details() or error.code().name) from None

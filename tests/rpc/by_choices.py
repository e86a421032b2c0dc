"""A seat that is played by its choices alone."""

from google.protobuf.duration_pb2 import Duration

from bessemer.engine import choices
from bessemer.v1 import match_service_pb2 as pb
from tests.rpc.choosing import Chooser


async def play_by_calls(chooser: Chooser) -> list[tuple[int, choices.Path]]:
    """Every decision asked for, chosen and submitted by a path; the paths by their turns."""
    answered: list[tuple[int, choices.Path]] = []
    while True:
        request = pb.GetDecisionRequest(
            match_id=chooser.match_id,
            seat=chooser.seat,
            wait=Duration(seconds=30),
            with_choices=True,
        )
        response = await chooser.client.GetDecision(request)
        if response.HasField("ended"):
            return answered
        if response.HasField("decision"):
            path, _ = await chooser.choose(response.decision)
            await chooser.submit(response.decision.turn, path)
            answered.append((response.decision.turn, path))

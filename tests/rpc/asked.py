"""The decision that a seat is asked for."""

from google.protobuf.duration_pb2 import Duration

from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import Table


def decision(table: Table, seat: int, wait: int = 0) -> pb.GetDecisionRequest:
    """A request for what a seat is asked."""
    return pb.GetDecisionRequest(
        match_id=table.match_id, seat=seat, wait=Duration(seconds=wait), max_legal_moves=1
    )

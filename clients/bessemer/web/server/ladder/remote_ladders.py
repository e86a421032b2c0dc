"""The ladders of a referee elsewhere: all that their pages need, asked for as any spectator may."""

from bessemer.runner.remote_report import remote_report
from bessemer.runner.report.facts import LadderReport
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.v1 import ladder_service_pb2 as pb


async def remote_reports(calls: RefereeCalls) -> list[LadderReport]:
    """
    What there is to say of each ladder's season that runs.

    Raises:
        CallFailed: the referee does not answer, or not to us.
    """
    found: pb.ListLaddersResponse = await calls(pb.ListLaddersRequest())
    return [await remote_report(calls, ladder) for ladder in found.ladders]

"""Valid requests of SubmissionService, as in `drafts.py`."""

import hashlib
import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from bessemer.v1 import submission_service_pb2 as pb
from tests.rpc.submissions.handing_in import bot_archive

_ARCHIVE: Final = bot_archive()


def _number(luck: random.Random) -> int:
    return luck.choice((1, 1, 2, 0, -1, 2**40))


def _start_upload(luck: random.Random) -> Message:
    size = luck.choice((len(_ARCHIVE), 1, 0, 2**40))
    return pb.StartUploadRequest(size=size, sha256=hashlib.sha256(_ARCHIVE).hexdigest())


def _upload_part(luck: random.Random) -> Message:
    offset = luck.choice((0, 7, -1))
    return pb.UploadPartRequest(upload_id="a" * 24, offset=offset, content=_ARCHIVE)


def _claim_build(luck: random.Random) -> Message:
    wait = Duration(nanos=luck.choice((0, 1_000_000)))
    return pb.ClaimBuildRequest(worker="fuzz", wait=wait, runtimes=["python", "command"])


def _report(luck: random.Random) -> Message:
    text = luck.choice(("", "building\n", "x" * 70_000))
    return pb.ReportProgressRequest(claim="a" * 32, phase="building", text=text)


def _finish(luck: random.Random) -> Message:
    return pb.FinishBuildRequest(claim="a" * 32, accepted=luck.random() < 0.5, reason="it crashed")


_OF_A_NUMBER: Final[Mapping[str, Any]] = {
    "GetSubmission": pb.GetSubmissionRequest,
    "GetSubmissionLog": pb.GetSubmissionLogRequest,
    "WithdrawSubmission": pb.WithdrawSubmissionRequest,
    "PlayVersion": pb.PlayVersionRequest,
    "FetchArchive": pb.FetchArchiveRequest,
    "CreateHostedToken": pb.CreateHostedTokenRequest,
    "AppendSubmissionLog": pb.AppendSubmissionLogRequest,
}


def _of_a_number(request: Any) -> Callable[[random.Random], Message]:  # noqa: ANN401 - a class
    return lambda luck: request(submission_id=_number(luck))


SUBMISSION_DRAFTS: Final[Mapping[str, Callable[[random.Random], Message]]] = {
    "StartUpload": _start_upload,
    "UploadPart": _upload_part,
    "Submit": lambda _luck: pb.SubmitRequest(upload_id="a" * 24, note="mine"),
    "ListSubmissions": lambda luck: pb.ListSubmissionsRequest(page_size=luck.choice((0, 1, 5000))),
    "ClaimBuild": _claim_build,
    "ReportProgress": _report,
    "FinishBuild": _finish,
    "ListPlayingVersions": lambda _luck: pb.ListPlayingVersionsRequest(game="furnace"),
    **{name: _of_a_number(request) for name, request in _OF_A_NUMBER.items()},
}
"""By call: a request that an organiser may make."""

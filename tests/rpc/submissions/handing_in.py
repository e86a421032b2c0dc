"""Handing in bots to a referee that is tested."""

import gzip
import hashlib
import io
import tarfile
from typing import Any, Final

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import submission_service_pb2 as pb
from tests.referees.in_process import Client, House

MANIFEST: Final = 'name = "mine"\ngame = "furnace"\nrun = "mine.py"\n'


def archive_of(files: dict[str, str]) -> bytes:
    """An archive with these files, in their order."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(packed.getvalue(), mtime=0)


def bot_archive(text: str = "pass\n", **keys: str) -> bytes:
    """The archive of a bot; the keys are more of its manifest."""
    manifest = MANIFEST + "".join(f'{key} = "{value}"\n' for key, value in keys.items())
    return archive_of({"bot.toml": manifest, "mine.py": text})


async def upload(client: Client, content: bytes, part: int = 100_000) -> str:
    """Upload an archive in parts; the id of the upload."""
    digest = hashlib.sha256(content).hexdigest()
    started = await client.StartUpload(pb.StartUploadRequest(size=len(content), sha256=digest))
    for start in range(0, len(content), part):
        await client.UploadPart(
            pb.UploadPartRequest(
                upload_id=started.upload_id, offset=start, content=content[start : start + part]
            )
        )
    return str(started.upload_id)


async def submit(client: Client, content: bytes | None = None, **wishes: Any) -> pb.Submission:  # noqa: ANN401 - fields
    """Hand in an archive; the submission."""
    upload_id = await upload(client, bot_archive() if content is None else content)
    response: pb.SubmitResponse = await client.Submit(
        pb.SubmitRequest(upload_id=upload_id, **wishes)
    )
    return response.submission


async def worker_of(house: House, name: str = "builder") -> Client:
    """A worker."""
    return (await house.player(name, admin.ROLE_WORKER))[0]


async def claim(worker: Client, name: str = "here") -> pb.ClaimBuildResponse:
    """Claim the next submission, without waiting for one."""
    request = pb.ClaimBuildRequest(worker=name, runtimes=["python", "command"])
    response: pb.ClaimBuildResponse = await worker.ClaimBuild(request)
    return response


async def accepted(worker: Client) -> pb.Submission:
    """Build the next submission: it is accepted."""
    claimed = await claim(worker)
    request = pb.FinishBuildRequest(claim=claimed.claim, accepted=True)
    response: pb.FinishBuildResponse = await worker.FinishBuild(request)
    return response.submission


async def log_of(client: Client, submission_id: int) -> str:
    """The whole log of a submission."""
    request = pb.GetSubmissionLogRequest(submission_id=submission_id)
    text, more = "", True
    while more:
        response: pb.GetSubmissionLogResponse = await client.GetSubmissionLog(request)
        text += "".join(entry.text for entry in response.entries)
        more = response.more
        request.after = max((entry.number for entry in response.entries), default=request.after)
    return text

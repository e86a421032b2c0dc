"""The objects that answer the calls of SubmissionService."""

from collections.abc import Callable, Sequence

from bessemer.accounts.audit import AuditQueue
from bessemer.accounts.directory import PlayerDirectory
from bessemer.ladder.ladder import LadderStore
from bessemer.rpc.access.revocation import Revocation
from bessemer.rpc.play.thinking_slots import Machines
from bessemer.rpc.submissions.access import SubmissionAccess
from bessemer.rpc.submissions.author_calls import AuthorCalls
from bessemer.rpc.submissions.host_calls import HostCalls
from bessemer.rpc.submissions.uploads import UploadCalls
from bessemer.rpc.submissions.waiting_workers import WaitingWorkers
from bessemer.rpc.submissions.worker_calls import WorkerCalls
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.submissions.archive_store import ArchiveStore
from bessemer.storage.submissions.submission_logs import SubmissionLogs
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.gate import SubmissionGate


def submission_servicers(
    store: SqlStore,
    ladders: LadderStore,
    directory: PlayerDirectory,
    audit: AuditQueue,
    revocation: Revocation,
    machines: Machines,
    wall: Callable[[], float],
) -> Sequence[object]:
    """Make them, for a database."""
    submissions, archives = SubmissionStore(store), ArchiveStore(store)
    logs, workers = SubmissionLogs(store), WaitingWorkers()
    gate = SubmissionGate(submissions, ladders.ladders, wall)
    access = SubmissionAccess(submissions, gate, audit, wall)
    return (
        UploadCalls(archives, access, wall),
        AuthorCalls(submissions, archives, logs, access, directory, workers, wall),
        WorkerCalls(submissions, archives, logs, ladders, workers, wall),
        HostCalls(submissions, logs, directory, revocation, machines, wall),
    )

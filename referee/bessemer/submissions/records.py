"""Submissions as they are kept."""

from enum import StrEnum
from typing import Final, NamedTuple

CLAIM_SECONDS: Final = 60.0
"""How long a worker may be silent before somebody else may have its submission."""
MOST_ATTEMPTS: Final = 5
"""A submission that so many workers have begun and not finished is refused: perhaps it ends them."""


class SubmissionStatus(StrEnum):
    """How far a submission is."""

    QUEUED = "queued"
    """It waits for a worker."""
    BUILDING = "building"
    """A worker builds and checks it."""
    ACCEPTED = "accepted"
    """It has a version."""
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class Runtime(StrEnum):
    """How a submission is built and run."""

    PYTHON = "python"
    """Our Python, with packages of the submission's own."""
    COMMAND = "command"
    """Any command line."""


class LogKind(StrEnum):
    """Of what a log speaks."""

    BUILD = "build"
    CHECK = "check"
    """The smoke matches."""
    RUN = "run"
    """Playing on ladders."""


class NewSubmission(NamedTuple):
    """A submission that is handed in."""

    player: str
    """Whose it is."""
    name: str
    """The name in its manifest."""
    game: str
    runtime: Runtime
    archive: str
    """The id of its archive."""
    submitted_by: str
    note: str


class Submission(NamedTuple):
    """A submission, and how far it is."""

    number: int
    player: str
    name: str
    game: str
    runtime: Runtime
    archive: str
    built: str
    """The id of the archive of what was built; "" until it is accepted."""
    submitted_by: str
    note: str
    status: SubmissionStatus
    phase: str
    """What is being done; "" if nothing is."""
    version: int
    """0 until it is accepted."""
    reason: str
    """Why it was refused or withdrawn."""
    created: float
    changed: float
    """When its status last changed."""
    attempts: int
    worker: str
    claim: str
    """The secret of the worker that has it; "" if none has."""
    claimed_until: float
    hosting: str
    """Where it plays, or why it does not, as its host says; "" if none has said anything."""
    sha256: str
    size: int
    built_sha256: str
    is_playing: bool


class LogEntry(NamedTuple):
    """A piece of a log."""

    number: int
    kind: LogKind
    time: float
    text: str


class Upload(NamedTuple):
    """An archive that is uploaded, or was."""

    upload_id: str
    sha256: str
    size: int
    received: int

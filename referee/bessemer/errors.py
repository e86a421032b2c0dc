"""
What the referee refuses.

What a game refuses (`MalformedMove`, `IllegalMove`, `BadOption`) are errors of
`bessemer.engine.errors`: games import nothing of ours. Each class, theirs included, has one
`ErrorReason` and one status in `bessemer.rpc.calls.error_statuses`.
"""


class RefereeError(Exception):
    """
    The root: whatever the referee refuses, it refuses with one of these or with a `GameError`.

    Attributes:
        field: the path of the field at fault, "" for the request as a whole.
        allowed: what could stand there.
        turn: the turn that is open for the seat, 0 if none is.
        retry_after: in how many seconds it is worth trying again, 0 if waiting does not help.
    """

    def __init__(
        self,
        message: str,
        *,
        field: str = "",
        allowed: tuple[str, ...] = (),
        turn: int = 0,
        retry_after: float = 0.0,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.allowed = allowed
        self.turn = turn
        self.retry_after = retry_after


class BadRequest(RefereeError):
    """A request with a missing or impossible field."""


class StaleTurn(RefereeError):
    """The decision of this turn was answered already, with another move."""


class TurnNotOpen(RefereeError):
    """No decision of this seat has this turn now."""


class MatchNotFound(RefereeError):
    """There is no such match here."""


class MatchOver(RefereeError):
    """The match is over, or was aborted."""


class MatchNotOver(RefereeError):
    """The match is not over, and what was asked for exists only then."""


class WrongStatus(RefereeError):
    """The match has begun and may not have, or the other way round; or nothing can be taken back in it now."""


class BlockNotOver(RefereeError):
    """The match shares its set-up with others that are still to be played."""


class NotAuthenticated(RefereeError):
    """No token, or one that is unknown, malformed or revoked."""


class NotAllowed(RefereeError):
    """The token is good, but not for this."""


class Superseded(RefereeError):
    """A newer connection took the seat over."""


class TooManyRequests(RefereeError):
    """More requests than allowed."""


class TooManyStreams(RefereeError):
    """More streams at once than allowed."""


class TooManyMatches(RefereeError):
    """More matches at once than allowed."""


class SlowReader(RefereeError):
    """A stream that did not read what it was sent."""


class Draining(RefereeError):
    """The referee is closing or paused and takes no new matches."""


class JournalUnavailable(RefereeError):
    """The journal cannot be written: nothing was accepted."""


class AlreadyExists(RefereeError):
    """A name, or a request id with other contents, that is in use."""


class PlayerNotFound(RefereeError):
    """There is no such player or token."""


class LadderNotFound(RefereeError):
    """There is no such ladder."""


class LadderClosed(RefereeError):
    """The ladder takes nobody now: it is frozen, or this referee does not run it."""


class SubmissionNotFound(RefereeError):
    """There is no such submission, or it is somebody else's."""


class SubmissionsClosed(RefereeError):
    """Nothing is handed in or changed now."""


class TooManySubmissions(RefereeError):
    """The player has handed in as much as it may for now."""


class ClaimLost(RefereeError):
    """The worker no longer has the submission that it builds."""
